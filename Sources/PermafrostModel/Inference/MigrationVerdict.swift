/// The kind of migration that a change between two versions requires, mildest first.
package enum MigrationVerdict: String, Sendable, Hashable, CaseIterable, Comparable {
    /// No migration: stores open unchanged.
    case nothing
    /// A lightweight stage: the framework infers the change.
    case lightweight
    /// A lightweight stage that silently drops data.
    case losesData
    /// A default on the property. Without one the migration fails.
    case needsDefault
    /// A custom stage, or several versions. The framework can't infer a migration that keeps the data.
    case needsCustomStage

    package static func < (left: MigrationVerdict, right: MigrationVerdict) -> Bool { left.weight < right.weight }

    private var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension MigrationVerdict.ClassifiedChange.Rule {
    /// The kind of migration that a change under the rule requires.
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

    /// Whether the rule is an inference that is neither documented nor demonstrated with real stores. Its messages are
    /// warnings.
    package var isInferred: Bool {
        switch self {
        case .widenedInteger, .toManyBecameToOne, .changedDestination, .changedInverse, .changedCounts,
            .changedAbstractness, .changedTransformer:
            true
        default: false
        }
    }
}

/// A removed entity or property and a similar one that was added. Only the author knows whether it was renamed.
package struct RenameQuestion: Sendable, Hashable {
    /// The model that the properties belong to; nil if the question is about models.
    package var entity: String?
    /// The removed name.
    package var oldName: String
    /// The new names that it may have been renamed to.
    package var candidates: [String]
}

extension MigrationVerdict {
    /// A change with the rule that applies to it and the migration that it requires.
    package struct ClassifiedChange: Sendable, Hashable {
        /// The rule that applies to a change.
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

        /// The change, with the names of the newer model. For a rename, the removed element, with the new name as
        /// ``ModelChange/after``.
        package var change: ModelChange
        package var rule: Rule
        /// The kind of migration that the change requires.
        package var verdict: MigrationVerdict { rule.verdict }
    }
}
