import PermafrostModel

/// A migration plan as the source declares it, or a Core Data model file, whose versions are in order as a plan's are.
package struct PlanDeclaration: Sendable, Hashable, Codable {
    /// The type's name with its nesting; the constant's, where the plan is a constant outside any type.
    package var name: String
    /// Whether it is a Core Data model file: stores are migrated by inference and by mapping models, which are its stages.
    package var isModelFile: Bool
    /// Whether it is a `MigrationPlan` in a constant, and no type that could be named instead.
    package var isConstant: Bool
    /// Where the type or the constant is declared.
    package var location: SourceLocation
    /// The module that declares it, if the folder shows it.
    package var module: String?
    /// What its `@available` and those around it say that the type needs.
    package var availability: Availability
    /// The ``DeclaredVersion/name`` of each listed version, in order. A name that is not a declaration of the project
    /// stays as written, and an issue says so.
    package var schemas: [String]
    /// The stages, in order.
    package var stages: [Stage]
    /// What was found while evaluating the plan.
    package var issues: [SourceIssue]

    /// One step of a plan.
    package struct Stage: Sendable, Hashable, Codable {
        /// Lightweight or custom.
        package typealias Kind = VersionGraph.PlanStage.Kind

        /// Lightweight or custom.
        package var kind: Kind
        /// The name of the version it starts from.
        package var from: String
        /// The name of the version it ends at.
        package var to: String
        /// Where it is declared.
        package var location: SourceLocation
        /// The closures that a custom stage runs, as far as their code stands where the stage is declared.
        package var hooks: [Hook]
        /// The hooks for which a custom stage of SwiftData's is given `nil`.
        package var absentHooks: [Hook.Moment] = []
        /// The operations of a stage in a `MigrationPlan`. With any, the stage is custom.
        package var operations: [Operation]

        /// A stage.
        package init(
            kind: Kind, from: String, to: String, location: SourceLocation, hooks: [Hook] = [],
            operations: [Operation] = []
        ) {
            self.kind = kind
            self.from = from
            self.to = to
            self.location = location
            self.hooks = hooks
            self.operations = operations
        }
    }

    /// A plan.
    package init(
        name: String, isModelFile: Bool = false, isConstant: Bool = false, location: SourceLocation,
        module: String? = nil, availability: Availability = Availability(), schemas: [String], stages: [Stage],
        issues: [SourceIssue] = []
    ) {
        self.name = name
        self.isModelFile = isModelFile
        self.isConstant = isConstant
        self.location = location
        self.module = module
        self.availability = availability
        self.schemas = schemas
        self.stages = stages
        self.issues = issues
    }
}

extension PlanDeclaration.Stage {
    /// The code that a custom stage runs before or after the change, as far as its syntax shows: a hook of the
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
            /// The class as written; empty if the line does not show it.
            package var model: String
            /// The function that fetches and that the hook calls; nil if the hook does so itself.
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

extension PlanDeclaration.Stage {
    /// One operation of a stage in a `MigrationPlan`, as far as its syntax shows: what it is called with, and
    /// nothing of what it does.
    package struct Operation: Sendable, Hashable, Codable {
        /// A key path that the operation is called with.
        package struct KeyPathUse: Sendable, Hashable, Codable {
            /// The root type's own name with its nesting; as written where the project does not declare it, and nil if it
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
