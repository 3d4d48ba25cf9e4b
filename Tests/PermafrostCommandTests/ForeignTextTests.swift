import Foundation
import PermafrostTestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Names and sources by others never put characters into a terminal or a document that these would interpret.
@Suite struct ForeignTextTests {
    private static let formats = ["text", "json", "github", "sarif", "junit", "xcode", "markdown"]
    /// Control characters, characters that change the direction of text, and text that a CI service would read as
    /// commands.
    private static let obeyed =
        "\u{1B}]0;x\u{07}\u{9B}31m\u{1B}[31m\u{202E}\u{2066}\r\n::error::INJECTED ##[error]INJECTED"

    /// Expects that the document parses, and that neither stream contains an interpreted character.
    private func expectClean(_ result: CommandResult, _ format: String) throws {
        for text in [result.output, result.errors] {
            let found = text.unicodeScalars.filter {
                $0 != "\n" && $0 != "\t" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
            }
            #expect(found.isEmpty, "\(format): \(found.map { String($0.value, radix: 16) })")
        }
        let commands = ForeignCommands(in: result, format: format).lines
        #expect(commands.isEmpty, "\(format): \(commands)")
        switch format {
        case "json", "sarif": _ = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        case "junit": _ = try XMLDocument(xmlString: result.output)
        default: break
        }
    }

    /// A drifted line in a source.
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

    /// A baseline with such characters, and one whose content is an error.
    @Test(arguments: formats) func baselines(_ format: String) throws {
        let copy = try Tool.copy(of: "Users")
        let entry: [String: Any] = [
            "code": "PF0208\(Self.obeyed)", "count": 1, "severity": "error", "subject": Self.obeyed,
            "text": Self.obeyed,
            "what": "gone\(Self.obeyed)",
        ]
        for findings in [[entry], [["code": Self.obeyed]]] {
            let json = try JSONSerialization.data(withJSONObject: ["findings": findings, "formatVersion": 1])
            try copy.write(String(decoding: json, as: UTF8.self), to: ".permafrost-baseline.json")
            let result = try Tool.run("lint", "--format", format, in: copy)
            #expect(result.status == (findings[0].count == 1 ? 2 : 0), "\(result)")
            try expectClean(result, format)
        }
    }

    /// A command that fails for a path with such characters.
    @Test(arguments: formats) func paths(_ format: String) throws {
        let copy = try Tool.copy(of: "Users")
        let result = try Tool.run("drift", "gone\(Self.obeyed).store", "--format", format, in: copy)
        #expect(result.status == 2)
        #expect(result.errors.contains("gone"))
        try expectClean(result, format)
    }

    /// A project folder, a fixture and a commit subject with such characters.
    @Test(arguments: formats) func names(_ format: String) throws {
        let copy = try Tool.copy(of: "Users")
        let folder = copy.url.appending(path: "Sources/Old\(Self.obeyed)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try "@Model final class {".write(to: folder.appending(path: "Broken.swift"), atomically: true, encoding: .utf8)
        try "enum Broken: VersionedSchema { static var models: [any PersistentModel.Type] { [Gone.self] } }"
            .write(to: folder.appending(path: "Schema\(Self.obeyed).swift"), atomically: true, encoding: .utf8)
        for command in ["check", "lint", "list", "freeze"] {
            let arguments = command == "freeze" ? ["freeze", "--all"] : [command]
            if ["list", "freeze"].contains(command), !["text", "json"].contains(format) { continue }
            let result = try Tool.run(arguments + ["--format", format], in: copy.url, cache: copy)
            #expect(result.status == 2, "\(command)")
            try expectClean(result, format)
        }
    }

    /// A finding's location in a file with such a name: the complete name, with the same text in every format that has
    /// lines.
    @Test(arguments: [
        "A\nB", "A\r\nB", "A\r", "A\tB\u{202E}", "\u{301}A\n::error::INJECTED", "A\\nB", "##[error]A##vso[b]",
    ])
    func places(_ name: String) throws {
        let copy = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", in: copy).status == 0)
        try copy.edit("Sources/Users/UsersSchemaV1.swift", "var name: String?\n", "var nick: String?\n")
        try copy.edit("Sources/Users/UsersSchemaV1.swift", "self.name = name", "self.nick = name")
        try FileManager.default.moveItem(
            atPath: copy.path("Sources/Users/UsersSchemaV1.swift"), toPath: copy.path("Sources/Users/\(name).swift"))
        let shown = name.unicodeScalars.reduce(into: "") { text, scalar in
            let isShown = ![0x0A, 0x0D, 0x09, 0x202E].contains(scalar.value)
            text += isShown ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
        let broken = [("::", #":\u{3A}"#), ("##[", #"#\u{23}["#), ("##vso[", #"#\u{23}vso["#)]
        let printed = broken.reduce(shown) { $0.replacing($1.0, with: $1.1) }
        for format in Self.formats {
            let result = try Tool.run("check", "--format", format, in: copy)
            #expect(result.status == 1, "\(format): \(result)")
            try expectClean(result, format)
            switch format {
            case "json":
                let places = try Report(result).findings.compactMap { $0["file"] as? String }
                #expect(places.contains("Sources/Users/\(name).swift"), "\(places)")
            case "sarif":
                let encoded = "Users/\(name).swift".addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
                #expect(try Report(result).json.description.contains(encoded), "\(result.output)")
            case "junit":
                let text = try XMLDocument(xmlString: result.output).rootElement()?.stringValue ?? ""
                #expect(text.contains("Sources/Users/\(shown).swift:"), "\(result.output)")
            case "github":
                let place = broken.dropFirst().reduce("Sources/Users/\(shown).swift".replacing(":", with: "%3A")) {
                    $0.replacing($1.0, with: $1.1)
                }
                #expect(result.output.contains("file=\(place),line="), "\(result.output)")
            default: #expect(result.output.contains("Sources/Users/\(printed).swift:"), "\(format): \(result.output)")
            }
        }
        #expect(try Tool.run("list", in: copy).output.contains("Sources/Users/\(printed).swift:"))
    }

    /// An argument that an error repeats.
    @Test(arguments: [
        ["\u{1B}[31m\n::error::INJECTED"], ["explain", "PF\n::error::INJECTED"],
        ["check", "--plan", "\r\n::error::INJECTED"],
    ])
    func arguments(_ arguments: [String]) throws {
        let copy = try Tool.copy(of: "Users")
        let result = try Tool.run(arguments, in: copy.url, cache: copy)
        #expect(result.status == 2)
        #expect(result.errors.contains("INJECTED"))
        try expectClean(result, "text")
    }

    /// A document gives its reader the original text.
    @Test func documentsKeepTheOriginalText() throws {
        let copy = try Tool.copy(of: "Users")
        try copy.edit("Sources/Users/UsersSchemaV1.swift", "var name: String?", "var name: String? = \"a\u{202E}b\"")
        let result = try Tool.run("schema", "1.0.0", "--format", "json", in: copy)
        #expect(result.status == 0)
        #expect(result.output.contains("a\\u202eb"))
        let report = try Report(result)
        #expect(report.json.description.contains("a\u{202E}b"))
    }
}
