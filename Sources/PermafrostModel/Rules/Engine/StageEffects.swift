/// What the code of a stage does to rows and properties, by the names of the stage's two versions, as far as it is known.
///
/// It is made of a stage's operations: of their values for a live plan, of their syntax for one that is read as source. What
/// follows from it is decided here alone, so that `lint` and `MigrationPlan.validate()` agree.
package struct StageEffects: Sendable, Hashable {
    /// A property of an entity.
    package typealias Place = ModelContinuity.Place

    /// When code runs: while the rows are of the older version, or when they are of the newer one.
    package enum Moment: Sendable, Hashable {
        case before
        case after
    }

    /// What one operation does.
    package enum Effect: Sendable, Hashable {
        /// It takes over what a property of the older version holds.
        case carries(Place)
        /// It deletes every row of an entity.
        case empties(String, Moment)
        /// It deletes rows of an entity.
        case deletes(String, Moment)
        /// It keeps one of the rows of the older version that agree in a property.
        case deduplicates(Place)
        /// It works with rows of an entity of the older version, whatever it does to them.
        case uses(String)
        /// It may do anything: a hook, or an operation of the app's own.
        case anything(Moment)
    }

    /// What code does of which nothing is known.
    package static let unknown: [Effect] = [.anything(.before), .anything(.after)]

    private let effects: Set<Effect>

    /// What all operations of a stage do; nothing for a lightweight one.
    package init(_ effects: some Sequence<Effect>) { self.effects = Set(effects) }

    /// Whether no code runs.
    package var areNone: Bool { effects.isEmpty }

    /// Whether code runs of which nothing is known.
    package var areUnknown: Bool { mayDoAnything(.before) || mayDoAnything(.after) }

    private func mayDoAnything(_ moment: Moment) -> Bool { effects.contains(.anything(moment)) }

    // MARK: Values

    /// Whether an operation takes over what a property of the older version holds; any property if none is named.
    package func carries(_ entity: String, _ property: String?) -> Bool {
        effects.contains { effect in
            guard case .carries(let place) = effect else { return false }
            return place.entity == entity && (property == nil || place.property == property)
        }
    }

    /// Whether an operation takes over the values of what may have been renamed, deletes all rows that have them, or works with
    /// the model that may have been renamed. What a hook does is not known, so that the question stays.
    package func answer(_ question: RenameQuestion, of old: SchemaModel) -> Bool {
        guard let entity = question.entity else { return effects.contains(.uses(question.oldName)) }
        return isKept(entity, question.oldName, of: old)
    }

    /// Whether the links of a relationship of the older version may be taken over.
    package func mayCarryLinks(_ entity: String, _ property: String?) -> Bool {
        areUnknown || carries(entity, property)
    }

    /// Whether what a change drops is lost, and nothing says that it is meant to be: no operation takes the values over or
    /// deletes all rows that had them, and no hook may.
    ///
    /// A model that goes is taken over with any of its properties: one that only joined others has no more than links. A link
    /// that is taken over is so on both of its sides.
    package func lose(_ judged: MigrationVerdict.ClassifiedChange, of old: SchemaModel) -> Bool {
        guard judged.verdict == .losesData, !areUnknown, let entity = judged.change.entity else { return false }
        if isKept(entity, judged.change.property, of: old) { return false }
        // A link between two models is carried with the one that goes.
        return !effects.contains { effect in
            guard judged.change.property == nil, case .carries(let place) = effect,
                case .relationship(let link)? = old.entity(named: place.entity)?.property(named: place.property)
            else { return false }
            return link.destination == entity && link.inverse != nil
        }
    }

    /// Whether an operation takes over what a property holds, on either side of a link, or deletes all rows that have it.
    private func isKept(_ entity: String, _ property: String?, of old: SchemaModel) -> Bool {
        if isEmptied(entity, of: old) || carries(entity, property) { return true }
        guard let property, case .relationship(let link)? = old.entity(named: entity)?.property(named: property),
            let inverse = link.inverse
        else { return false }
        return carries(link.destination, inverse)
    }

    // MARK: Rows

    /// Whether every row of an entity is deleted, before the store is changed or afterwards.
    private func isEmptied(_ entity: String, of old: SchemaModel) -> Bool {
        lineage(of: entity, in: old).contains { name in
            effects.contains(.empties(name, .before)) || effects.contains(.empties(name, .after))
        }
    }

    /// Whether no row of an entity is left before the store is changed.
    package func empty(_ entity: String, of old: SchemaModel) -> Bool {
        lineage(of: entity, in: old).contains { effects.contains(.empties($0, .before)) }
    }

    /// Whether code may change or delete rows of an entity before the store is changed.
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

    /// Whether rows that agree in all properties of a constraint may be gone before the store is changed.
    ///
    /// Rows that differ in one property differ in all of them together: removing duplicates by any one member will do, and by a
    /// property outside the constraint will not.
    ///
    /// - Parameters:
    ///   - entity: the entity, by its name in the newer version.
    ///   - members: the constraint's properties, by their names in the newer version.
    package func makeUnique(
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

    /// Why a store may hold rows that a new constraint does not take.
    package enum Duplicates: Sendable, Hashable {
        /// The property is new, and every old row gets the same default.
        case sameDefault
        /// Old rows may agree, and nothing removes any of them.
        case notRemoved
    }

    /// Why a store may hold rows that a new constraint does not take; nil if it is another change, or if code removes them.
    package func duplicates(
        under judged: MigrationVerdict.ClassifiedChange, in inference: LightweightInference, from old: SchemaModel,
        to new: SchemaModel
    ) -> Duplicates? {
        let change = judged.change
        let members = new.constraint(of: change)
        guard judged.rule == .addedUniqueness, let entity = change.entity, old.entity(named: entity) != nil,
            !empty(entity, of: old)
        else { return nil }
        let isNew = inference.changes.contains { other in
            other.rule == .addedWithDefault && other.change.entity == entity
                && other.change.property == change.property && other.change.element.isEmpty
        }
        // A hook deletes rows of its own accord at most.
        if isNew, members.count == 1 { return .sameDefault }
        return makeUnique(entity, by: members, from: old, to: new) ? nil : .notRemoved
    }

    /// An entity and those that it inherits from: what is done to their rows is done to its own.
    private func lineage(of entity: String, in model: SchemaModel) -> [String] {
        [entity] + model.superentities(of: entity).map(\.name)
    }
}
