/// An operation in a stage of a `MigrationPlan`, such as `Rename(…)`, with its arguments. The operation isn't
/// evaluated.
package struct ParsedOperation: Sendable, Hashable {
    /// A key path in the arguments.
    package struct KeyPathUse: Sendable, Hashable {
        var root: TypeExpression?
        var names: [String]
    }

    /// A closure in the arguments.
    package struct Closure: Sendable, Hashable {
        /// The argument's label, or nil if it has none.
        var label: String?
        var hook: ParsedHook
    }

    /// The operation's name without generic arguments, such as `Rename` or `Assert.unique`. If the operation isn't
    /// a call of a type or function by name, its source.
    var name: String
    var offset: Int32
    var keyPaths: [KeyPathUse] = []
    /// The types and values that the called expression and the arguments refer to. Omits the contents of closures.
    var arguments = ParsedHook()
    var closures: [Closure] = []
    /// The labels of the arguments, except for trailing closures.
    var labels: Set<String> = []
    /// The text of the `because` argument. Nil if there is no such argument, or if it isn't a string literal
    /// without interpolations.
    var reason: String?
    /// The conditions of the `#if` blocks that contain the operation.
    var conditions: [Condition] = []
}
