/// The effects of changed inheritance on a store's rows.
///
/// The rows of an entity also store its inherited properties. If a property moves up to a parent or down to a child,
/// entities that still have the property keep its values. All entities in a hierarchy share one table with one set of
/// primary keys. So two hierarchies that both have rows can't be merged.
struct HierarchyInference {
    private let continuity: ModelContinuity
    private var old: SchemaModel { continuity.before }
    private var new: SchemaModel { continuity.after }

    private let judge: ChangeRules
    /// The new name of each continued entity, keyed by its old name.
    private let newNames: [String: String]

    init(_ continuity: ModelContinuity, _ judge: ChangeRules) {
        self.continuity = continuity
        self.judge = judge
        newNames = continuity.entityContinuation
    }

    /// Returns the given changes, corrected for inheritance:
    ///
    /// - A change that only moves a property within its hierarchy gets the rule `movedProperty`.
    /// - For each merged hierarchy, one change with the rule `mergedHierarchies` replaces the inheritance changes.
    /// - Changes to inherited properties are added.
    ///
    /// Returns the changes unmodified if neither model uses inheritance.
    func judged(_ changes: [ClassifiedChange]) -> [ClassifiedChange] {
        guard old.hasInheritance || new.hasInheritance else { return changes }
        let merges = merges
        let merged = Set(merges.flatMap { new.family(of: $0.root).map(\.name) })
        var judged = changes.compactMap { judged -> ClassifiedChange? in
            var judged = judged
            if judged.rule == .changedInheritance, judged.change.entity.map(merged.contains) == true { return nil }
            if isMoved(judged) { judged.rule = .movedProperty }
            return judged
        }
        let inherited = inheritedChanges(besides: judged).filter { $0.entity.map(merged.contains) != true }
        judged += inherited.map { change in
            ClassifiedChange(
                change: change, rule: change.aspect == .removed ? .removedProperty : judge.rule(of: change))
        }
        judged += merges.map { merge in
            ClassifiedChange(
                change: ModelChange(
                    entity: merge.root, aspect: .superentity, before: merge.previous.joined(separator: ", "),
                    after: merge.root, kind: .identity), rule: .mergedHierarchies)
        }
        return judged
    }

    // MARK: Merges

    /// The new hierarchies that combine entities of several old hierarchies, sorted by the name of the new root.
    /// `previous` contains the sorted names of the topmost old entities in the hierarchy.
    private var merges: [(root: String, previous: [String])] {
        var previous: [String: Set<String>] = [:]
        for entity in new.entities {
            guard let source = continuity.entitySource[entity.name] else { continue }
            previous[new.root(of: entity.name), default: []].insert(source)
        }
        return previous.filter { Set($0.value.map(old.root)).count > 1 }
            .map { root, sources in
                let topmost = sources.filter { source in
                    !old.superentities(of: source).contains { sources.contains($0.name) }
                }
                return (root, topmost.sortedByCodeUnit())
            }
            .sorted { CodeUnitOrder.isBefore($0.root, $1.root) }
    }

    // MARK: Moves

    /// Returns whether a change that removes or adds a property only moves the property within its hierarchy, so that
    /// existing rows keep their values.
    private func isMoved(_ judged: ClassifiedChange) -> Bool {
        guard let entity = judged.change.entity, let property = judged.change.property, judged.change.element.isEmpty
        else { return false }
        return switch judged.change.aspect {
        case .removed: isContinued(property, of: entity)
        case .added: continuesEverywhere(property, of: entity)
        default: false
        }
    }

    /// Returns whether an entity and its old subentities keep a property. Considers only concrete entities that still
    /// exist. Returns false if there are none.
    private func isContinued(_ property: String, of entity: String) -> Bool {
        guard let previous = continuity.entitySource[entity] else { return false }
        var isFound = false
        for holder in old.family(of: previous) where !holder.isAbstract {
            for name in new.entities.map(\.name) where continuity.entitySource[name] == holder.name {
                guard isContinued(property, of: holder.name, by: name) else { return false }
                isFound = true
            }
        }
        return isFound
    }

