/// The effects of changed inheritance on the rows of a store.
///
/// Inherited properties are stored in the rows of every subentity. So if a property moves up to a parent or down to a
/// child, the rows that had it keep their values. All entities of a hierarchy share one table with one set of primary
/// keys. So two hierarchies that both have rows can't be merged.
struct HierarchyInference {
    private let continuity: ModelContinuity
    private var old: SchemaModel { continuity.before }
    private var new: SchemaModel { continuity.after }

    init(_ continuity: ModelContinuity) { self.continuity = continuity }

    /// Returns the changes, with moves and merges classified as such.
    func judged(_ changes: [MigrationVerdict.ClassifiedChange]) -> [MigrationVerdict.ClassifiedChange] {
        guard old.hasInheritance || new.hasInheritance else { return changes }
        let merges = merges
        let merged = Set(merges.flatMap { new.family(of: $0.root).map(\.name) })
        var judged = changes.compactMap { judged -> MigrationVerdict.ClassifiedChange? in
            var judged = judged
            if judged.rule == .changedInheritance, judged.change.entity.map(merged.contains) == true { return nil }
            if isMoved(judged) { judged.rule = .movedProperty }
            return judged
        }
        judged += merges.map { merge in
            MigrationVerdict.ClassifiedChange(
                change: ModelChange(
                    entity: merge.root, aspect: .superentity, before: merge.previous.joined(separator: ", "),
                    after: merge.root, kind: .identity), rule: .mergedHierarchies)
        }
        return judged
    }

    // MARK: Merges

    /// The roots of the new model whose hierarchies continue several hierarchies of the old model, with the old roots.
    private var merges: [(root: String, previous: [String])] {
        var previous: [String: Set<String>] = [:]
        for entity in new.entities {
            guard let source = continuity.entitySource[entity.name] else { continue }
            previous[new.root(of: entity.name), default: []].insert(old.root(of: source))
        }
        return previous.filter { $0.value.count > 1 }.map { ($0.key, $0.value.sortedByCodeUnit()) }
            .sorted { CodeUnitOrder.isBefore($0.root, $1.root) }
    }

    // MARK: Moves

    /// Returns whether a removed or added property only moved within its hierarchy, for every row that had it.
    private func isMoved(_ judged: MigrationVerdict.ClassifiedChange) -> Bool {
        guard let entity = judged.change.entity, let property = judged.change.property, judged.change.element.isEmpty
        else { return false }
        return switch judged.change.aspect {
        case .removed: isContinued(property, of: entity)
        case .added: continuesEverywhere(property, of: entity)
        default: false
        }
    }

    /// Returns whether every remaining entity with rows that had the property still has it from a different
    /// declaration.
    private func isContinued(_ property: String, of entity: String) -> Bool {
        guard let previous = continuity.entitySource[entity] else { return false }
        var isFound = false
        for holder in old.family(of: previous) where !holder.isAbstract {
            let place = ModelContinuity.Place(entity: holder.name, property: property)
            for name in new.entities.map(\.name) where continuity.entitySource[name] == holder.name {
                guard continuity.propertySource.contains(where: { $0.key.entity == name && $0.value == place }) else {
                    return false
                }
                isFound = true
            }
        }
        return isFound
    }

    /// Returns whether every entity with rows that has the property now already had it before.
    private func continuesEverywhere(_ property: String, of entity: String) -> Bool {
        let holders = new.family(of: entity).filter { !$0.isAbstract && continuity.entitySource[$0.name] != nil }
        return !holders.isEmpty
            && holders.allSatisfy {
                continuity.propertySource[ModelContinuity.Place(entity: $0.name, property: property)] != nil
            }
    }
}

extension SchemaModel {
    /// Whether any entity has a superentity.
    fileprivate var hasInheritance: Bool { entities.contains { $0.superentity != nil } }

    /// Returns the entity whose table contains an entity's rows.
    package func root(of entity: String) -> String { superentities(of: entity).last?.name ?? entity }
}
