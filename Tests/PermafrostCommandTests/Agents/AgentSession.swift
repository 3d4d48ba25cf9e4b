import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostCLI

/// A server for agents in this process, for one project.
struct AgentSession {
    let folder: ScratchFolder
    private var server: MCPServer
    private var lastIdentifier = 0

    /// Creates a session for a project in a folder.
    ///
    /// - Parameters:
    ///   - project: the project's path in the folder.
    ///   - run: what runs instead of a tool's command.
    init(_ folder: ScratchFolder, project: String = "", run: (([String]) -> MCPServer.CommandResult)? = nil) {
        self.folder = folder
        let environment = ProcessInfo.processInfo.environment.merging([
            "PERMAFROST_CACHE_DIR": folder.path(".cache"), "XDG_STATE_HOME": Tool.state,
        ]) { $1 }
        server = MCPServer(
            tools: MCPCommand.tools,
            paths: ProjectPaths(root: folder.url.appending(path: project).path),
            version: "1",
            defaults: { _ in [] },
            run: run ?? { MCPCommand.result(of: $0, environment) })
    }

    /// Returns the answer to a line; nil if there is none. The answer is one line of JSON.
    mutating func answer(to line: String) throws -> [String: Any]? {
        guard let bytes = server.answer(to: .message(Array(line.utf8))) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasSuffix("\n") && text.dropLast().allSatisfy { !$0.isNewline }, "\(text)")
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    /// Returns the outcome of a request: its identifier, the code of an error, or nothing.
    mutating func outcome(of line: String) throws -> String {
        guard let answer = try answer(to: line) else { return "none" }
        if let error = answer["error"] as? [String: Any], let code = error["code"] as? Int { return "\(code)" }
        return "result \(answer["id"] ?? "")"
    }

    /// Returns the result of a request of the newest revision.
    mutating func result(_ method: String, _ parameters: String = "") throws -> [String: Any] {
        lastIdentifier += 1
        let answer = try answer(to: Self.request(method, parameters, id: lastIdentifier))
        #expect(answer?["id"] as? Int == lastIdentifier)
        return try #require(answer?["result"] as? [String: Any], "\(answer ?? [:])")
    }

    /// Calls a tool, and returns its text and whether it failed.
    mutating func call(_ tool: String, _ arguments: String) throws -> (text: String, isError: Bool) {
        let result = try result("tools/call", #""name":"\#(tool)","arguments":\#(arguments),"#)
        let blocks = try #require(result["content"] as? [[String: Any]])
        #expect(blocks.allSatisfy { $0["type"] as? String == "text" })
        return (
            blocks.compactMap { $0["text"] as? String }.joined(separator: "\n"),
            try #require(result["isError"] as? Bool)
        )
    }

    static func request(
        _ method: String, _ parameters: String = "", id: Int = 1, revision: String = MCPServer.revision
    ) -> String {
        """
        {"jsonrpc":"2.0","id":\(id),"method":"\(method)","params":{\(parameters)"_meta":{\
        "io.modelcontextprotocol/protocolVersion":"\(revision)","io.modelcontextprotocol/clientCapabilities":{}}}}
        """
    }

    static let initialize = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#
}
