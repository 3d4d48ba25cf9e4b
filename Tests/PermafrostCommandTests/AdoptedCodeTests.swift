import Foundation
import PermafrostTestSupport
import Testing

/// Code around a class that shipped is also copied into its version. `adopt` takes the text from the tag.
@Suite struct AdoptedCodeTests {
    @Test func extensionsConstantsAndImports() throws {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        try folder.write(
            """
            import struct Foundation.URL
            import SwiftData

            private let untitled = "Untitled"

            @Model final class Note {
                var title: String = untitled
                var link: URL?
                var style: Style?
                var label: Label?
                init() {}
            }

            extension Note {
                struct Style { var width = 1.0 }
            }

            extension Note.Style: Codable {}

            struct Label { var text = "" }

            extension Label: Codable {}

            func makeContainer() throws -> ModelContainer { try ModelContainer(for: Note.self) }

            """, to: "App/Note.swift")
        try repository.ship("v1.0")
        try folder.edit("App/Note.swift", "var link: URL?\n", "var link: URL?\n    var stars: Int?\n")
        let result = try Tool.run("adopt", in: folder)
        #expect(result.status == 0, "\(result)")
        let frozen = try String(contentsOf: folder.url.appending(path: "App/AppSchemaV1.swift"), encoding: .utf8)
        for text in [
            "import struct Foundation.URL\nimport SwiftData\n", "\nprivate let untitled = \"Untitled\"\n",
            "        struct Style { var width = 1.0 }\n", "\nextension AppSchemaV1.Note.Style: Codable {}\n",
            "\n    struct Label { var text = \"\" }\n", "\nextension AppSchemaV1.Label: Codable {}\n",
        ] { #expect(frozen.contains(text), "\(frozen)") }
        #expect(!frozen.contains("stars"))
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0, "\(check)")
        #if os(Linux)
            let paths = try folder.files().keys.filter { $0.hasPrefix("App/") && $0.hasSuffix(".swift") }.sorted()
            let output = try TypeCheck(paths.map(folder.path), in: folder.url).output
            #expect(output.isEmpty, "\(output)")
        #endif
    }
}
