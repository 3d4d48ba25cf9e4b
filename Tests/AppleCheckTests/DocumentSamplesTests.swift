import Foundation
import Testing

@testable import AppleCheck

/// The documentation's Swift code is extracted block by block, each with the code in its comment around it.
@Suite struct DocumentSamplesTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func aBlockWithoutACommentIsACompleteFile() throws {
        let samples = try DocumentSamples.samples(in: "Text\n\n```swift\nlet a = 1\n```\n", of: "page.md")
        let sample = try #require(samples.first)
        #expect(samples.count == 1)
        #expect(sample.source.text == "let a = 1\n")
        #expect(sample.source.firstLine == 4)
        #expect(sample.source.preamble.isEmpty)
        #expect(!sample.isManifest)
    }

    @Test func aCommentSurroundsTheCodeOfItsBlock() throws {
        let page = """
            <!-- check: code
            import B
            func sample() {
            …
            }
            -->

            ```swift
            import A
            call { … }
            ```
            """
        let source = try #require(try DocumentSamples.samples(in: page, of: "page.md").first).source
        // The block's import is moved above the function, and its line becomes empty.
        #expect(source.preamble == "import A\nimport B\nfunc sample() {\n")
        #expect(source.text == "\ncall {  }\n}\n")
        #expect(source.firstLine == 9)
    }

    @Test func aManifestSampleImportsPackageDescription() throws {
        let page = "<!-- check: manifest\nlet a = [\n…\n]\n-->\n```swift\n1\n```\n"
        let sample = try #require(try DocumentSamples.samples(in: page, of: "page.md").first)
        #expect(sample.isManifest)
        #expect(sample.source.preamble == "import PackageDescription\nlet a = [\n")
    }

    @Test func aFileCommentWorksWithoutABlock() throws {
        let page = "<!-- check: file\nenum A {}\n-->\nText.\n```\nno Swift\n```\n"
        let samples = try DocumentSamples.samples(in: page, of: "page.md")
        #expect(samples.map(\.source.text) == ["enum A {}\n"])
    }

    @Test(arguments: [
        "<!-- check: code\nlet a = 1\n-->\n",
        "<!-- check: code\nlet a = 1\n-->\nText.\n", "<!-- check: code\nlet a = 1\n", "```swift\nlet a = 1\n",
    ])
    func aCommentWithoutAnEndOrABlockIsRejected(page: String) {
        #expect(throws: CheckFailure.self) { try DocumentSamples.samples(in: page, of: "page.md") }
    }

    @Test func aCommentKeepsDocCFromADirective() throws {
        let page = "<!-- check: file\n\\@Model final class A {\n    \\@objc var a = \"\\\\@\"\n}\n-->\n"
        let sample = try #require(try DocumentSamples.samples(in: page, of: "page.md").first)
        #expect(sample.source.text.hasPrefix("@Model final class A {\n    \\@objc"))
    }

    /// A block in a documentation comment is a sample at its own lines.
    @Test func aDocumentationComment() throws {
        let source = """
            /// A thing.
            ///
            /// ```swift
            /// let thing = Thing(
            ///     name: "a")
            /// ```
            struct Thing {
                /// ```swift
                /// let other = 1
                /// ```
                var other: Int  // ```swift
            }
            """
        let samples = try DocumentSamples.samples(in: CommentSamples.documentation(of: source), of: "Thing.swift")
        #expect(samples.map(\.source.firstLine) == [4, 9])
        #expect(samples.map(\.source.text) == ["let thing = Thing(\n    name: \"a\")\n", "let other = 1\n"])
        let file = CommentSamples.file(of: samples.map(\.source), path: "Sources/Permafrost/Thing.swift")
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(
            lines == [
                "", "", "func sampleThingSample4() async throws {", "let thing = Thing(", "    name: \"a\")", "}", "",
                "func sampleThingSample9() async throws {", "let other = 1", "}", "",
            ])
        #expect(file.preamble.contains("import Permafrost\n"))
        #expect(
            try CommentSamples.documentedSources(in: Self.root.path).contains(
                "Sources/Permafrost/Plan/MigrationPlan.swift"))
    }

    @Test func everyBlockOfEveryPageIsASample() throws {
        let pages = try DocumentSamples.pages(in: Self.root.path)
        #expect(pages.contains("README.md"))
        #expect(pages.contains("Documentation/Guide.docc/Plans.md"))
        var blocks = 0
        for path in pages {
            let page = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
            let lines = page.split(separator: "\n")
            let swift = lines.count { $0.trimmingCharacters(in: .whitespaces) == "```swift" }
            let files = lines.count { $0 == "<!-- check: file" }
            #expect(try DocumentSamples.samples(in: page, of: path).count == swift + files, "\(path)")
            blocks += swift
        }
        #expect(blocks > 20)
    }
}
