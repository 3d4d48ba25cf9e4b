import PermafrostModel

/// A migration plan declared in the sources, or a Core Data model file, which is treated as a plan of its versions.
package struct PlanDeclaration: Sendable, Hashable, Codable {
    /// The type's qualified name, or the constant's name if the plan is a constant outside any type.
    package var name: String
    /// Whether this is a Core Data model file. Its stores are migrated by inference and by mapping models, which are
    /// its stages.
    package var isModelFile: Bool
    /// Whether the plan is a constant of type `MigrationPlan`, which code can't refer to as a type.
    package var isConstant: Bool
    /// The location of the type's or constant's declaration.
    package var location: SourceLocation
    /// The module that declares the plan, if it can be determined from the folder.
    package var module: String?
    /// The requirements of the `@available` attributes on the plan and its enclosing declarations.
    package var availability: Availability
    /// The ``DeclaredVersion/name`` of each listed version, in order. A name that the project doesn't declare is kept
    /// as written and reported as an issue.
    package var schemas: [String]
    package var stages: [Stage]
    /// Issues found while evaluating the plan.
    package var issues: [SourceIssue]

    package struct Stage: Sendable, Hashable, Codable {
        /// The kind of the stage: lightweight or custom.
        package typealias Kind = VersionGraph.PlanStage.Kind

        package var kind: Kind
        /// The name of the source version.
        package var from: String
        /// The name of the destination version.
        package var to: String
        /// The location of the stage's declaration.
        package var location: SourceLocation
        /// The closures that a custom stage runs and that are written in the stage's declaration.
        package var hooks: [Hook]
        /// The hooks that a custom SwiftData stage passes as `nil`.
        package var absentHooks: [Hook.Moment] = []
        /// The operations of a stage in a `MigrationPlan`. A stage with operations is custom.
        package var operations: [Operation]

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
    /// The code that a custom stage runs before or after the migration: a hook of the stage, or a closure of one of its
    /// operations. It is based only on the syntax.
    package struct Hook: Sendable, Hashable, Codable {
        /// The moment at which a hook runs.
        package enum Moment: String, Sendable, Hashable, Codable {
            /// The hook runs before the migration, with the older version's models.
            case willMigrate
            /// The hook runs after the migration, with the newer version's models.
            case didMigrate
        }

        /// A project type that the code refers to.
        package struct TypeUse: Sendable, Hashable, Codable {
            package var written: String
            /// The type's qualified name.
            package var name: String
            /// The location of the use.
            package var location: SourceLocation

            package init(written: String, name: String, location: SourceLocation) {
                self.written = written
                self.name = name
                self.location = location
            }
        }

        /// A variable that the code reads or writes and that is declared outside of it.
        package struct VariableUse: Sendable, Hashable, Codable {
            /// The variable as written, without `Self.`, such as `names` or `Cache.shared.names`.
            package var path: String
            /// The location of the use.
            package var location: SourceLocation

            package init(path: String, location: SourceLocation) {
                self.path = path
                self.location = location
            }
        }

        /// A fetch of every row of a model, without a limit, a predicate or batches.
        package struct Fetch: Sendable, Hashable, Codable {
            /// The class as written; empty if the line doesn't show it.
            package var model: String
            /// The name of the function that contains the fetch and that the hook calls; nil if the hook itself
            /// fetches.
            package var function: String?
            package var location: SourceLocation

            package init(model: String, function: String?, location: SourceLocation) {
                self.model = model
                self.function = function
                self.location = location
            }
        }

        /// The moment at which the code runs.
        package var moment: Moment
        /// The operation that the closure belongs to; nil for a hook of the stage itself.
        package var operation: String?
        /// The project types that the code refers to.
        package var types: [TypeUse]
        /// The variables declared outside of the code that it assigns or changes with a call.
        package var writes: [VariableUse]
        /// The variables declared outside of the code that it reads.
        package var reads: [VariableUse]
        /// The fetches of every row of a model, including fetches in functions that the code calls.
        package var fetches: [Fetch]

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
    /// An operation of a stage in a `MigrationPlan`. Only its arguments are read from the syntax, not its effects.
    package struct Operation: Sendable, Hashable, Codable {
        /// A key path among the operation's arguments.
        package struct KeyPathUse: Sendable, Hashable, Codable {
            /// The root type's qualified name, as written if the project doesn't declare it; nil if the key path
            /// doesn't include its root type.
            package var type: String?
            /// The names of the path's components.
            package var names: [String]

            package init(type: String?, names: [String]) {
                self.type = type
                self.names = names
            }
        }

        /// The operation's type, such as `Rename` or `Assert.unique`, or the function or constant that provides the
        /// operation.
        package var name: String
        /// The key paths among its arguments, in order.
        package var keyPaths: [KeyPathUse]
        /// The project types among the operation's arguments, including types in key paths.
        package var types: [Hook.TypeUse]
        package var location: SourceLocation

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
