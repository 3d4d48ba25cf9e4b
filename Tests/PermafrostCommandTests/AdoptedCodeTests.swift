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

    /// A shipped app's code, which its next release edits.
    struct App: Sendable, CustomTestStringConvertible {
        let name: String
        let code: String
        /// Texts of the frozen version.
        var contains: [String] = []
        /// Texts that it omits.
        var omits: [String] = []

        var testDescription: String { name }
    }

    private static func app(_ name: String, contains: [String] = [], omits: [String] = [], _ code: String) -> App {
        App(name: name, code: code, contains: contains, omits: omits)
    }

    static let apps = [
        app(
            "types in extensions of a struct", contains: ["extension AppSchemaV1.Plan {", "enum Length: Codable"],
            """
            struct Plan: Codable { var length: Length = .whole; var hint: String? }
            extension Plan { enum Length: Codable { case whole; case partial(Amount) } }
            extension Plan.Length { struct Amount: Codable { var value = 0.0 } }
            @Model final class Note { var plan: Plan?; init() {} }
            """),
        app(
            "initializers that accept models", contains: ["case count(Int)", "init(text: String)"],
            omits: ["compute", "note.upper", "Describing"],
            """
            protocol Describing { associatedtype Subject; static func describe(_ subject: Subject) -> Self }
            @Model final class Note {
                var badge: Badge = Badge.none
                var summary: Summary?
                var upper: String { "A" }
                init() {}
                func compute() -> Int { 1 }
            }
            enum Badge: Codable {
                case none
                case count(Int)
                init(_ note: Note) { self = .count(note.compute()) }
                static func of(_ note: Note) -> Badge { Badge(note) }
            }
            struct Summary: Codable, Describing {
                var text: String
                init(text: String) { self.text = text }
                init(note: Note) { self.init(text: note.upper) }
                static func describe(_ subject: Note) -> Summary { Summary(note: subject) }
                func isOf(_ note: Note) -> Bool { Self.describe(note).text == text }
            }
            extension Summary: Equatable { static func make(_ note: Note) -> Summary { Summary(note: note) } }
            """),
        app(
            "generic parameters that hide a type", contains: ["func map<Note>(_ value: Note) -> Note"],
            """
            @Model final class Note { var box: Box = Box(); init() {} }
            struct Box: Codable {
                var count = 0
                func map<Note>(_ value: Note) -> Note { value }
            }
            extension Box: Hashable { func wrap<Box>(_ value: Box) -> [Box] { [value] } }
            """),
        app(
            "classes and an enum in a namespace", contains: ["    enum Kind: Codable", "inverse: \\Note.parts"],
            """
            enum Store {
                @Model final class Note {
                    var kind: Kind = Kind.plain(1)
                    var parts: [Store.Part] = []
                    init() {}
                }
            }
            extension Store {
                @Model final class Part {
                    @Relationship(inverse: \\Store.Note.parts) var note: Store.Note?
                    init() {}
                }
                enum Kind: Codable { case plain(Int) }
            }
            typealias Note = Store.Note
            typealias Part = Store.Part
            """),
        app(
            "a raw enum in a namespace", contains: ["    enum Kind: String, Codable"],
            """
            enum Store {
                enum Kind: String, Codable { case plain, rich }
                @Model final class Note { var kind: Kind = Kind.plain; init() {} }
            }
            typealias Note = Store.Note
            """),
        app(
            "constants of closures that accept models", contains: ["static let limit = 3", "var count = Filter.limit"],
            omits: ["matchers", "shortcut", "isLong"],
            """
            struct Filter: Codable {
                static let limit = 3
                static let matchers: [@Sendable (Note) -> Bool] = [{ $0.isLong }]
                static var shortcut: (Note) -> Bool { matchers[0] }
                var count = Filter.limit
            }
            @Model final class Note { var filter: Filter = Filter(); init() {} }
            extension Note { var isLong: Bool { filter.count > 9 } }
            """),
        app(
            "aliases of aliases", contains: ["struct Cash"],
            """
            typealias Amount = Money
            typealias Money = Cash
            struct Cash: Codable { var cents = 0 }
            @Model final class Note { var amount: Amount = Amount(); init() {} }
            """),
        app(
            "another module's type with the name of a struct",
            contains: ["var link: Foundation.URL?", "var own: URL ="],
            """
            struct URL: Codable { var text = "" }
            @Model final class Note { var link: Foundation.URL?; var own: URL = URL(); init() {} }
            """),
        app(
            "a nested type with the name of an alias",
            contains: ["var length: Length = Length()", "var size: Size = Size()"],
            """
            typealias Size = Length
            struct Length: Codable { var meters = 0 }
            struct Box: Codable {
                struct Size: Codable { var width = 0 }
                var size: Size = Size()
            }
            @Model final class Note {
                var length: Size = Size()
                var box: Box = Box()
                init() {}
            }
            """),
    ]

    /// The frozen version compiles with the app's own code.
    @Test(arguments: apps) func compiles(_ app: App) throws {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        let part = app.code.contains("Part") ? ", Part.self" : ""
        try folder.write(
            "import Foundation\nimport SwiftData\n\n\(app.code)\n\n"
                + "func makeContainer() throws -> ModelContainer { try ModelContainer(for: Note.self\(part)) }\n",
            to: "App/Note.swift")
        try repository.ship("v1.0")
        try folder.edit("App/Note.swift", "init() {}", "var stars: Int?\n    init() {}")
        let result = try Tool.run("adopt", in: folder)
        #expect(result.status == 0, "\(result)")
        let frozen = try String(contentsOf: folder.url.appending(path: "App/AppSchemaV1.swift"), encoding: .utf8)
        for text in app.contains { #expect(frozen.contains(text), "\(text)\n\(frozen)") }
        for text in app.omits { #expect(!frozen.contains(text), "\(text)\n\(frozen)") }
        #if os(Linux)
            let paths = try folder.files().keys.filter { $0.hasPrefix("App/") && $0.hasSuffix(".swift") }.sorted()
            let output = try TypeCheck(paths.map(folder.path), ["-module-name", "Main"], in: folder.url).output
            #expect(output.isEmpty, "\(output)")
        #endif
    }
}
