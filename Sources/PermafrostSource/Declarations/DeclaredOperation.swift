import PermafrostModel

/// An operation in a stage of a `MigrationPlan`, as the source declares it: its name and arguments.
package struct DeclaredOperation: Sendable, Hashable, Codable {
    /// A key path in the operation's arguments.
    package struct KeyPathUse: Sendable, Hashable, Codable {
        /// The root type. If the project doesn't declare it, only its name as written is known. Nil if the key path
        /// doesn't include its root type.
        package var type: DeclaredType?
        /// The names of the properties in the key path.
        package var names: [String]

        package init(type: DeclaredType?, names: [String]) {
            self.type = type
            self.names = names
        }
    }

    /// The operation's type, such as `Rename` or `Assert.unique`, or the name of the function that returns the
    /// operation. Any other expression, such as a constant, is kept as written.
    package var name: String
    /// The key paths in the operation's arguments, in order.
    package var keyPaths: [KeyPathUse]
    /// The labels of the operation's arguments, except for trailing closures. However, the trailing closures of a
    /// `CustomOperation` are included as `willMigrate` or `didMigrate`.
    package var labels: Set<String>
    /// The project's types in the operation's arguments, including types in key paths.
    package var types: [DeclaredHook.TypeUse]
    /// The text of the `because` argument; nil if it isn't a string literal without interpolations.
    package var reason: String?
    package var location: SourceLocation

    package init(
        name: String, keyPaths: [KeyPathUse] = [], labels: Set<String> = [], types: [DeclaredHook.TypeUse] = [],
        reason: String? = nil, location: SourceLocation
    ) {
        self.name = name
        self.keyPaths = keyPaths
        self.labels = labels
        self.types = types
        self.reason = reason
        self.location = location
    }

    /// Whether the operation is a `Drop`, which declares a loss and changes nothing. False if the project declares
    /// a type with that name, because the type hides Permafrost's operation.
    package var isDrop: Bool { name == "Drop" && !types.contains { $0.written == "Drop" } }
}
