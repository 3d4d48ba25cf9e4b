import PermafrostModel

/// A migration plan that the sources declare. A Core Data model file is treated as a plan for its versions.
package struct PlanDeclaration: Sendable, Hashable, Codable {
    /// The qualified name of the plan's type. For a model file, the bundle's name without the extension.
    ///
    /// For a constant in a type, this is the type's qualified name, followed by the constant's name if the type
    /// contains several plans. For a constant outside the project's types, it is the constant's name.
    package var name: String
    /// Whether the plan is a Core Data model file. Its stages are the mapping models. Without a mapping model, Core
    /// Data infers the migration.
    package var isModelFile: Bool
    /// Whether the plan is a constant of type `MigrationPlan`, which code can't refer to as a type.
    package var isConstant: Bool
    /// The location of the type's or constant's declaration, or of the model file.
    package var location: SourceLocation
    /// The module that declares the plan, according to the target or the folder. Nil if neither determines the module,
    /// and for a model file.
    package var module: String?
    /// The requirements in the `@available` attributes of the plan's type and its enclosing declarations. Empty for a
    /// constant and for a model file.
    package var availability: Availability
    /// The ``DeclaredVersion/name`` of each version in the plan, in order. A name that the project doesn't declare is
    /// kept as written and reported as an issue.
    package var schemas: [String]
    /// The ``DeclaredVersion/name`` of a Core Data model's current version, which the app is built with. Nil if that
    /// version isn't known, or if this isn't the plan of a Core Data model.
    package var currentSchema: String?
    package var stages: [Stage]
    /// Whether the plan has a stage, also on the platforms whose ``stages`` aren't listed here.
    package var staging: Staging
    /// The versions that the plan no longer migrates.
    package var retired: [Retirement] = []
    /// The issues found while the plan was evaluated.
    package var issues: [SourceIssue]

    package struct Stage: Sendable, Hashable, Codable {
        /// The kind of a stage, which is lightweight or custom.
        package typealias Kind = VersionGraph.PlanStage.Kind

        package var kind: Kind
        /// The source version's ``DeclaredVersion/name``, or the name as written if the project doesn't declare it.
        package var from: String
        /// The destination version's ``DeclaredVersion/name``, or the name as written if the project doesn't declare
        /// it.
        package var to: String
        package var location: SourceLocation
        /// The code that a custom stage runs before or after the migration: the closures and functions that are passed
        /// as hooks, and the operations that run at a known time, such as `Backfill`.
        package var hooks: [Hook]
        /// The hooks for which a custom SwiftData stage passes `nil`.
        package var absentHooks: [Hook.Moment] = []
        /// The operations, if the stage belongs to a `MigrationPlan`. A stage is custom if it has operations other than
        /// `Drop`, which only declares losses.
        package var operations: [Operation]
        /// Whether the stage is a `Stage` of a `MigrationPlan`, which accepts operations.
        package var acceptsOperations = false

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
        module: String? = nil, availability: Availability = Availability(), schemas: [String],
        currentSchema: String? = nil, stages: [Stage], issues: [SourceIssue] = []
    ) {
        self.name = name
        self.isModelFile = isModelFile
        self.isConstant = isConstant
        self.location = location
        self.module = module
        self.availability = availability
        self.schemas = schemas
        self.currentSchema = currentSchema
        self.stages = stages
        staging = isModelFile ? .noPlan : Staging(planWith: stages)
        self.issues = issues
    }
}

extension PlanDeclaration {
    /// Sets ``staging`` from the same plan's declarations on several platforms. If this declaration has no stages, it
    /// gets the first other declaration's, so that they are checked.
    ///
    /// - Parameter all: the declarations, including this one, each with the platforms that compile it.
    mutating func combineStaging(with all: [(plan: PlanDeclaration, platforms: [Platform])]) {
        guard all.contains(where: { $0.plan.staging != staging }) else { return }
        // Problems on the other platforms are only warnings.
        let own = issues.map(\.problem)
        let warnings = all.filter { $0.plan.staging == .unknown }.flatMap(\.plan.issues).map {
            SourceIssue($0.problem, severity: .warning, at: $0.location)
        }
        issues += warnings.unique.filter { !own.contains($0.problem) }
        guard let staged = all.first(where: { $0.plan.staging.isStaged })?.plan else {
            staging = .unknown
            return
        }
        var (on, not): (Set<String>, Set<String>) = ([], [])
        for (plan, platforms) in all {
            switch plan.staging {
            case .staged: on.formUnion(platforms.map(\.rawValue))
            case .partlyStaged(let staged, let rest):
                on.formUnion(staged)
                not.formUnion(rest)
            case .noPlan, .noStages: not.formUnion(platforms.map(\.rawValue))
            case .unknown: break
            }
        }
        let order = Platform.allCases.map(\.rawValue)
        if stages.isEmpty { stages = staged.stages }
        // If targets for the same platform differ, an issue lists these targets.
        staging =
            !not.isEmpty && on.isDisjoint(with: not)
            ? .partlyStaged(on: order.filter(on.contains), not: order.filter(not.contains)) : .staged
    }
}

