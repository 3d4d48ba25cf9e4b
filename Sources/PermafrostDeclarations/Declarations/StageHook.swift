extension PlanDeclaration.Stage {
    /// The code that a custom stage runs before or after the change, as far as a look at its syntax tells: a hook of the
    /// stage, or a closure of one of its operations.
    package struct Hook: Sendable, Hashable, Codable {
        /// When it runs.
        package enum Moment: String, Sendable, Hashable, Codable {
            /// Before the change: the store has the older version's models.
            case willMigrate
            /// After the change: the store has the newer version's models.
            case didMigrate
        }

        /// A type of the project that the code names.
        package struct TypeUse: Sendable, Hashable, Codable {
            /// The name as written.
            package var written: String
            /// The type's own name with its nesting.
            package var name: String
            /// Where it is written.
            package var location: SourceLocation

            /// A use of a type.
            package init(written: String, name: String, location: SourceLocation) {
                self.written = written
                self.name = name
                self.location = location
            }
        }

        /// A variable from outside that the code writes or reads.
        package struct VariableUse: Sendable, Hashable, Codable {
            /// The variable as written: `names`, `Cache.shared.names`. `Self.` is left out.
            package var path: String
            /// Where it is written.
            package var location: SourceLocation

            /// A use of a variable.
            package init(path: String, location: SourceLocation) {
                self.path = path
                self.location = location
            }
        }

        /// A fetch of every row of a model, without a limit, a predicate or batches.
        package struct Fetch: Sendable, Hashable, Codable {
            /// The class as written; empty where the line does not tell.
            package var model: String
            /// The function that fetches and that the hook calls; nil where the hook does so itself.
            package var function: String?
            /// Where it is written.
            package var location: SourceLocation

            /// A fetch.
            package init(model: String, function: String?, location: SourceLocation) {
                self.model = model
                self.function = function
                self.location = location
            }
        }

        /// When it runs.
        package var moment: Moment
        /// The operation whose closure it is; nil for a closure of the stage itself.
        package var operation: String?
        /// The types that it names, those that are declared in the project.
        package var types: [TypeUse]
        /// The variables from outside that it assigns or changes by a call.
        package var writes: [VariableUse]
        /// The variables from outside that it reads.
        package var reads: [VariableUse]
        /// The fetches of every row of a model, in functions that it calls too.
        package var fetches: [Fetch]

        /// A hook.
        package init(
            moment: Moment, operation: String? = nil, types: [TypeUse], writes: [VariableUse], reads: [VariableUse],
            fetches: [Fetch] = []
        ) {
            self.moment = moment
            self.operation = operation
            self.types = types
            self.writes = writes
            self.reads = reads
            self.fetches = fetches
        }
    }
}
