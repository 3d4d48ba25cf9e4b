import PermafrostModel

/// A message of the Model Context Protocol, which uses JSON-RPC 2.0.
enum MCPMessage {
    /// A request, which gets exactly one answer.
    case request(MCPRequest)
    /// A notification, or a response to a request that the server never made. Neither gets an answer.
    case other

    /// Parses a message. Throws an error with the request's identifier, if it is known.
    init(_ line: [UInt8]) throws(MCPError) {
        let json: CanonicalJSON
        do { json = try CanonicalJSON(parsing: line) } catch {
            throw MCPError(.parseError, "the line isn't JSON: \(Self.reason(error))")
        }
        guard case .object = json else {
            let isBatch = if case .array = json { true } else { false }
            throw MCPError(
                .invalidRequest,
                isBatch
                    ? "batches aren't supported: send one request a line" : "a message must be a JSON object")
        }
        guard let id = json["id"] else {
            guard case .string = json["method"] else {
                throw MCPError(.invalidRequest, "the message has neither a method nor an identifier")
            }
            self = .other
            return
        }
        switch id {
        case .string, .integer: break
        default: throw MCPError(.invalidRequest, "\"id\" must be a string or an integer")
        }
        guard case .string(let method) = json["method"] else {
            guard json["result"] == nil, json["error"] == nil else {
                self = .other
                return
            }
            throw MCPError(.invalidRequest, "\"method\" must be a string", id: id)
        }
        guard json["jsonrpc"] == .string("2.0") else {
            throw MCPError(.invalidRequest, "\"jsonrpc\" must be \"2.0\"", id: id)
        }
        let parameters = json["params"] ?? .object([CanonicalJSON.Member]())
        guard case .object = parameters else {
            throw MCPError(.invalidParameters, "\"params\" must be an object", id: id)
        }
        self = .request(MCPRequest(id: id, method: method, parameters: parameters))
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case ModelDocumentError.notJSON(let reason): reason.hasPrefix("It ") ? reason : "it can't be parsed."
        case ModelDocumentError.tooLarge(let what, let found, let limit):
            "it has \(found) \(what), more than \(limit)."
        default: "\(error)"
        }
    }
}

/// A request, with its parameters as an object.
struct MCPRequest {
    let id: CanonicalJSON
    let method: String
    let parameters: CanonicalJSON
}

/// An error that answers a message.
struct MCPError: Error, Hashable {
    enum Code: Int64 {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParameters = -32602
        case unsupportedRevision = -32022
    }

    let code: Code
    let message: String
    /// The identifier of the request; nil if it isn't known.
    var id: CanonicalJSON?
    var data: CanonicalJSON?

    init(_ code: Code, _ message: String, id: CanonicalJSON? = nil, data: CanonicalJSON? = nil) {
        self.code = code
        self.message = message
        self.id = id
        self.data = data
    }

    /// The answer with this error.
    var answer: CanonicalJSON {
        .object([
            (
                "error",
                .object([("code", .integer(code.rawValue)), ("data", data), ("message", .string(message))])
            ),
            ("id", id ?? .null), ("jsonrpc", .string("2.0")),
        ])
    }
}
