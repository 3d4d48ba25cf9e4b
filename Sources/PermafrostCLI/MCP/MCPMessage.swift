import Foundation
import PermafrostModel

/// A message of the Model Context Protocol, which uses JSON-RPC 2.0.
enum MCPMessage {
    /// A request, which gets exactly one answer.
    case request(MCPRequest)
    /// A notification, or a response to a request that the server never made. Neither gets an answer.
    case other

    /// Creates a message from a line of input. If the line isn't a valid message, throws an error with the request's
    /// identifier if it is known.
    init(_ line: [UInt8]) throws(MCPFailure) {
        let json: CanonicalJSON
        do { json = try CanonicalJSON(parsing: line) } catch {
            throw MCPFailure(.parseError, "the line isn't JSON: \(Self.reason(error))")
        }
        guard case .object = json else {
            let isBatch = if case .array = json { true } else { false }
            throw MCPFailure(
                .invalidRequest,
                isBatch
                    ? "batches aren't supported: send one request a line" : "a message must be a JSON object")
        }
        guard let id = json["id"] else {
            guard case .string = json["method"] else {
                throw MCPFailure(.invalidRequest, "the message has neither a method nor an identifier")
            }
            self = .other
            return
        }
        switch id {
        case .string, .integer: break
        default: throw MCPFailure(.invalidRequest, "\"id\" must be a string or an integer")
        }
        guard case .string(let method) = json["method"] else {
            guard json["result"] == nil, json["error"] == nil else {
                self = .other
                return
            }
            throw MCPFailure(.invalidRequest, "\"method\" must be a string", id: id)
        }
        guard json["jsonrpc"] == .string("2.0") else {
            throw MCPFailure(.invalidRequest, "\"jsonrpc\" must be \"2.0\"", id: id)
        }
        let parameters = json["params"] ?? .object([CanonicalJSON.Member]())
        guard case .object = parameters else {
            throw MCPFailure(.invalidParameters, "\"params\" must be an object", id: id)
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
