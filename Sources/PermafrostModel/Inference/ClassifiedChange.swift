/// A change with the rule that applies to it.
package struct ClassifiedChange: Sendable, Hashable {
    /// The rules that classify changes.
    package enum Rule: String, Sendable, Hashable, CaseIterable, Encodable {
        case addedModel, removedModel
        /// An abstract model was removed. It has no rows of its own.
        case removedAbstractModel
        case addedOptional, addedWithDefault, addedWithoutDefault
        /// A required attribute was added, with a default such as `UUID()` that all existing rows share.
        case addedWithGeneratedDefault
        /// A struct that a property stores gained a field, and the field or the property has a default.
        case addedFieldWithDefault
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
