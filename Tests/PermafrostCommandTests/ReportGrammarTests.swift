import Foundation
import PermafrostTestSupport
import Testing

/// Whatever a command's outcome, its output is a document in the requested format.
@Suite struct ReportGrammarTests {
    /// A project for commands that fail, with the set of commands that succeed.
    struct Situation: Sendable, CustomTestStringConvertible {
        let name: String
        /// A version, a store and a model as command-line arguments.
        var version = "1.0.0"
        var store = "Fixtures/1.0.0/App-1_0_0.sqlite"
        var model = "User"
        var options: [String] = []
        /// The commands that don't end with exit code 2.
        var succeeding: Set<String> = []
        var formats = ["json", "sarif", "junit"]
        let prepare: @Sendable (ScratchFolder) throws -> Void

        var testDescription: String { name }
    }

    private static let hostile = "\u{1B}]0;x\u{07}\u{9B}31m\u{202E}\u{FFFE}\r\n::error::INJECTED"
    /// Commands that read only stores, and commands that read only the project.
    private static let ofStores: Set = ["inspect", "inspect --rows", "store-diff"]
    private static let ofProject: Set = [
        "check", "check --base", "lint", "history", "list", "schema", "scaffold", "freeze --all",
    ]
    private static let situations = [
        Situation(
            name: "nothing is wrong",
            succeeding: ofStores.union(ofProject).union(["drift", "drift --blame", "diff", "migrate"])
        ) { try git($0) },
        Situation(name: "an option that no command has", options: ["--nonsense\(hostile)"]) { _ in },
        Situation(name: "no such format", options: ["--format"]) { _ in },
        Situation(
            name: "no project", succeeding: ofStores, formats: ["json", "sarif", "junit", "github"]
        ) {
            try FileManager.default.removeItem(at: $0.url.appending(path: "Sources"))
        },
        Situation(name: "a source that does not parse", succeeding: ofStores.union(["diff", "schema"])) {
            try git($0)
            try $0.write("import SwiftData\n@Model final class {", to: "Sources/Users/Broken.swift")
        },
        Situation(
            name: "a version that cannot be read",
            succeeding: ofStores.union(["diff", "schema"])
        ) {
            try git($0)
            try $0.edit("Sources/Users/UsersSchemaV2.swift", "[User.self]", "allModels()")
        },
        Situation(
            name: "a damaged fixture", succeeding: ofProject.subtracting(["scaffold"])
        ) {
            try git($0)
            for file in ["App-1_0_0.sqlite", "schema-1_0_0.json", "schema-1_0_0.sql"] {
                try $0.write("damaged\(hostile)", to: "Fixtures/1.0.0/\(file)")
            }
        },
        Situation(
            name: "a version that nobody knows", version: "9.9.9\(hostile)",
            succeeding: ofStores.union(ofProject).union(["drift", "drift --blame"]).subtracting(["schema"])
        ) { try git($0) },
        Situation(name: "no such store", store: "gone\(hostile).store", succeeding: ofProject) { try git($0) },
        Situation(name: "a store that is damaged", store: "half.store", succeeding: ofProject) {
            try git($0)
            let bytes = try Data(contentsOf: $0.url.appending(path: "Fixtures/1.0.0/App-1_0_0.sqlite"))
            try bytes.prefix(bytes.count / 2).write(to: $0.url.appending(path: "half.store"))
        },
        Situation(
            name: "a store that may not be read", store: "folder.store",
            succeeding: ofProject.subtracting(["check --base", "history"])
        ) {
            try FileManager.default.createDirectory(
                at: $0.url.appending(path: "folder.store"), withIntermediateDirectories: true)
        },
        Situation(
            name: "names of characters that are obeyed", store: "a\(hostile).store", model: "User\(hostile)",
            succeeding: ["diff", "schema", "inspect", "store-diff"],
            formats: ["json", "sarif", "junit", "github", "xcode", "text"]
        ) {
            try git($0)
            let folder = $0.url.appending(path: "Sources/Old\(hostile)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try "@Model final class {".write(
                to: folder.appending(path: "Broken.swift"), atomically: true, encoding: .utf8)
            try FileManager.default.copyItem(
                at: $0.url.appending(path: "Fixtures/1.0.0/App-1_0_0.sqlite"),
                to: $0.url.appending(path: "a\(hostile).store"))
        },
    ]

    /// Creates a repository for the project, with one commit and a tag.
    private static func git(_ folder: ScratchFolder) throws {
        try folder.write(".cache\n", to: ".gitignore")
        for arguments in [
            ["init", "--quiet", "--initial-branch", "main"], ["add", "--all"],
            ["commit", "--quiet", "--no-gpg-sign", "--message", "All\u{202E}"], ["tag", "--no-sign", "v1"],
        ] { try GitTests.History.git(arguments, folder) }
    }

    /// Returns the command lines, each with whether the command writes findings. Commands that write files come last.
    private static func lines(_ situation: Situation) -> [(name: String, arguments: [String], hasFindings: Bool)] {
        let (version, store) = (situation.version, situation.store)
        return [
            ("check", ["check"], true), ("check --base", ["check", "--base", "v1"], true), ("lint", ["lint"], true),
            ("history", ["history"], true), ("drift", ["drift", store], true),
            ("drift --blame", ["drift", store, "--blame"], true), ("diff", ["diff", store, version], true),
            ("explain", ["explain", "PF\(situation.version)"], false), ("list", ["list"], false),
            ("schema", ["schema", version], false), ("inspect", ["inspect", store], false),
            ("inspect --rows", ["inspect", store, "--rows", situation.model], false),
            ("store-diff", ["store-diff", store, "Fixtures/2.0.0/App-2_0_0.sqlite", "--rows"], false),
            ("migrate", ["migrate", store, "--to", version, "--dry-run"], false), ("scaffold", ["scaffold"], false),
            ("freeze", ["freeze", version], false), ("freeze --all", ["freeze", "--all"], false),
        ]
    }

    @Test(arguments: situations) func everyCommand(_ situation: Situation) throws {
        let folder = try Tool.copy(of: "Users")
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "Tests/UsersTests"), withIntermediateDirectories: true)
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        try situation.prepare(folder)
        for line in Self.lines(situation) {
            for format in situation.formats where line.hasFindings || ["json", "text"].contains(format) {
                // An option without its value doesn't swallow the next one.
                let arguments = line.arguments + ["--format", format] + situation.options
                let result = try Tool.run(arguments, in: folder.url, cache: folder)
                let problems = ReportGrammar.problems(result, command: line.arguments[0], format: format)
                #expect(problems.isEmpty, "\(line.name) --format \(format): \(problems), \(result)")
                let isFailure = !situation.succeeding.contains(line.name)
                #expect((result.status == 2) == isFailure, "\(line.name) --format \(format): \(result)")
            }
        }
    }

    /// A format that a command doesn't support is a usage error, written in that format.
    @Test(arguments: ["freeze", "list", "schema", "scaffold", "inspect", "store-diff", "migrate"])
    func aFormatThatTheCommandDoesNotWrite(_ command: String) throws {
        let folder = try ScratchFolder()
        for format in ["sarif", "junit", "github"] {
            let operands = ["schema": ["1.0.0"], "inspect": ["a"], "store-diff": ["a", "b"], "migrate": ["a"]]
            let arguments = [command] + (operands[command] ?? []) + ["--format", format]
            let result = try Tool.run(arguments, in: folder.url, cache: folder)
            #expect(result.status == 2)
            #expect(result.errors.contains("text or json"), "\(result)")
            #expect(ReportGrammar.problems(result, command: command, format: format).isEmpty, "\(result)")
        }
    }
}
