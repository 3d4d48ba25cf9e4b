/// The kind of migration that a change between two versions requires. The cases are in order of severity, mildest
/// first.
package enum MigrationVerdict: String, Sendable, Hashable, CaseIterable, Comparable, Encodable {
    /// No migration is required. Stores open unchanged.
    case nothing
    /// A lightweight stage is required. The framework infers the change.
    case lightweight
    /// A lightweight stage is required. It silently drops data.
    case losesData
    /// A new or newly required property has no default. The migration fails unless a default is added.
    case needsDefault
    /// A custom stage or several versions are required. The framework can't infer a migration that keeps the data.
    case needsCustomStage

    package static func < (left: MigrationVerdict, right: MigrationVerdict) -> Bool { left.weight < right.weight }

    private var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension MigrationVerdict.ClassifiedChange.Rule {
    /// The kind of migration that a change under this rule requires.
    package var verdict: MigrationVerdict {
        switch self {
        case .changedBehaviour, .changedTables, .maybeRebuiltTables, .addedEnumerationCase: .nothing
        case .addedModel, .addedOptional, .addedWithDefault, .addedRelationship, .renamed, .becameOptional,
            .becameRequiredWithDefault, .toOneBecameToMany, .changedInverse, .changedCounts, .changedOrdering,
            .changedInheritance, .changedAbstractness, .movedProperty, .removedUniqueness, .addedSatisfiedUniqueness,
            .removedAbstractModel, .rebuiltTables, .changedIdentityOnly, .becameStored:
            .lightweight
        case .removedModel, .removedProperty, .becameTransient: .losesData
        case .addedWithoutDefault, .becameRequiredWithoutDefault: .needsDefault
        case .addedRequiredToOne, .changedType, .widenedInteger, .toOneBecameExclusiveToMany, .toManyBecameToOne,
            .changedDestination, .addedUniqueness, .filledUniqueProperty, .removedEnumerationCase, .changedEncodedShape,
            .changedTransformer,
            .mergedHierarchies:
            .needsCustomStage
        }
    }

    /// Whether Permafrost only infers the rule, because neither Apple's documentation nor real stores confirm it.
    package var isInferred: Bool {
        switch self {
        case .widenedInteger, .toOneBecameExclusiveToMany, .toManyBecameToOne, .changedDestination, .changedInverse,
            .changedCounts, .changedAbstractness, .changedTransformer, .filledUniqueProperty:
            true
        default: false
        }
    }
}

/// A possible rename. An entity or property was removed, and a similar one was added. Only the app's author knows
/// whether it was renamed.
package struct RenameQuestion: Sendable, Hashable {
    /// The name of the entity that the properties belong to, or nil if the question is about entities.
    package var entity: String?
    /// The name of the removed entity or property.
    package var oldName: String
    /// The names of the added entities or properties that the removed one may have been renamed to.
    package var candidates: [String]
}

extension MigrationVerdict {
    /// A change with the rule that applies to it.
    package struct ClassifiedChange: Sendable, Hashable {
        /// The rules that classify changes.
        package enum Rule: String, Sendable, Hashable, CaseIterable, Encodable {
            case addedModel, removedModel
            /// An abstract model was removed. It has no rows of its own.
            case removedAbstractModel
            case addedOptional, addedWithDefault, addedWithoutDefault
            case addedRelationship, addedRequiredToOne
            case removedProperty
            case renamed
            case becameOptional, becameRequiredWithDefault, becameRequiredWithoutDefault
            case changedType, widenedInteger
            case toOneBecameToMany, toManyBecameToOne, changedDestination, changedInverse, changedCounts,
                changedOrdering
            /// A to-one relationship became to-many, without an inverse. Each destination row can then belong to only
            /// one row.
            case toOneBecameExclusiveToMany
            case changedInheritance, changedAbstractness
            /// A property moved up or down in its hierarchy. It keeps its values.
            case movedProperty
            /// Entities have a common parent in the newer model, but not in the older model.
            case mergedHierarchies
            case addedUniqueness, removedUniqueness
            /// A property of a uniqueness constraint became required. Rows without a value get the same default, so
            /// they may violate the constraint.
            case filledUniqueProperty
            /// A uniqueness constraint was added. Old rows satisfy it.
            case addedSatisfiedUniqueness
            case removedEnumerationCase, addedEnumerationCase, changedEncodedShape, changedTransformer
            case becameTransient, becameStored
            case changedIdentityOnly
            case changedBehaviour
            /// Indexes, or the order of columns or constraints, changed, but no hash did. No migration runs.
            case changedTables
            /// Indexes, or the order of columns or constraints, changed, and so did the entity's hash. The migration
            /// applies the change to existing stores.
            case rebuiltTables
            /// Indexes, or the order of columns or constraints, changed, but the entity's hash didn't. Another entity's
            /// hash changed, so a migration runs. It may not apply the change to existing stores.
            case maybeRebuiltTables
        }

        /// The change, with the newer model's names. For a rename, the renamed entity or property has its old name, and
        /// ``ModelChange/after`` is the new name.
        package var change: ModelChange
        package var rule: Rule
        /// The kind of migration that the change requires.
        package var verdict: MigrationVerdict { rule.verdict }
    }
}
