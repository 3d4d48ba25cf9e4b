import Foundation
import PermafrostModel
import PermafrostSource

/// A server of the Model Context Protocol that offers commands as tools. It answers one message at a time.
///
/// Clients of revision 2026-07-28 include the revision in the `_meta` object of each request. Clients of earlier
/// revisions call `initialize` first. A server can have clients of both kinds, because the kind is determined for each
/// request.
struct MCPServer {
    /// The newest supported revision of the protocol.
    static let revision = "2026-07-28"
    /// The supported revisions whose clients call `initialize`, newest first.
    static let initializedRevisions = ["2025-11-25", "2025-06-18"]

    /// The result of a tool's command.
    struct CommandResult {
        /// The command's results, up to a limit.
        let results: BoundedText
        /// The command's notes and errors, up to a limit.
        let notes: BoundedText
        let exitCode: ExitCode
    }

    let tools: [AgentTool]
    let paths: ProjectPaths
    /// The version of Permafrost.
    let version: String
    /// A function that returns the arguments for an option that a call doesn't set.
    let defaults: (CommandOption) -> [String]
    /// A function that runs a command line.
    let run: ([String]) -> CommandResult
    /// Whether the client has called `initialize`.
    private var isInitialized = false

    init(
        tools: [AgentTool], paths: ProjectPaths, version: String,
        defaults: @escaping (CommandOption) -> [String],
        run: @escaping ([String]) -> CommandResult
    ) {
        self.tools = tools
        self.paths = paths
        self.version = version
        self.defaults = defaults
        self.run = run
    }

    /// Returns the answer to a line of input, as a line; nil if the line gets no answer.
    mutating func answer(to line: MCPLines.Line) -> [UInt8]? {
        let answer: CanonicalJSON?
        do throws(MCPFailure) {
            answer = try self.result(of: line)
        } catch {
            answer = error.answer
        }
        return answer.map { $0.bytes(.compact) + [UInt8(ascii: "\n")] }
    }

    private mutating func result(of line: MCPLines.Line) throws(MCPFailure) -> CanonicalJSON? {
        guard case .message(let bytes) = line else {
            throw MCPFailure(.invalidRequest, "the line is longer than \(MCPLines.limit) bytes")
        }
        // Lines without content aren't messages.
        guard bytes.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { return nil }
        guard case .request(let request) = try MCPMessage(bytes) else { return nil }
        do {
            let meta = request.parameters["_meta"]
            let isStateless = meta?[MetaKey.protocolVersion] != nil
            if isStateless { try Self.checkMeta(meta) }
            let result = try isStateless ? statelessResult(of: request) : initializedResult(of: request)
            return .object([("id", request.id), ("jsonrpc", .string("2.0")), ("result", result)])
        } catch {
            throw MCPFailure(error.code, error.message, id: request.id, data: error.data)
        }
    }

    // MARK: Revisions

    /// The keys in `_meta` that the protocol reserves.
    private enum MetaKey {
        static let protocolVersion = "io.modelcontextprotocol/protocolVersion"
        static let clientCapabilities = "io.modelcontextprotocol/clientCapabilities"
        static let serverInfo = "io.modelcontextprotocol/serverInfo"
    }

    private static let allRevisions = [revision] + initializedRevisions

    private static func checkMeta(_ meta: CanonicalJSON?) throws(MCPFailure) {
        guard case .string(let requested) = meta?[MetaKey.protocolVersion] else {
            throw MCPFailure(.invalidParameters, "\"\(MetaKey.protocolVersion)\" in \"_meta\" must be a string")
        }
        guard requested == revision else {
            throw MCPFailure(
                .unsupportedRevision, "unsupported protocol version \"\(requested)\"",
                data: .object([("requested", .string(requested)), ("supported", .strings(allRevisions))]))
        }
        guard case .object = meta?[MetaKey.clientCapabilities] else {
            throw MCPFailure(.invalidParameters, "\"_meta\" needs the object \"\(MetaKey.clientCapabilities)\"")
        }
    }

    /// Returns the result of a request that contains its protocol revision in `_meta`.
    private func statelessResult(of request: MCPRequest) throws(MCPFailure) -> CanonicalJSON {
        let own: [(String, CanonicalJSON?)]
        // The tools and the project's folder can't change while the server runs.
        let caching: [(String, CanonicalJSON?)] = [("cacheScope", .string("private")), ("ttlMs", .integer(3_600_000))]
        switch request.method {
        case "server/discover":
            own =
                [
                    ("capabilities", capabilities), ("instructions", .string(instructions)),
                    ("supportedVersions", .strings(Self.allRevisions)),
                ] + caching
        case "tools/list": own = try toolList(request) + caching
        case "tools/call": own = try call(request)
        default: throw Self.unknownMethod(request)
        }
        let meta = CanonicalJSON.object([(MetaKey.serverInfo, serverInfo)])
        return .object(own + [("_meta", meta), ("resultType", .string("complete"))])
    }

