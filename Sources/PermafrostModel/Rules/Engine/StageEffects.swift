/// The known effects of a stage's code on rows and properties, with the names of the stage's two versions.
///
/// They are derived from the stage's operations, which are values in a live plan, and syntax in a plan that is read
/// from source. All conclusions are drawn here, so that `lint` and `MigrationPlan.validate()` agree.
package struct StageEffects: Sendable, Hashable {
    /// A property of an entity.
    package typealias Place = ModelContinuity.Place

    /// The time when code runs: before or after the rows are migrated to the newer version.
    package enum Moment: Sendable, Hashable {
        case before
        case after
    }

    /// The effect of one operation.
    package enum Effect: Sendable, Hashable {
        /// Keeps the values of a property of the older version.
        case carries(Place)
        /// Deletes every row of an entity.
        case empties(String, Moment)
        /// Deletes rows of an entity.
        case deletes(String, Moment)
        /// Keeps one row of each group of rows in the older version that have the same value for a property.
        case deduplicates(Place)
        /// Uses rows of an entity of the older version in an unspecified way.
        case uses(String)
        /// Has unknown effects, because it is a hook or an operation that the app defines.
        case anything(Moment)
    }

    /// The effects of unknown code.
    package static let unknown: [Effect] = [.anything(.before), .anything(.after)]

    private let effects: Set<Effect>

    /// Creates the combined effects of a stage's operations. A lightweight stage has none.
    package init(_ effects: some Sequence<Effect>) { self.effects = Set(effects) }

    /// Whether no code runs.
    package var isEmpty: Bool { effects.isEmpty }

    /// Whether unknown code runs.
    package var isUnknown: Bool { mayDoAnything(.before) || mayDoAnything(.after) }

    private func mayDoAnything(_ moment: Moment) -> Bool { effects.contains(.anything(moment)) }

    // MARK: Values

    /// Returns whether an operation keeps the values of a property of the older version. If the property is nil,
    /// returns whether an operation keeps the values of any property of the entity.
    package func carries(_ entity: String, _ property: String?) -> Bool {
        effects.contains { effect in
            guard case .carries(let place) = effect else { return false }
            return place.entity == entity && (property == nil || place.property == property)
        }
    }

    /// Returns whether an operation resolves a possible rename, because it keeps the values of the old property,
    /// deletes all rows that have them, or uses the old model. A hook doesn't, because its effect isn't known.
    package func answer(_ question: RenameQuestion, of old: SchemaModel) -> Bool {
        guard let entity = question.entity else { return effects.contains(.uses(question.oldName)) }
        return isKept(entity, question.oldName, of: old)
    }

    /// Returns whether the stage may keep the links of a relationship of the older version.
    package func mayCarryLinks(_ entity: String, _ property: String?) -> Bool {
        isUnknown || carries(entity, property)
    }

    /// Returns whether a change loses data unintentionally: no operation keeps the values or deletes all rows that had
    /// them, and no hook could.
    ///
    /// A removed model counts as kept if any of its properties is kept, because a model that only joins two others
    /// contains only links. A link that is kept on one side is kept on both sides.
    package func losesData(_ judged: MigrationVerdict.ClassifiedChange, of old: SchemaModel) -> Bool {
        guard judged.verdict == .losesData, !isUnknown, let entity = judged.change.entity else { return false }
        if isKept(entity, judged.change.property, of: old) { return false }
        // A link between two models is kept together with the removed model.
        return !effects.contains { effect in
            guard judged.change.property == nil, case .carries(let place) = effect,
                case .relationship(let link)? = old.entity(named: place.entity)?.property(named: place.property)
            else { return false }
            return link.destination == entity && link.inverse != nil
        }
    }

    /// Returns whether an operation keeps the values of a property, on either side of a relationship, or deletes all
    /// rows that have them.
    private func isKept(_ entity: String, _ property: String?, of old: SchemaModel) -> Bool {
        if mayDeleteAllRows(entity, of: old) || carries(entity, property) { return true }
        guard let property, case .relationship(let link)? = old.entity(named: entity)?.property(named: property),
            let inverse = link.inverse
        else { return false }
        return carries(link.destination, inverse)
    }

    // MARK: Rows

    /// Returns whether every row of an entity is deleted, before or after the store changes.
    private func mayDeleteAllRows(_ entity: String, of old: SchemaModel) -> Bool {
        lineage(of: entity, in: old).contains { name in
            effects.contains(.empties(name, .before)) || effects.contains(.empties(name, .after))
        }
    }

    /// Returns whether every row of an entity is deleted before the store changes.
    package func deletesAllRows(of entity: String, in old: SchemaModel) -> Bool {
        lineage(of: entity, in: old).contains { effects.contains(.empties($0, .before)) }
    }

    /// Returns whether code may change or delete rows of an entity before the store changes.
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

    /// Returns whether code may remove rows with equal values for all properties of a constraint before the store
    /// changes.
    ///
    /// Rows that differ in one property of a constraint satisfy the constraint. Removing duplicates by any one of its
    /// properties is therefore enough; removing them by a property outside the constraint isn't.
    ///
    /// - Parameters:
    ///   - entity: the entity's name in the newer version.
    ///   - members: the constraint's properties, with their names in the newer version.
    package func mayRemoveDuplicates(
        _ entity: String, by members: [String], from old: SchemaModel, to new: SchemaModel
    ) -> Bool {
        if mayDoAnything(.before) { return true }
        let continuity = ModelContinuity(path: [old, new])
        let oldName = continuity.entitySource[entity] ?? entity
        let lineage = lineage(of: oldName, in: old)
        return effects.contains { effect in
            switch effect {
            case .empties(let name, .before), .deletes(let name, .before): return lineage.contains(name)
            case .deduplicates(let place):
                return lineage.contains(place.entity)
                    && members.contains { member in
                        let source = continuity.propertySource[Place(entity: entity, property: member)]
                        return (source?.property ?? member) == place.property
                    }
            default: return false
            }
        }
    }

    /// The reason that a store may contain rows that violate a new constraint.
    package enum Duplicates: Sendable, Hashable {
        /// The property is new, and every old row gets the same default.
        case sameDefault
        /// Old rows may have equal values, and no operation removes them.
        case notRemoved
    }

    /// Returns the reason that a store may contain rows that violate a new constraint. Returns nil for any other
    /// change, or if code may remove the rows.
    package func duplicates(
        under judged: MigrationVerdict.ClassifiedChange, in inference: LightweightInference, from old: SchemaModel,
        to new: SchemaModel
    ) -> Duplicates? {
        let change = judged.change
        let members = new.constraint(of: change)
        guard judged.rule == .addedUniqueness, let entity = change.entity, old.entity(named: entity) != nil,
            !deletesAllRows(of: entity, in: old)
        else { return nil }
        let isNew = inference.changes.contains { other in
            other.rule == .addedWithDefault && other.change.entity == entity
                && other.change.property == change.property && other.change.element.isEmpty
        }
        // A hook can't set a property that doesn't exist yet. It could only delete rows.
        if isNew, members.count == 1 { return .sameDefault }
        return mayRemoveDuplicates(entity, by: members, from: old, to: new) ? nil : .notRemoved
    }

    /// Returns an entity and its superentities. Operations on rows of a superentity also affect the entity's rows.
    private func lineage(of entity: String, in model: SchemaModel) -> [String] {
        [entity] + model.superentities(of: entity).map(\.name)
    }
}
