extension PlanDeclaration.Stage {
    /// One operation of a stage in a `MigrationPlan`, as far as a look at its syntax tells: what it is called with, and
    /// nothing of what it does.
    package struct Operation: Sendable, Hashable, Codable {
        /// A key path that the operation is called with.
        package struct KeyPathUse: Sendable, Hashable, Codable {
            /// The root type's own name with its nesting; as written where the project does not declare it, and nil where it
            /// is not written.
            package var type: String?
            /// The names after it.
            package var names: [String]

            /// A use of a key path.
            package init(type: String?, names: [String]) {
                self.type = type
                self.names = names
            }
        }

        /// The operation's type, such as `Rename` or `Assert.unique`, or what stands in its place: a function, a constant.
        package var name: String
        /// The key paths that it is called with, in order.
        package var keyPaths: [KeyPathUse]
        /// The project's types that it is called with, those of key paths included.
        package var types: [Hook.TypeUse]
        /// Where it is written.
        package var location: SourceLocation

        /// An operation.
        package init(
            name: String, keyPaths: [KeyPathUse] = [], types: [Hook.TypeUse] = [], location: SourceLocation
        ) {
            self.name = name
            self.keyPaths = keyPaths
            self.types = types
            self.location = location
        }
    }
}
