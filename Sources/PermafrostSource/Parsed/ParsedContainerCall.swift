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
    /// The parameter of the enclosing function that is the call's only configuration, or nil if there is none.
    var parameter: ParameterUse?
    /// The argument that specifies whether SwiftUI's container is in memory, or nil if the call has no such
    /// argument.
    var inMemory: Expression?
    /// Whether the call is in a preview, in a file with tests, or in an `#if` branch that no build for users
    /// compiles.
    var isPreview: Bool
    var failures: [Failure]
    /// Whether a test copies a file to the place of the container's store. False outside of tests.
    var opensCopy = false
    /// The offsets of the calls in the same test that open the container's store earlier. Empty outside of tests.
    var earlierCalls: [Int32] = []
    /// The conditions of the `#if` branches around the call.
    var conditions: [Condition] = []
    /// The index of the enclosing type in the file, or -1 outside of any type.
    var scope: Int32
    var offset: Int32

    /// A parameter of a function or initializer.
    package struct ParameterUse: Sendable, Hashable {
        /// The function's name or, for an initializer, the name of the enclosing type.
        var function: String
        /// The name of the type that declares the function, or nil for a global function.
        var owner: String?
        /// The argument label, or nil for `_`.
        var label: String?
        /// The parameter's index in the list of parameters.
        var position: Int
        var isVariadic: Bool
        var defaultValue: Expression?
    }

    /// A reaction of the file's code to the failure to create the container, such as a call of `fatalError`.
    package struct Failure: Sendable, Hashable {
        var kind: ContainerDeclaration.Failure.Kind
        var call: String
        var offset: Int32
        /// The function of another file that gets the store's file, if the reaction depends on that function.
        var passing: Passing?
        /// The function that throws the error to its callers in other files, whose reactions aren't read yet.
        var thrower: Thrower?
    }

    /// A function or initializer that throws the error of a container.
    package struct Thrower: Sendable, Hashable {
        /// The function's name or, for an initializer, the name of the enclosing type.
        var function: String
        /// The name of the type that declares the function, or nil for a global function.
        var owner: String?
        var isInitializer: Bool
        /// The parameter that decides whether the container is in memory.
        var flag: MemoryFlag?
    }

    /// A call that passes a store's file to a function.
    package struct Passing: Sendable, Hashable {
        /// The names in the function's name.
        var path: [String]
        /// The argument label, or nil for an unlabeled argument.
        var label: String?
        /// The argument's index.
        var position: Int
    }
}

/// A function's parameter, such as `inMemory: Bool`, that decides whether the function's container is in memory.
package struct MemoryFlag: Sendable, Hashable {
    /// The parameter's argument label, or nil for `_`.
    var label: String?
    /// The parameter's index in the function's list of parameters.
    var position: Int
    /// Whether the function creates a container in memory unless a call passes a different value.
    var isInMemoryByDefault: Bool
}
