import PermafrostModel

/// A property, constant or variable, or a static or global function that returns a value. Functions with parameters
/// are included only if they may return types, stages or versions.
package struct ParsedValue: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case stored, computed, function
        /// A pattern with several names, such as `let (a, b) = …`. The value's name is the pattern as written.
        case pattern
    }

    var kind: Kind
    var name: String
    /// The byte offset of the name.
    var offset: Int32
    var isStatic: Bool
    var isLazy: Bool
    /// Whether a property is declared with `let`.
    var isConstant = false
    var type: TypeExpression?
    /// The value after `=` in a property's declaration. Nil for a property without such a value, and for a
    /// function.
    var initial: Expression?
    /// The statements of a static or global getter or function. Nil for any other value.
    var body: [Statement]?
    var parameters: [ParsedParameter] = []
    /// The names of a function's generic parameters.
    var generics: [String] = []
    var attributes: [ParsedAttribute]
    var isolation = ActorIsolation.unspecified
    var access: ParsedAccess
    var conditions: [Condition]
}
