import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostCLI

/// Calls of the tools for agents: what they answer, and which arguments they reject.
@Suite struct AgentToolTests {
    /// A project with frozen versions, an edit of the newest one, and a store. Next to the project there is a store that
    /// no call may read.
    private static func project() throws -> ScratchFolder {
        let outer = try Tool.copy(of: "Posts")
        #expect(try Tool.run("freeze", "--all", in: outer).status == 0)
        let files = FileManager.default
        try files.copyItem(atPath: outer.path("Fixtures/1.0.0/App-1_0_0.sqlite"), toPath: outer.path("User.sqlite"))
        try files.createDirectory(atPath: outer.path("inside"), withIntermediateDirectories: true)
        for name in ["Sources", "Fixtures", "User.sqlite"] {
            try files.moveItem(atPath: outer.path(name), toPath: outer.path("inside/\(name)"))
        }
        try files.copyItem(atPath: outer.path("inside/User.sqlite"), toPath: outer.path("Secret.sqlite"))
        try files.createSymbolicLink(
            atPath: outer.path("inside/Link.sqlite"), withDestinationPath: outer.path("Secret.sqlite"))
        try files.createSymbolicLink(atPath: outer.path("inside/Lost.sqlite"), withDestinationPath: outer.path("no"))
        for arguments in [["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "first"]] {
            let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"]
            let result = try CommandResult.running(
                ["git"] + identity + arguments, in: outer.url.appending(path: "inside"))
            #expect(result.status == 0, "\(result)")
        }
        try outer.edit(
            "inside/Sources/Posts/PostsSchemaV4.swift", "var title: String", "var note: Int?; var title: String")
        return outer
    }

    private static let calls: [(tool: String, arguments: String, words: String)] = [
        ("check", "{}", "PF0101]"), ("check", #"{"format":"json"}"#, #""command": "check""#),
        ("lint", "{}", "Exit code"), ("explain", #"{"code":"PF0208"}"#, "RequiredWithoutDefault"),
        ("review", #"{"base":"HEAD","format":"markdown"}"#, "## Schema review"), ("overview", "{}", "Exit code 0"),
        ("list", "{}", "drifted"), ("schema", #"{"version":"2.0.0"}"#, "Post"), ("history", "{}", "Exit code"),
        ("inspect", #"{"store":"User.sqlite","rows":"Post","limit":1}"#, "Exit code 0"),
        ("drift", #"{"store":"User.sqlite"}"#, "1.0.0"), ("diff", #"{"old":"1.0.0","new":"2.0.0"}"#, "Exit code 1"),
        ("diff", #"{"old":"User.sqlite","new":"Fixtures/3.0.0"}"#, "Exit code 1"),
        ("store-diff", #"{"old":"User.sqlite","new":"./User.sqlite","rows":true}"#, "Exit code 0"),
        ("migrate", #"{"store":"User.sqlite","to":"2.0.0"}"#, "Exit code 0"), ("report", "{}", "<!doctype html>"),
        ("new-version", "{}", "enum PostsSchemaV5"),
    ]

    @Test func everyToolReturnsAResultAndWritesNothing() throws {
        let folder = try Self.project()
        var session = AgentSession(folder, project: "inside")
        let before = try Self.contents(of: folder)
        for call in Self.calls {
            let (text, isError) = try session.call(call.tool, call.arguments)
            #expect(text.contains(call.words), "\(call.tool) \(call.arguments)\n\(text.prefix(2000))")
            #expect(isError == text.contains("Exit code 2"), "\(call.tool)")
        }
        #expect(try Self.contents(of: folder) == before)
        #expect(
            Set(Self.calls.map(\.tool)) == Set(MCPCommand.tools.map(\.command.name)))
    }

    /// Returns the contents of all files, except for the cache.
    private static func contents(of folder: ScratchFolder) throws -> [String: Data] {
        try folder.files().filter { !$0.key.hasPrefix(".cache/") }
    }

    private static let badCalls: [(tool: String, arguments: String, words: String)] = [
        ("check", #"{"bsae":"main"}"#, #"check has no argument "bsae". Did you mean "base"?"#),
        ("check", #"{"stamp":"x"}"#, #"has no argument "stamp""#),
        ("lint", #"{"write-baseline":true}"#, #"has no argument "write-baseline""#),
        ("lint", #"{"update-baseline":true}"#, #"has no argument "update-baseline""#),
        ("lint", #"{"baseline":"../b.json"}"#, #""baseline" is outside the project"#),
        ("review", #"{"from-json":"/etc/passwd"}"#, #""from-json" is outside the project"#),
        ("report", #"{"output":"x"}"#, #"no argument "output""#),
        ("report", #"{"open":true}"#, #"has no argument "open""#),
        ("check", #"{"project":".."}"#, #"no argument "project""#),
        ("new-version", #"{"dry-run":false}"#, #"has no argument "dry-run""#),
        ("new-version", #"{"undo":true}"#, #"has no argument "undo""#),
        ("check", "[]", "the arguments must be an object"), ("check", #""x""#, "the arguments must be an object"),
        ("check", #"{"require-frozen":"yes"}"#, #""require-frozen" must be true or false, not a string"#),
        ("check", #"{"base":1}"#, #""base" must be a string, not 1"#),
        ("check", #"{"models":"A"}"#, #""models" must be an array of strings, not a string"#),
        ("check", #"{"models":[1]}"#, #""models" must be an array of strings, not an array"#),
        ("check", #"{"format":"yaml"}"#, "Expected one of: text, json"),
        ("check", #"{"base":""}"#, #""base" is empty"#),
        ("check", #"{"base":"a\u0000b"}"#, "contains a NUL"), ("inspect", "{}", #"inspect needs "store""#),
        ("inspect", #"{"store":"User.sqlite","limit":-1}"#, #""limit" must be an integer of at least 0, not -1"#),
        ("inspect", #"{"store":"User.sqlite","limit":1.5}"#, "must be an integer of at least 0"),
        ("inspect", #"{"store":"../Secret.sqlite"}"#, "outside the project: ../Secret.sqlite"),
        ("inspect", #"{"store":"Link.sqlite"}"#, "outside the project: Link.sqlite"),
        ("inspect", #"{"store":"Lost.sqlite"}"#, "outside the project: Lost.sqlite"),
        ("inspect", #"{"store":"/etc/passwd"}"#, "outside the project: /etc/passwd"),
        ("inspect", #"{"store":"no/../../Secret.sqlite"}"#, "outside the project"),
        ("diff", #"{"old":"..","new":"1.0.0"}"#, "outside the project: .."),
        ("diff", #"{"old":"1.0.0","new":"Link.sqlite"}"#, "outside the project"),
        ("check", #"{"fixtures":"../Fixtures"}"#, "outside the project"),
        ("check", #"{"model":["../A.xcdatamodeld"]}"#, "outside the project"),
        // These reach the command, which rejects them.
        ("inspect", #"{"store":"--help"}"#, "Exit code 2"),
        ("schema", #"{"version":"--fixtures=/etc"}"#, "Exit code 2"),
        ("schema", #"{"version":"9.9.9"}"#, "no declared version 9.9.9"),
        ("check", #"{"base":"--output=x"}"#, "Exit code 2"), ("inspect", #"{"store":"no.sqlite"}"#, "Exit code 2"),
    ]

    @Test func badArgumentsAreExplained() throws {
        let folder = try Self.project()
        var session = AgentSession(folder, project: "inside")
        for call in Self.badCalls {
            let (text, isError) = try session.call(call.tool, call.arguments)
            #expect(text.contains(call.words), "\(call.tool) \(call.arguments)\n\(text)")
            #expect(isError, "\(call.tool) \(call.arguments)")
        }
    }

    /// What an option becomes on the command line. A call's value replaces the server's.
    @Test func theServersOptionsApplyToCallsWithoutThem() throws {
        let tool = try #require(AgentTool(CheckCommand.specification))
        let defaults = { (option: CommandOption) in
            ["--models": ["--models", "A,B"], "--plan": ["--plan", "P"]][option.name] ?? []
        }
        let paths = ProjectPaths(root: "/tmp")
        let arguments = try tool.commandLine(
            .object([("plan", .string("Q")), ("require-frozen", .boolean(true))]), in: paths, defaults: defaults)
        #expect(arguments == ["check", "--project=/tmp", "--require-frozen", "--plan=Q", "--models", "A,B"])
    }
}