    /// Returns whether an entity and its subentities already had a property in the older model. Considers only concrete
    /// entities that continue an old entity. Returns false if there are none.
    private func continuesEverywhere(_ property: String, of entity: String) -> Bool {
        let holders = new.family(of: entity).filter { !$0.isAbstract && continuity.entitySource[$0.name] != nil }
        return !holders.isEmpty
            && holders.allSatisfy {
                continuity.propertySource[ModelContinuity.Place(entity: $0.name, property: property)] != nil
            }
    }

    // MARK: Inherited properties

    /// Returns the changes to properties that rows gain or lose, or that change for them, because their entity inherits
    /// differently. Omits a change that is already in `judged`, unless its rule there is `movedProperty`.
    ///
    /// A row may lose its old parent's properties and gain its new parent's. An inherited property may also differ from
    /// the property that it continues, because a different entity declared the older property.
    private func inheritedChanges(besides judged: [ClassifiedChange]) -> [ModelChange] {
        let reported = Set(judged.filter { $0.rule != .movedProperty }.map { Subject($0.change) })
        var changes: [ModelChange] = []
        func append(_ change: ModelChange) {
            if !reported.contains(Subject(change)), !changes.contains(change) { changes.append(change) }
        }
        for entity in new.entities {
            guard let source = continuity.entitySource[entity.name] else { continue }
            for property in old.properties(of: source) {
                guard let owner = old.declaringEntity(of: property.name, in: source), owner != source,
                    !property.isTransient, !isContinued(property.name, of: source, by: entity.name),
                    !reported.contains(Subject(newName(of: owner), property.name, .removed))
                else { continue }
                append(
                    ModelChange(
                        entity: entity.name, property: property.name, aspect: .removed, before: property.summary,
                        kind: .identity))
            }
            for property in new.properties(of: entity.name) {
                guard let owner = new.declaringEntity(of: property.name, in: entity.name) else { continue }
                let place = ModelContinuity.Place(entity: entity.name, property: property.name)
                if let previous = continuity.propertySource[place] {
                    guard
                        let before = old.properties(of: previous.entity).first(where: { $0.name == previous.property }),
                        let oldOwner = old.declaringEntity(of: before.name, in: previous.entity),
                        newName(of: oldOwner) != owner
                    else { continue }
                    for var change in PropertyComparison(before, property, entity: owner).changes
                    where change.aspect != .renamingIdentifier {
                        change.property = property.name
                        append(change)
                    }
                } else if owner != entity.name {
                    append(
                        ModelChange(
                            entity: owner, property: property.name, aspect: .added, after: property.summary,
                            kind: .identity))
                }
            }
        }
        return changes
    }

    private func isContinued(_ property: String, of source: String, by entity: String) -> Bool {
        let place = ModelContinuity.Place(entity: source, property: property)
        return continuity.propertySource.contains { $0.key.entity == entity && $0.value == place }
    }

    /// Returns the new name of an old entity, or its old name if the entity was removed.
    private func newName(of entity: String) -> String {
        newNames[entity] ?? entity
    }

    /// The subject and aspect of a change. Used to find changes that are already reported.
    private struct Subject: Hashable {
        let entity: String?
        let property: String?
        let aspect: ModelChange.Aspect

        init(_ change: ModelChange) { self.init(change.entity, change.property, change.aspect) }

        init(_ entity: String?, _ property: String?, _ aspect: ModelChange.Aspect) {
            self.entity = entity
            self.property = property
            self.aspect = aspect
        }
    }
}

extension SchemaModel {
    fileprivate var hasInheritance: Bool { entities.contains { $0.superentity != nil } }

    /// Returns the name of the entity that declares a property: the given entity, or its nearest superentity that does.
    /// Returns nil if there is no such entity.
    fileprivate func declaringEntity(of property: String, in entity: String) -> String? {
        if self.entity(named: entity)?.property(named: property) != nil { return entity }
        return superentities(of: entity).first { $0.property(named: property) != nil }?.name
    }

    /// Returns the name of the root entity in an entity's hierarchy. The root's table contains the entity's rows.
    /// Returns the given name if the entity has no superentity.
    package func root(of entity: String) -> String { superentities(of: entity).last?.name ?? entity }
}
