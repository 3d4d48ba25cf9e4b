import Foundation
import PermafrostTestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Names and sources that others wrote reach no terminal, and no document, with characters that would be obeyed.
@Suite struct ForeignTextTests {
    private static let formats = ["text", "json", "github", "sarif", "junit", "xcode"]
    /// Control characters, and those that change the direction of text.
    private static let obeyed = "\u{1B}]0;x\u{07}\u{9B}31m\u{202E}\u{2066}"

    /// The document parses, and neither stream has an obeyed character.
    private func expectClean(_ result: CommandResult, _ format: String) throws {
        for text in [result.output, result.errors] {
            let found = text.unicodeScalars.filter {
                $0 != "\n" && $0 != "\t" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
            }
            #expect(found.isEmpty, "\(format): \(found.map { String($0.value, radix: 16) })")
        }
        switch format {
        case "json", "sarif": _ = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        case "junit": _ = try XMLDocument(xmlString: result.output)
        default: break
        }
    }

    /// A line of a source that has drifted.
    @Test(arguments: formats) func sources(_ format: String) throws {
        let copy = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", in: copy).status == 0)
        try copy.edit(
            "Sources/Users/UsersSchemaV1.swift", "var name: String?\n",
            "var nick: String? // \u{9B}31m\u{202E}\u{2066}\n")
        try copy.edit("Sources/Users/UsersSchemaV1.swift", "self.name = name", "self.nick = name")
        let result = try Tool.run("check", "--format", format, in: copy)
        #expect(result.status == 1)
        #expect(result.output.contains("User.nick"))
        try expectClean(result, format)
    }

    /// A command that fails for a path of such characters.
    @Test(arguments: formats) func paths(_ format: String) throws {
        let copy = try Tool.copy(of: "Users")
        let result = try Tool.run("drift", "gone\(Self.obeyed).store", "--format", format, in: copy)
        #expect(result.status == 2)
        #expect(result.errors.contains("gone"))
        try expectClean(result, format)
    }

    /// The words that a document's reader gets are the same as those on the terminal.
    @Test func aDocumentKeepsWhatWasMeant() throws {
        let copy = try Tool.copy(of: "Users")
        try copy.edit("Sources/Users/UsersSchemaV1.swift", "var name: String?", "var name: String? = \"a\u{202E}b\"")
        let result = try Tool.run("schema", "1.0.0", "--format", "json", in: copy)
        #expect(result.status == 0)
        #expect(result.output.contains("a\\u202eb"))
        let report = try Report(result)
        #expect(report.json.description.contains("a\u{202E}b"))
    }
}
