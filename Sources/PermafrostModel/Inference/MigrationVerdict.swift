/// What a change between two versions asks of the migration from one to the other, mildest first.
package enum MigrationVerdict: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Nothing: the stores open as they are.
    case nothing
    /// A lightweight stage: the framework infers it.
    case lightweight
    /// A lightweight stage, which drops data without a word.
    case losesData
    /// A default on the property; without one the migration fails.
    case needsDefault
    /// A custom stage, or several versions: the framework infers nothing that keeps the data.
    case needsCustomStage

    package static func < (left: MigrationVerdict, right: MigrationVerdict) -> Bool { left.weight < right.weight }

    private var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension MigrationVerdict.ClassifiedChange.Rule {
    /// What a change under the rule asks for.
    package var verdict: MigrationVerdict {
        switch self {
        case .changedBehaviour, .changedTables, .maybeRebuiltTables, .addedEnumerationCase: .nothing
        case .addedModel, .addedOptional, .addedWithDefault, .addedRelationship, .renamed, .becameOptional,
            .becameRequiredWithDefault, .toOneBecameToMany, .changedInverse, .changedCounts, .changedOrdering,
            .changedInheritance, .changedAbstractness, .movedProperty, .removedUniqueness, .addedUniquenessOfNothing,
            .rebuiltTables, .changedIdentityOnly, .becameStored:
            .lightweight
        case .removedModel, .removedProperty, .becameTransient: .losesData
        case .addedWithoutDefault, .becameRequiredWithoutDefault: .needsDefault
        case .addedRequiredToOne, .changedType, .widenedInteger, .toManyBecameToOne, .changedDestination,
            .addedUniqueness, .removedEnumerationCase, .changedEncodedShape, .changedTransformer, .mergedHierarchies:
            .needsCustomStage
        }
    }

    /// Whether the rule is inference rather than documented or shown on real stores: a message on it is a warning.
    package var isInferred: Bool {
        switch self {
        case .widenedInteger, .toManyBecameToOne, .changedDestination, .changedInverse, .changedCounts,
            .changedAbstractness, .changedTransformer:
            true
        default: false
        }
    }
}

/// Something that was removed and something like it that was added: one renamed, or two things that have nothing to do with
/// each other. Only its author knows.
package struct RenameQuestion: Sendable, Hashable {
    /// The model that the properties belong to; nil if models themselves are meant.
    package var entity: String?
    /// The name that is gone.
    package var oldName: String
    /// The new names that it may have become.
    package var candidates: [String]
}

extension MigrationVerdict {
    /// A change with what it asks of a migration, and why.
    package struct ClassifiedChange: Sendable, Hashable {
        /// The rule that a change falls under.
        package enum Rule: String, Sendable, Hashable, CaseIterable {
            case addedModel, removedModel
            case addedOptional, addedWithDefault, addedWithoutDefault
            case addedRelationship, addedRequiredToOne
            case removedProperty
            case renamed
            case becameOptional, becameRequiredWithDefault, becameRequiredWithoutDefault
            case changedType, widenedInteger
            case toOneBecameToMany, toManyBecameToOne, changedDestination, changedInverse, changedCounts,
                changedOrdering
            case changedInheritance, changedAbstractness
            /// A property moved up or down its hierarchy, with its values.
            case movedProperty
            /// Entities that had no common parent have one.
            case mergedHierarchies
            case addedUniqueness, removedUniqueness
            /// A constraint with a member that no old row has a value of.
            case addedUniquenessOfNothing
            case removedEnumerationCase, addedEnumerationCase, changedEncodedShape, changedTransformer
            case becameTransient, becameStored
            case changedIdentityOnly
            case changedBehaviour
            /// Indexes or the order of columns, while no hash changes: no migration runs.
            case changedTables
            /// The same, while the entity's hash changes: the migration makes them.
            case rebuiltTables
            /// The same, while only another entity's hash changes.
            case maybeRebuiltTables
        }

        /// The change, in the names of the newer model. For a rename what was removed, with the new name as ``ModelChange/after``.
        package var change: ModelChange
        /// The rule.
        package var rule: Rule
        /// What it asks for.
        package var verdict: MigrationVerdict { rule.verdict }
    }
}
