import PermafrostModel

/// A request, with its parameters as an object.
struct MCPRequest {
    let id: CanonicalJSON
    let method: String
    let parameters: CanonicalJSON
}
