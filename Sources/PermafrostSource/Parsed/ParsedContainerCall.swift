import PermafrostModel

/// A call that creates a container. If its models or configurations are constants in the same file, they are
/// replaced with their values.
package struct ParsedContainerCall: Sendable, Hashable {
    var form: ContainerDeclaration.Form
    /// The arguments that list models. Each is a class, a list of classes or a schema.
    var models: [Expression]
    /// The argument for the migration plan, or nil if the call has no such argument or passes `nil`.
    var plan: Expression?
    /// The arguments for the configurations, each a configuration or a list of configurations. Nil if the call has
    /// no such arguments.
    var configurations: [Expression]?
    /// The argument that specifies whether SwiftUI's container is in memory, or nil if the call has no such
    /// argument.
    var inMemory: Expression?
    /// Whether the call is in a preview, in a file with tests, or in an `#if` branch that no build for users
    /// compiles.
    var isPreview: Bool
    var failures: [Failure]
    /// The conditions of the `#if` branches around the call.
    var conditions: [Condition] = []
    /// The index of the enclosing type in the file, or -1 outside of any type.
    var scope: Int32
    var offset: Int32

    /// A reaction of the file's code to the failure to create the container, such as a call of `fatalError`.
    package struct Failure: Sendable, Hashable {
        var kind: ContainerDeclaration.Failure.Kind
        var call: String
        var offset: Int32
    }
}
