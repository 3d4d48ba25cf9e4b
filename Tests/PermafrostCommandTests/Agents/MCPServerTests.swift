import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostCLI

/// The server for agents: its messages, as the Model Context Protocol defines them.
@Suite struct MCPServerTests {
    /// The commands that aren't tools: they write, don't work on a project, or are the server itself.
    private static let withheld: Set = [
        "init", "adopt", "freeze", "scaffold", "ship", "skill", "mcp", "completions", "manual",
    ]
    /// The options that make a reading command write, and those that the server decides.
    private static let withheldOptions: Set = [
        "output", "stamp", "open", "undo", "write-baseline", "update-baseline", "project", "quiet", "help", "dry-run",
    ]

    private static func tools() throws -> [[String: Any]] {
        var session = AgentSession(try ScratchFolder())
        return try #require(try session.result("tools/list")["tools"] as? [[String: Any]])
    }

    @Test func theToolsAreTheCommandsThatOnlyRead() throws {
        let names = Set(try Self.tools().compactMap { $0["name"] as? String })
        #expect(
            names == Set(Commands.all.map { $0.specification.name }).subtracting(Self.withheld).union(["overview"]))
    }

    @Test func schemasDescribeTheArguments() throws {
        for tool in try Self.tools() {
            let name = try #require(tool["name"] as? String)
            let schema = try #require(tool["inputSchema"] as? [String: Any])
            let properties = try #require(schema["properties"] as? [String: [String: Any]])
            #expect(schema["type"] as? String == "object", "\(name)")
            #expect(schema["additionalProperties"] as? Bool == false, "\(name)")
            #expect(Set(properties.keys).isDisjoint(with: Self.withheldOptions), "\(name): \(properties.keys)")
            #expect(Set(schema["required"] as? [String] ?? []).isSubset(of: properties.keys), "\(name)")
            for (key, property) in properties {
                #expect((property["description"] as? String)?.isEmpty == false, "\(name).\(key)")
                #expect(property["type"] is String, "\(name).\(key)")
            }
        }
    }

    @Test(arguments: [
        ("migrate", ["store", "to"]), ("diff", ["old", "new"]), ("schema", ["version"]), ("report", []),
        ("new-version", []),
    ]) func requiredArgumentsAreRequiredInTheSchema(_ name: String, _ required: [String]) throws {
        let tool = try #require(try Self.tools().first { $0["name"] as? String == name })
        let schema = tool["inputSchema"] as? [String: Any]
        #expect(schema?["required"] as? [String] ?? [] == required)
    }

    /// What a line gets: the identifier of a result, the code of an error, or nothing.
    @Test(arguments: [
        ("x", "-32700"), ("{", "-32700"), (String(repeating: "[", count: 100_000), "-32700"),
        ("[\(AgentSession.request("tools/list"))]", "-32600"), ("1", "-32600"), ("{}", "-32600"),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, "-32600"),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, "-32600"),
        (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, "-32600"),
        (#"{"jsonrpc":"2.0","id":1,"method":7}"#, "-32600"),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, "-32602"),
        (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "none"),
        (#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#, "none"), ("", "none"), (" \r", "none"),
        (#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#, "result a"),
        (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, "-32601"),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, "-32602"),
        (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, "-32602"),
        (AgentSession.request("ping"), "-32601"), (AgentSession.request("initialize"), "-32601"),
        (AgentSession.request("tools/list", revision: "2027-01-01"), "-32022"),
        (AgentSession.request("tools/list", revision: "2025-11-25"), "-32022"),
        (AgentSession.request("tools/list", #""cursor":"x","#), "-32602"),
        (AgentSession.request("tools/call"), "-32602"),
        (AgentSession.request("tools/call", #""name":"freeze","#), "-32602"),
        (AgentSession.request("server/discover", id: 5), "result 5"),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
            "-32602"
        ),
    ]) func eachRequestLineGetsAResponse(_ line: String, _ outcome: String) throws {
        var session = AgentSession(try ScratchFolder())
        #expect(try session.outcome(of: line) == outcome)
        // The server goes on.
        #expect(try session.outcome(of: AgentSession.request("tools/list", id: 9)) == "result 9")
    }

    @Test func aLineThatIsTooLongIsAnError() throws {
        var server = AgentSession(try ScratchFolder())
        let long = String(repeating: "a", count: MCPLines.limit + 1)
        var lines = MCPLines(
            reading: Self.reader(of: [Data(long.utf8), Data("\n\(AgentSession.initialize)".utf8)]))
        #expect(try lines.next() == .tooLong)
        guard case .message(let bytes) = try lines.next() else {
            Issue.record("the line after a long one isn't read")
            return
        }
        #expect(try server.outcome(of: String(decoding: bytes, as: UTF8.self)) == "result 0")
        #expect(try lines.next() == nil)
    }

    /// The same lines, however the input is divided.
    @Test(arguments: [1, 2, 3, 7, 100]) func linesAreFoundInAnyPieces(_ size: Int) throws {
        let bytes = Array("one\n\ntwo\r\nthree".utf8)
        let pieces = stride(from: 0, to: bytes.count, by: size).map { Data(bytes[$0..<min($0 + size, bytes.count)]) }
        var lines = MCPLines(reading: Self.reader(of: pieces))
        var found: [String] = []
        while case .message(let line)? = try lines.next() { found.append(String(decoding: line, as: UTF8.self)) }
        #expect(found == ["one", "", "two\r", "three"])
    }

    private static func reader(of pieces: [Data]) -> () throws -> Data {
        var rest = pieces[...]
        return { rest.popFirst() ?? Data() }
    }

    @Test func resultsOfTheNewestRevisionAreComplete() throws {
        var session = AgentSession(try ScratchFolder())
        for method in ["server/discover", "tools/list"] {
            let result = try session.result(method)
            #expect(result["resultType"] as? String == "complete")
            #expect(result["ttlMs"] is Int && result["cacheScope"] as? String == "private")
            let meta = result["_meta"] as? [String: [String: Any]]
            #expect(meta?["io.modelcontextprotocol/serverInfo"]?["name"] as? String == "permafrost")
        }
        let discovered = try session.result("server/discover")
        #expect(discovered["supportedVersions"] as? [String] == ["2026-07-28", "2025-11-25", "2025-06-18"])
    }

    @Test(arguments: [
        ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2024-11-05", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
    ]) func initializeAgreesOnARevision(_ requested: String, _ agreed: String) throws {
        var session = AgentSession(try ScratchFolder())
        let answer = try session.answer(to: AgentSession.initialize.replacing("2025-11-25", with: requested))
        let result = answer?["result"] as? [String: Any]
        #expect(result?["protocolVersion"] as? String == agreed)
        #expect(result?["resultType"] == nil)
        #expect(try session.outcome(of: #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == "none")
        #expect(try session.outcome(of: #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#) == "result 2")
        #expect(try session.outcome(of: AgentSession.initialize) == "-32600")
    }

    @Test func aLongAnswerIsCut() throws {
        let (results, notes) = (BoundedText(limit: 11), BoundedText(limit: 100))
        for piece in ["ééé", "ééé", "é\n"] { results.append(Data(piece.utf8)) }
        notes.append(Data("a note\n".utf8))
        var session = AgentSession(try ScratchFolder()) { _ in
            MCPServer.CommandResult(results: results, notes: notes, exitCode: .findings)
        }
        let (text, isError) = try session.call("check", "{}")
        #expect(
            text == """
                ééééé
                [This text has 15 bytes and was cut here. To get less, select a part with arguments.]
                a note
                Exit code 1: findings or differences
                """)
        #expect(!isError)
    }

    /// The complete command: lines in, lines out, and nothing else on standard output.
    @Test func theCommandServesAPipe() throws {
        let folder = try Tool.copy(of: "Posts")
        let lines = [
            AgentSession.initialize, "x", #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list"}}"#,
        ]
        try folder.write(lines.joined(separator: "\n"), to: "input")
        let result = try CommandResult.running(
            ["sh", "-c", #"exec "$0" mcp <input"#, Tool.path], in: folder.url,
            environment: ["PERMAFROST_CACHE_DIR": folder.path(".cache"), "XDG_STATE_HOME": Tool.state])
        #expect(result.status == 0, "\(result)")
        let answers = try result.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(answers.map { ($0["id"] as? Int).map(String.init) ?? "null" } == ["0", "null", "1"])
        #expect(result.output.contains("PostsSchemaV1"))
        #expect(result.standardError.isEmpty, "\(result)")
    }

    @Test(arguments: ["swift-package", "xcode"]) func aPluginDoesNotServe(_ caller: String) throws {
        let folder = try TypeNameTests.project()
        let result = try Tool.run("mcp", in: folder, environment: ["PERMAFROST_CALLER": caller])
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("mcp can't run in a plugin"), "\(result)")
    }
}
