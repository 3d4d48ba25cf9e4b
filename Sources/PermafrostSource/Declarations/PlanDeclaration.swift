import PermafrostModel

/// A migration plan that the sources declare. A Core Data model file is treated as a plan for its versions.
package struct PlanDeclaration: Sendable, Hashable, Codable {
    /// The qualified name of the plan's type. For a model file, the bundle's name without the extension.
    ///
    /// For a constant in a type, this is the type's qualified name, followed by the constant's name if the type
    /// contains several plans. For a constant outside the project's types, it is the constant's name.
    package var name: String
    /// Whether ``name`` starts with the module, because another module has a plan with the same name.
    package var isNamedByModule = false
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
    /// The code that migrates the stores of a Core Data model. Nil if this isn't the plan of a Core Data model.
    package var migration: ModelMigration?
    package var stages: [DeclaredStage]
    /// Whether the plan has a stage, also on the platforms whose ``stages`` aren't listed here.
    package var staging: Staging
    /// The versions that the plan no longer migrates.
    package var retired: [PlanRetirement] = []
    /// The issues found while the plan was evaluated.
    package var issues: [SourceIssue]

    package init(
        name: String, isModelFile: Bool = false, isConstant: Bool = false, location: SourceLocation,
        module: String? = nil, availability: Availability = Availability(), schemas: [String],
        currentSchema: String? = nil, stages: [DeclaredStage], issues: [SourceIssue] = []
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
        migration = isModelFile ? .direct : nil
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

/// A version that the plan no longer migrates: a `Retired` value of the `Permafrost` module.
package struct PlanRetirement: Sendable, Hashable, Codable {
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

extension [PlanRetirement] {
    /// Returns the retired version of a store with the given version hashes, or nil if none matches. A store may contain
    /// only some of the version's entities. If several versions match, returns the one with the fewest hashes.
    package func version(ofStoreWith hashes: [String: [UInt8]]) -> PlanRetirement? {
        let stored = Set(hashes.values.map { Digest.hex($0) })
        guard !stored.isEmpty else { return nil }
        return filter { stored.isSubset(of: $0.hashes) }.min { $0.hashes.count < $1.hashes.count }
    }
}

/// The time when a hook runs.
package enum HookMoment: String, Sendable, Hashable, Codable {
    /// Before the migration, with the older version's models.
    case willMigrate
    /// After the migration, with the newer version's models.
    case didMigrate
}

// MARK: Declared losses

extension DeclaredStage {
    /// The losses that the stage's `Drop` operations declare.
    package var declaredLosses: [DeclaredLoss] { operations.compactMap(\.declaredLoss) }
}

extension DeclaredOperation {
    /// The loss that a `Drop` operation declares; nil for any other operation.
    package var declaredLoss: DeclaredLoss? {
        guard isDrop, let entity = keyPaths.first.map(\.type?.entity) ?? types.first?.type.entity else { return nil }
        let property = keyPaths.first.map { $0.names.joined(separator: ".") }
        return DeclaredLoss(.init(entity: entity, property: property), because: reason, at: location)
    }
}
