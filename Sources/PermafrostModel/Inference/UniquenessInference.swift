/// The newer model's uniqueness constraints that an older model's rows may violate, because the newer model adds the
/// constraint or requires one of its properties.
///
/// A constraint of a parent also applies to the rows of its children.
struct UniquenessInference {
    private typealias Place = ModelContinuity.Place

    private let continuity: ModelContinuity
    private var old: SchemaModel { continuity.before }
    private var new: SchemaModel { continuity.after }

    init(_ continuity: ModelContinuity) {
        self.continuity = continuity
    }

    /// Returns the given changes, corrected for uniqueness constraints:
    ///
    /// - A new constraint that old rows satisfy gets the rule `addedSatisfiedUniqueness`.
    /// - A change is added for each constraint of a new parent that rows of its children may violate.
    /// - A change is added for each property of an existing constraint that becomes required and has a default.
    func judged(_ changes: [ClassifiedChange]) -> [ClassifiedChange] {
        changes.map { judged in
            guard judged.rule == .addedUniqueness, let entity = judged.change.entity,
                isSatisfied(new.constraint(of: judged.change), of: entity)
            else { return judged }
            return ClassifiedChange(change: judged.change, rule: .addedSatisfiedUniqueness)
        } + constraintsOfNewParents + filledMembers
    }

    /// One change for every property of an existing uniqueness constraint that changes from optional to required and
    /// has a default. Rows without a value are assumed to get this default, so they may violate the constraint.
    private var filledMembers: [ClassifiedChange] {
        new.entities.flatMap { entity in
            entity.uniquenessConstraints.flatMap { constraint in
                constraint.filter { isFilled($0, of: entity.name, constraint) }.map { member in
                    let text = Entity.text(ofConstraint: constraint)
                    return ClassifiedChange(
                        change: ModelChange(
                            entity: entity.name, property: member, aspect: .uniqueness, before: text, after: text,
                            kind: .identity), rule: .filledUniqueProperty)
                }
            }
        }
    }

    private func isFilled(_ member: String, of entity: String, _ constraint: [String]) -> Bool {
        guard let source = continuity.entitySource[entity],
            let previous = continuity.propertySource[Place(entity: entity, property: member)],
            let before = old.attribute(at: previous), before.isOptional,
            let after = new.attribute(at: Place(entity: entity, property: member)), !after.isOptional,
            after.defaultValue != nil
        else { return false }
        let names = constraint.compactMap { continuity.propertySource[Place(entity: entity, property: $0)]?.property }
        return old.entity(named: source)?.uniquenessConstraints.contains { Set($0) == Set(names) } == true
            && names.count == constraint.count
    }

    private var constraintsOfNewParents: [ClassifiedChange] {
        new.entities.filter { continuity.entitySource[$0.name] == nil }.flatMap { entity in
            entity.uniquenessConstraints.filter { !isSatisfied($0, of: entity.name) }.map { constraint in
                ClassifiedChange(
                    change: ModelChange(
                        entity: entity.name, property: constraint.first, aspect: .uniqueness,
                        after: Entity.text(ofConstraint: constraint), kind: .identity), rule: .addedUniqueness)
            }
        }
    }

    /// Returns whether old rows are certain to satisfy a constraint.
    private func isSatisfied(_ members: [String], of entity: String) -> Bool {
        let holders = continuity.holders(of: entity)
        guard !holders.isEmpty else { return true }
        return members.contains { member in holders.allSatisfy { hasNoValue(member, in: $0) } }
            || isImplied(members, for: holders)
    }

    /// Returns whether a property is new and has no value in old rows. Such rows satisfy a constraint, because SQLite
    /// treats NULLs in a unique index as different.
    private func hasNoValue(_ member: String, in holder: String) -> Bool {
        guard continuity.propertySource[Place(entity: holder, property: member)] == nil else { return false }
        return switch new.properties(of: holder).first(where: { $0.name == member }) {
        case .attribute(let attribute)?: attribute.isOptional && attribute.defaultValue == nil
        case .relationship(let relationship)?: relationship.isOptional || relationship.isToMany
        case .fetched?, nil: false
        }
    }

    /// Returns whether an older constraint on some or all of the new constraint's members already applied to the rows
    /// of the given entities. If so, the rows also satisfy the new constraint.
    private func isImplied(_ members: [String], for holders: [String]) -> Bool {
        old.entities.contains { owner in
            owner.uniquenessConstraints.contains { constraint in
                holders.allSatisfy { holder in
                    guard let source = continuity.entitySource[holder] else { return false }
                    return ([source] + old.superentities(of: source).map(\.name)).contains(owner.name)
                        && constraint.allSatisfy { keepsValues($0, of: source, in: holder, members) }
                }
            }
        }
    }

    /// Returns whether a property of an older constraint keeps its values in one of the new constraint's members.
    /// Returns false if the property changes from optional to required, because rows without a value then get equal
    /// values.
    private func keepsValues(_ property: String, of source: String, in holder: String, _ members: [String]) -> Bool {
        members.contains { member in
            let place = Place(entity: holder, property: member)
            let previous = Place(entity: source, property: property)
            guard continuity.propertySource[place] == previous else { return false }
            guard let before = old.attribute(at: previous), let after = new.attribute(at: place) else { return true }
            return after.isOptional || !before.isOptional
        }
    }
}

extension ModelContinuity {
    /// Returns the names of the entity and its subentities, without abstract and new ones. Their old rows must satisfy
    /// the entity's constraints.
    func holders(of entity: String) -> [String] {
        after.family(of: entity).filter { !$0.isAbstract && entitySource[$0.name] != nil }.map(\.name)
    }
}
