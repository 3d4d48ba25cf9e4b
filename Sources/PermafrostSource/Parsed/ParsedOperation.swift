/// An operation among those of a stage in a `MigrationPlan`: what it is called with, not what it does.
package struct ParsedOperation: Sendable, Hashable {
    /// A key path that it is called with.
    package struct KeyPathUse: Sendable, Hashable {
        var root: TypeExpression?
        var names: [String]
    }

    /// A closure that it is called with.
    package struct Closure: Sendable, Hashable {
        /// The argument's label; nil if there is none.
        var label: String?
        var hook: ParsedHook
    }

    /// The type's name, or the text of what stands in its place.
    var name: String
    var offset: Int32
    var keyPaths: [KeyPathUse] = []
    /// What the arguments name, closures left out.
    var arguments = ParsedHook()
    var closures: [Closure] = []
    /// The `#if` around the operation.
    var conditions: [Condition] = []
}