extension PlanDeclaration {
    /// A version that the plan no longer migrates: a `Retired` value of the `Permafrost` module.
    package struct Retirement: Sendable, Hashable, Codable {
        /// The version's name.
        package var version: String
        /// The hashes of the version's entities, in lowercase hexadecimal digits.
        package var hashes: [String]
        /// The name of the last release that migrates stores of the version. Nil if it isn't declared.
        package var lastRelease: String?
        package var location: SourceLocation

        package init(version: String, hashes: [String], lastRelease: String?, location: SourceLocation) {
            self.version = version
            self.hashes = hashes.map { $0.lowercased() }
            self.lastRelease = lastRelease
            self.location = location
        }
    }
}

extension [PlanDeclaration.Retirement] {
    /// Returns the retired version of a store with the given version hashes, or nil if none matches. A store may contain
    /// only some of the version's entities. If several versions match, returns the one with the fewest hashes.
    package func version(ofStoreWith hashes: [String: [UInt8]]) -> PlanDeclaration.Retirement? {
        let stored = Set(hashes.values.map { Digest.hex($0) })
        guard !stored.isEmpty else { return nil }
        return filter { stored.isSubset(of: $0.hashes) }.min { $0.hashes.count < $1.hashes.count }
    }
}

extension PlanDeclaration.Stage {
    /// Code that a custom stage runs before or after the migration: one of the stage's hooks, or the arguments and
    /// closures of one of its operations. The code is parsed, never run.
    package struct Hook: Sendable, Hashable, Codable {
        /// The time when a hook runs.
        package enum Moment: String, Sendable, Hashable, Codable {
            /// Before the migration, with the older version's models.
            case willMigrate
            /// After the migration, with the newer version's models.
            case didMigrate
        }

        /// A reference to one of the project's types.
        package struct TypeUse: Sendable, Hashable, Codable {
            package var written: String
            package var type: DeclaredType
            /// The qualified names of the types that declare the typealiases in the written name. A typealias outside any
            /// type has an empty name.
            package var aliasOwners: [String]
            package var location: SourceLocation

            package init(
                written: String, type: DeclaredType, aliasOwners: [String] = [], location: SourceLocation
            ) {
                self.written = written
                self.type = type
                self.aliasOwners = aliasOwners
                self.location = location
            }
        }

        /// A use of a value declared outside the hook's code, such as a variable or a function.
        package struct VariableUse: Sendable, Hashable, Codable {
            /// The value as written but without `Self.`, such as `names` or `Cache.shared.names`.
            package var path: String
            package var location: SourceLocation

            package init(path: String, location: SourceLocation) {
                self.path = path
                self.location = location
            }
        }

        /// A fetch of all rows of a model, without a limit, a predicate or batches.
        package struct Fetch: Sendable, Hashable, Codable {
            /// The class as written, or an empty string if the statement doesn't name it.
            package var model: String
            /// The name of the called function that contains the fetch, or nil if the hook itself fetches.
            package var function: String?
            package var location: SourceLocation

            package init(model: String, function: String?, location: SourceLocation) {
                self.model = model
                self.function = function
                self.location = location
            }
        }

        package var moment: Moment
        /// The name of the operation that the code belongs to, or nil if the code is a hook of the stage.
        package var operation: String?
        /// The project's types that the code refers to.
        package var types: [TypeUse]
        /// The uses that assign or mutate a variable declared outside the code.
        package var writes: [VariableUse]
        /// All uses of values declared outside the code, including the uses in ``writes``.
        package var reads: [VariableUse]
        /// The fetches of all rows of a model, in the code and in functions that it calls.
        package var fetches: [Fetch]
        /// The first use of each function or property that is known to be isolated to the main actor.
        package var mainActorUses: [VariableUse]

        package init(
            moment: Moment, operation: String? = nil, types: [TypeUse], writes: [VariableUse], reads: [VariableUse],
            fetches: [Fetch] = [], mainActorUses: [VariableUse] = []
        ) {
            self.moment = moment
            self.operation = operation
            self.types = types
            self.writes = writes
            self.reads = reads
            self.fetches = fetches
            self.mainActorUses = mainActorUses
        }
    }
}

extension PlanDeclaration.Stage {
    /// An operation in a stage of a `MigrationPlan`, as the source declares it: its name and arguments.
    package struct Operation: Sendable, Hashable, Codable {
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
        package var types: [Hook.TypeUse]
        /// The text of the `because` argument; nil if it isn't a string literal without interpolations.
        package var reason: String?
        package var location: SourceLocation

        package init(
            name: String, keyPaths: [KeyPathUse] = [], labels: Set<String> = [], types: [Hook.TypeUse] = [],
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
}

// MARK: Declared losses

extension PlanDeclaration.Stage {
    /// The losses that the stage's `Drop` operations declare.
    package var declaredLosses: [DeclaredLoss] { operations.compactMap(\.declaredLoss) }
}

extension PlanDeclaration.Stage.Operation {
    /// The loss that a `Drop` operation declares; nil for any other operation.
    package var declaredLoss: DeclaredLoss? {
        guard isDrop, let entity = keyPaths.first.map(\.type?.entity) ?? types.first?.type.entity else { return nil }
        let property = keyPaths.first.map { $0.names.joined(separator: ".") }
        return DeclaredLoss(.init(entity: entity, property: property), because: reason, at: location)
    }
}