    /// Returns the result of a request without a protocol revision in `_meta`. A client that sends such requests must
    /// call `initialize` first.
    private mutating func initializedResult(of request: MCPRequest) throws(MCPFailure) -> CanonicalJSON {
        switch request.method {
        case "initialize": return try initialize(request)
        case "ping": return .object([(String, CanonicalJSON?)]())
        case "server/discover", "tools/list", "tools/call":
            guard isInitialized, request.method != "server/discover" else {
                throw MCPFailure(
                    .invalidParameters,
                    "\"_meta\" needs \"\(MetaKey.protocolVersion)\". Clients of earlier revisions call initialize first"
                )
            }
            return .object(try request.method == "tools/list" ? toolList(request) : call(request))
        default: throw Self.unknownMethod(request)
        }
    }

    private mutating func initialize(_ request: MCPRequest) throws(MCPFailure) -> CanonicalJSON {
        guard case .string(let requested) = request.parameters["protocolVersion"] else {
            throw MCPFailure(.invalidParameters, "initialize needs the string \"protocolVersion\"")
        }
        guard !isInitialized else { throw MCPFailure(.invalidRequest, "initialize was already called") }
        isInitialized = true
        let agreed = Self.initializedRevisions.first { $0 == requested } ?? Self.initializedRevisions[0]
        return .object([
            ("capabilities", capabilities), ("instructions", .string(instructions)),
            ("protocolVersion", .string(agreed)), ("serverInfo", serverInfo),
        ])
    }

    private static func unknownMethod(_ request: MCPRequest) -> MCPFailure {
        MCPFailure(.methodNotFound, "there is no method \"\(request.method)\"")
    }

    // MARK: The server

    private var capabilities: CanonicalJSON { .object([("tools", .object([(String, CanonicalJSON?)]()))]) }

    private var serverInfo: CanonicalJSON {
        .object([("name", .string("permafrost")), ("title", .string("Permafrost")), ("version", .string(version))])
    }

    private var instructions: String {
        """
        Reads the SwiftData schema versions of the project in \(paths.root): what is frozen, what drifted, what a migration \
        loses. No tool writes to the project. check is the gate, and lint predicts what SwiftData rejects. lint with explain \
        describes a finding's code, such as PF0208. Never edit a frozen version or its fixture: new-version shows the edits for \
        the next version.
        """
    }

    // MARK: Tools

    private func toolList(_ request: MCPRequest) throws(MCPFailure) -> [(String, CanonicalJSON?)] {
        guard request.parameters["cursor"] == nil else {
            throw MCPFailure(.invalidParameters, "unknown cursor: the list of tools has one page")
        }
        return [("tools", .array(tools.map(\.json)))]
    }

    private func call(_ request: MCPRequest) throws(MCPFailure) -> [(String, CanonicalJSON?)] {
        guard case .string(let name) = request.parameters["name"] else {
            throw MCPFailure(.invalidParameters, "tools/call needs the string \"name\"")
        }
        guard let tool = tools.first(where: { $0.command.name == name }) else {
            let near = NearNames.of(name, among: tools.map(\.command.name))
            let hint = near.isEmpty ? "" : ". Did you mean \(near.joined(separator: " or "))?"
            throw MCPFailure(.invalidParameters, "there is no tool \"\(name)\"\(hint)")
        }
        do throws(AgentTool.ArgumentError) {
            return content(
                of: run(try tool.commandLine(request.parameters["arguments"], in: paths, defaults: defaults)))
        } catch {
            return Self.content(["error: \(error.text)"], isError: true)
        }
    }

    private func content(of result: CommandResult) -> [(String, CanonicalJSON?)] {
        let meaning =
            switch result.exitCode {
            case .success: "success"
            case .findings: "findings or differences"
            case .failed: "failed or incomplete"
            }
        var texts = [result.results, result.notes].map(Self.text).filter { !$0.isEmpty }
        texts.append("Exit code \(result.exitCode.rawValue): \(meaning)")
        return Self.content(texts, isError: result.exitCode == .failed)
    }

    /// Returns the text. If it was cut, appends a line with its full size.
    private static func text(_ bounded: BoundedText) -> String {
        guard bounded.isCut else { return bounded.text }
        return bounded.text
            + "\n[This text has \(bounded.size) bytes and was cut here. To get less, select a part with arguments.]"
    }

    private static func content(_ texts: [String], isError: Bool) -> [(String, CanonicalJSON?)] {
        let blocks = texts.map { CanonicalJSON.object([("text", .string($0)), ("type", .string("text"))]) }
        return [("content", .array(blocks)), ("isError", .boolean(isError))]
    }
}
