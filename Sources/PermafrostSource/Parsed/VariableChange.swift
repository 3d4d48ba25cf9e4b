/// Code that changes a variable. Whether the variable is the one that a list uses is known from its owner.
struct VariableChange: Sendable, Hashable {
    /// The last name before the dot, the enclosing type for `Self`, or nil for a global variable or a variable of an
    /// enclosing type.
    var owner: String?
    /// The types that enclose the code, outermost first.
    var enclosing: [String]
    var name: String
    /// The name of the called method, or nil for an assignment.
    var method: String?
    var text: String
    var offset: Int32
}
