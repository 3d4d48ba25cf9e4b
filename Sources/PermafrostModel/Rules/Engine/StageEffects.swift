/// The known effects of a stage's code on rows and properties. Entities and properties have their names in the version
/// that the code works with.
///
/// The effects are derived from the operations of a stage, both in a live plan and in a plan that is read from source.
/// `lint` and `MigrationPlan.validate()` both use this type, so that they draw the same conclusions.
package struct StageEffects: Sendable, Hashable {
    /// A property of an entity.
    package typealias Place = ModelContinuity.Place

    /// The time when code runs, relative to the migration of rows to the newer version.
    package enum Moment: Sendable, Hashable {
        case before
        case after
    }

    /// The effect of one operation.
    package enum Effect: Sendable, Hashable {
        /// Keeps the values of a property of the older version.
        case carries(Place)
        /// Replaces existing values of a property of the newer version, without an `overwrite` argument in the code.
        case replaces(Place)
        /// Computes a property of the newer version, with an `overwrite` argument in the code.
        case sets(Place)
        /// Deletes all rows of an entity.
        case empties(String, Moment)
        /// Deletes some rows of an entity.
        case deletes(String, Moment)
        /// Keeps only one of the rows in the older version that have the same value for a property.
        case deduplicates(Place)
        /// Uses rows of an entity in the older version, in an unspecified way.
        case uses(String)
        /// Keeps a value in memory for every row of an entity of the older version.
        case keepsInMemory(String)
        /// Accepts the loss of data, without changing any rows. This is the effect of a `Drop` operation.
        case drops(DeclaredLoss)
        /// Has unknown effects on rows of the newer version, and doesn't see the older version. This is the effect of
        /// `didMigrate` in a stage without `willMigrate`.
        case changesNewRows
        /// Has unknown effects. Examples are hooks, operations defined by the app, and transforms from model to model.
        case anything(Moment)
    }

    /// The effects to assume for unknown code, which can change anything before and after the migration of rows.
    package static let unknown: [Effect] = [.anything(.before), .anything(.after)]

    private let effects: Set<Effect>

    /// Creates the combined effects of a stage's operations. A lightweight stage has no effects except declared losses.
    package init(_ effects: some Sequence<Effect>) { self.effects = Set(effects) }

    /// Whether the stage has no effects except declared losses and values that a `Backfill` with an `overwrite` argument
    /// computes.
    package var isEmpty: Bool {
        effects.allSatisfy { effect in
            switch effect {
            case .drops, .sets: true
            default: false
            }
        }
    }

    /// The losses that the stage declares, sorted by the path of the lost part and by location.
    package var declaredLosses: [DeclaredLoss] {
        effects.compactMap { if case .drops(let loss) = $0 { loss } else { nil } }
            .sorted { $0.isBefore($1) }
    }

    /// Whether the stage runs unknown code.
    package var isUnknown: Bool { mayDoAnything(.before) || mayDoAnything(.after) }

    /// Whether the stage runs unknown code that may keep values of the older version.
    private var mayKeepValues: Bool { effects.contains(.anything(.before)) || effects.contains(.anything(.after)) }

    private func mayDoAnything(_ moment: Moment) -> Bool {
        effects.contains(.anything(moment)) || moment == .after && effects.contains(.changesNewRows)
    }

    // MARK: Values

    /// Returns whether an operation keeps the values of a property of the older version. If the property is nil,
    /// returns whether an operation keeps the values of any of the entity's properties.
    package func carries(_ entity: String, _ property: String?) -> Bool {
        effects.contains { effect in
            guard case .carries(let place) = effect else { return false }
            return place.entity == entity && (property == nil || place.property == property)
        }
    }

    /// Returns whether code may give the rows of an entity in the newer version different values for a property.
    package func maySetValues(of place: Place) -> Bool {
        mayDoAnything(.after) || effects.contains(.sets(place)) || effects.contains(.replaces(place))
            || carries(place.entity, nil) || effects.contains(.empties(place.entity, .before))
            || effects.contains(.empties(place.entity, .after))
    }

    /// The properties of the newer version whose existing values an operation replaces without an `overwrite` argument,
    /// sorted by entity and property name.
    package var replacedProperties: [Place] {
        effects.compactMap { if case .replaces(let place) = $0 { place } else { nil } }
            .sorted { ($0.entity, $0.property) < ($1.entity, $1.property) }
    }

    /// The entities of the older version for which an operation keeps one value per row in memory, sorted by name.
    package var entitiesInMemory: [String] {
        effects.compactMap { if case .keepsInMemory(let entity) = $0 { entity } else { nil } }.sorted()
    }

    /// Returns whether the stage's operations decide what happens to the old values of a possible rename, so that no
    /// rule needs to report the question.
    ///
    /// For a property, an operation must keep the values or delete all rows that have them. For a model, it must use
    /// the model's rows. A hook isn't enough, because its effects aren't known.
    func answers(_ question: RenameQuestion, of old: SchemaModel) -> Bool {
        guard let entity = question.entity else { return effects.contains(.uses(question.oldName)) }
        return isKept(entity, question.oldName, of: old)
    }

    /// Returns whether the stage may keep the links of a relationship of the older version.
    package func mayCarryLinks(_ entity: String, _ property: String?) -> Bool {
        isUnknown || carries(entity, property)
    }

    /// Returns whether a change loses data. All of these conditions must be satisfied:
    ///
    /// - The change has the verdict ``MigrationVerdict/losesData``.
    /// - No operation keeps the values or deletes all rows that had them.
    /// - The stage runs no unknown code that could keep the values. A hook that runs after the rows are migrated doesn't
    ///   see them.
    ///
    /// ``UpgradeStep/losesData(_:)`` also considers the declared losses.
    ///
    /// A removed model counts as kept if any of its properties is kept, because a model that only joins two others
    /// contains only links. A link that is kept on one side is kept on both sides.
    func losesData(_ judged: ClassifiedChange, of old: SchemaModel) -> Bool {
        guard judged.verdict == .losesData, !mayKeepValues, let entity = judged.change.entity else { return false }
        if isKept(entity, judged.change.property, of: old) { return false }
        // If a link to a removed model is kept, the model counts as kept.
        return !effects.contains { effect in
            guard judged.change.property == nil, case .carries(let place) = effect,
                case .relationship(let link)? = old.entity(named: place.entity)?.property(named: place.property)
            else { return false }
            return link.destination == entity && link.inverse != nil
        }
    }

    /// Returns whether an operation keeps a property's values or deletes all rows that have them. For a relationship,
    /// it is enough if the operation keeps the links on one side. If `property` is nil, any of the entity's properties
    /// counts.
    private func isKept(_ entity: String, _ property: String?, of old: SchemaModel) -> Bool {
        if mayDeleteAllRows(entity, of: old) || carries(entity, property) { return true }
        guard let property, case .relationship(let link)? = old.entity(named: entity)?.property(named: property),
            let inverse = link.inverse
        else { return false }
        return carries(link.destination, inverse)
    }

    // MARK: Rows

    /// Returns whether an operation deletes all rows of an entity, either before or after the rows are migrated.
    private func mayDeleteAllRows(_ entity: String, of old: SchemaModel) -> Bool {
        lineage(of: entity, in: old).contains { name in
            effects.contains(.empties(name, .before)) || effects.contains(.empties(name, .after))
        }
    }

    /// Returns whether an operation deletes all rows of an entity before the rows are migrated.
    package func deletesAllRows(of entity: String, in old: SchemaModel) -> Bool {
        lineage(of: entity, in: old).contains { effects.contains(.empties($0, .before)) }
    }

    /// Returns whether code can change or delete an entity's rows before the rows are migrated.
    package func mayRewriteRows(of entity: String, of old: SchemaModel) -> Bool {
        if mayDoAnything(.before) { return true }
        let lineage = lineage(of: entity, in: old)
        return effects.contains { effect in
            switch effect {
            case .empties(let name, .before), .deletes(let name, .before): lineage.contains(name)
            case .deduplicates(let place): lineage.contains(place.entity)
            default: false
            }
        }
    }

    /// Returns whether code can remove duplicates before the rows are migrated. Duplicates are rows that have equal
    /// values for all properties of a constraint.
    ///
    /// Code that isn't known can remove them, and so can an operation that deletes rows. A `Deduplicate` operation
    /// removes them only if its property belongs to the constraint. One of the constraint's properties is enough,
    /// because rows that differ in this property satisfy the constraint.
    ///
    /// - Parameters:
    ///   - entity: the entity's name in the newer version.
    ///   - members: the names of the constraint's properties in the newer version.
    package func mayRemoveDuplicates(
        _ entity: String, by members: [String], from old: SchemaModel, to new: SchemaModel
    ) -> Bool {
        if mayDoAnything(.before) { return true }
        let continuity = ModelContinuity(path: [old, new])
        return continuity.holders(of: entity).allSatisfy { holder in
            let lineage = lineage(of: continuity.entitySource[holder] ?? holder, in: old)
            return effects.contains { effect in
                switch effect {
                case .empties(let name, .before), .deletes(let name, .before): return lineage.contains(name)
                case .deduplicates(let place):
                    return lineage.contains(place.entity)
                        && members.contains { member in
                            let source = continuity.propertySource[Place(entity: holder, property: member)]
                            return (source?.property ?? member) == place.property
                        }
                default: return false
                }
            }
        }
    }

    /// The reason that a store may contain rows that violate a new constraint.
    package enum Duplicates: Sendable, Hashable {
        /// The property is new, and all old rows get the same default.
        case sameDefault
        /// Old rows can have equal values, and no operation removes these duplicates.
        case notRemoved
    }

    /// Returns the reason that a store may contain rows that violate a new constraint. Returns nil if the change isn't
    /// a new constraint, if the entity is new, if an operation deletes all rows, or if code may remove the duplicates.
    ///
    /// For a constraint on a single new property with a default, only deleting all rows helps, because code that runs
    /// before the migration can't set this property.
    package func duplicates(
        under judged: ClassifiedChange, from old: SchemaModel, to new: SchemaModel
    ) -> Duplicates? {
        let members = new.constraint(of: judged.change)
        guard judged.rule == .addedUniqueness, let entity = judged.change.entity else { return nil }
        let continuity = ModelContinuity(path: [old, new])
        let holders = continuity.holders(of: entity)
        let sources = holders.compactMap { continuity.entitySource[$0] }
        guard sources.contains(where: { !deletesAllRows(of: $0, in: old) }) else { return nil }
        let isNew = members.contains { member in
            holders.allSatisfy { holder in
                let place = Place(entity: holder, property: member)
                return continuity.propertySource[place] == nil && new.attribute(at: place)?.defaultValue != nil
            }
        }
        // A hook can't set a property that doesn't exist yet. It could only delete rows.
        if isNew, members.count == 1 { return .sameDefault }
        return mayRemoveDuplicates(entity, by: members, from: old, to: new) ? nil : .notRemoved
    }

    /// Returns the names of an entity and its superentities. Operations on a superentity's rows also affect the
    /// entity's rows.
    private func lineage(of entity: String, in model: SchemaModel) -> [String] {
        [entity] + model.superentities(of: entity).map(\.name)
    }
}
