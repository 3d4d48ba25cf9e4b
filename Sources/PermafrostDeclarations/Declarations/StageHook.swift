extension PlanDeclaration.Stage {
    /// The code that a custom stage runs before or after the change, as far as a look at its syntax tells: a hook of the
    /// stage, or a closure of one of its operations.
    public struct Hook: Sendable, Hashable, Codable {
        /// When it runs.
        public enum Moment: String, Sendable, Hashable, Codable {
            /// Before the change: the store has the older version's models.
            case willMigrate
            /// After the change: the store has the newer version's models.
            case didMigrate
        }

        /// A type of the project that the code names.
        public struct TypeUse: Sendable, Hashable, Codable {
            /// The name as written.
            public var written: String
            /// The type's own name with its nesting.
            public var name: String
            /// Where it is written.
            public var location: SourceLocation

            /// A use of a type.
            public init(written: String, name: String, location: SourceLocation) {
                self.written = written
                self.name = name
                self.location = location
            }
        }

        /// A variable from outside that the code writes or reads.
        public struct VariableUse: Sendable, Hashable, Codable {
            /// The variable as written: `names`, `Cache.shared.names`. `Self.` is left out.
            public var path: String
            /// Where it is written.
            public var location: SourceLocation

            /// A use of a variable.
            public init(path: String, location: SourceLocation) {
                self.path = path
                self.location = location
            }
        }

        /// A fetch of every row of a model, without a limit, a predicate or batches.
        public struct Fetch: Sendable, Hashable, Codable {
            /// The class as written; empty where the line does not tell.
            public var model: String
            /// The function that fetches and that the hook calls; nil where the hook does so itself.
            public var function: String?
            /// Where it is written.
            public var location: SourceLocation

            /// A fetch.
            public init(model: String, function: String?, location: SourceLocation) {
                self.model = model
                self.function = function
                self.location = location
            }
        }

        /// When it runs.
        public var moment: Moment
        /// The operation whose closure it is; nil for a closure of the stage itself.
        public var operation: String?
        /// The types that it names, those that are declared in the project.
        public var types: [TypeUse]
        /// The variables from outside that it assigns or changes by a call.
        public var writes: [VariableUse]
        /// The variables from outside that it reads.
        public var reads: [VariableUse]
        /// The fetches of every row of a model, in functions that it calls too.
        public var fetches: [Fetch]

        /// A hook.
        public init(
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
