import Foundation
import PermafrostModel

/// A message of the Model Context Protocol, which uses JSON-RPC 2.0.
enum MCPMessage {
    /// A request, which gets exactly one answer.
    case request(Request)
    /// A notification, or a response to a request that the server never made. Neither gets an answer.
    case other

    /// Creates a message from a line of input. If the line isn't a valid message, throws an error with the request's
    /// identifier if it is known.
    init(_ line: [UInt8]) throws(Failure) {
        let json: CanonicalJSON
        do { json = try CanonicalJSON(parsing: line) } catch {
            throw Failure(.parseError, "the line isn't JSON: \(Self.reason(error))")
        }
        guard case .object = json else {
            let isBatch = if case .array = json { true } else { false }
            throw Failure(
                .invalidRequest,
                isBatch
                    ? "batches aren't supported: send one request a line" : "a message must be a JSON object")
        }
        guard let id = json["id"] else {
            guard case .string = json["method"] else {
                throw Failure(.invalidRequest, "the message has neither a method nor an identifier")
            }
            self = .other
            return
        }
        switch id {
        case .string, .integer: break
        default: throw Failure(.invalidRequest, "\"id\" must be a string or an integer")
        }
        guard case .string(let method) = json["method"] else {
            guard json["result"] == nil, json["error"] == nil else {
                self = .other
                return
            }
            throw Failure(.invalidRequest, "\"method\" must be a string", id: id)
        }
        guard json["jsonrpc"] == .string("2.0") else {
            throw Failure(.invalidRequest, "\"jsonrpc\" must be \"2.0\"", id: id)
        }
        let parameters = json["params"] ?? .object([CanonicalJSON.Member]())
        guard case .object = parameters else {
            throw Failure(.invalidParameters, "\"params\" must be an object", id: id)
        }
        self = .request(Request(id: id, method: method, parameters: parameters))
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

extension MCPMessage {
    /// A request, with its parameters as an object.
    struct Request {
        let id: CanonicalJSON
        let method: String
        let parameters: CanonicalJSON
    }

    /// An error that is sent as the answer to a message.
    struct Failure: Error, Hashable {
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

        /// The JSON-RPC response that reports this error.
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
}
