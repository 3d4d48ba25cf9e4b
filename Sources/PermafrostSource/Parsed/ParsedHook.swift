/// What the closure of a migration stage's hook names: code is not evaluated, only looked at.
package struct ParsedHook: Sendable, Hashable, Codable {
    /// A type, or what may be one: a name in upper case.
    package struct TypeUse: Sendable, Hashable, Codable {
        var type: TypeExpression
        var offset: Int32
    }

    /// A variable that the closure does not declare, by its path.
    package struct VariableUse: Sendable, Hashable, Codable {
        var path: [String]
        var offset: Int32
    }

    var types: [TypeUse] = []
    var writes: [VariableUse] = []
    var reads: [VariableUse] = []
    /// What it fetches and calls.
    var body = ParsedBody()
}
