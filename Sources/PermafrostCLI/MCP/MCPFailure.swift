import PermafrostModel

/// An error that is sent as the answer to a message.
struct MCPFailure: Error, Hashable {
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
