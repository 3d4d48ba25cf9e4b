import PermafrostDeclarations
import PermafrostModel

extension StageEffects {
    /// What the operations of a stage that is read as source do. The hooks of a stage that has none, and operations of the
    /// app's own, may do anything.
    ///
    /// - Parameter to: the type of the newer version. A class of it is none of the older version, unless the versions are one.
    init(_ stage: PlanDeclaration.Stage?, to newer: String) {
        guard let stage, stage.kind == .custom else {
            self.init([])
            return
        }
        guard !stage.operations.isEmpty else {
            self.init([.anything])
            return
        }
        self.init(stage.operations.flatMap { Self.effects(of: $0, newer: stage.from == newer ? nil : newer) })
    }

    /// Operations that set properties of new rows from what they keep of old ones.
    private static let carrying: Set<String> = ["Rename", "Transform", "Split", "Merge", "Reconnect"]

    private static func effects(of operation: PlanDeclaration.Stage.Operation, newer: String?) -> [Effect] {
        func isNewer(_ type: String) -> Bool { newer.map { type.hasPrefix($0 + ".") } ?? false }
        func entity(_ type: String) -> String { type.split(separator: ".").last.map(String.init) ?? type }
        // Of the older version's rows, the properties that key paths name.
        let places = operation.keyPaths.compactMap { keyPath -> Place? in
            guard let type = keyPath.type, !isNewer(type), let property = keyPath.names.first else { return nil }
            return Place(entity: entity(type), property: property)
        }
        switch operation.name {
        case let name where carrying.contains(name): return places.map { .carries($0) }
        case "Backfill": return []
        case "Deduplicate": return places.map { .deduplicates($0) }
        case "DeleteAll": return operation.types.map { .empties(entity($0.name), isNewer($0.name) ? .after : .before) }
        case "DeleteWhere":
            return operation.types.map { .deletes(entity($0.name), isNewer($0.name) ? .after : .before) }
        case let name where name.hasPrefix("Assert."): return []
        default: return [.anything]
        }
    }
}

extension LintStep {
    /// Whether an operation names a model of the older version.
    func names(_ entity: String) -> Bool {
        (stage?.operations ?? []).contains { operation in
            operation.types.contains { use in
                let isNewer = use.name.hasPrefix(to.schema + ".") && to.schema != from.schema
                return !isNewer && use.name.split(separator: ".").last.map(String.init) == entity
            }
        }
    }

    /// Whether an operation of the stage takes the old values of something that may have been renamed over, or deals with the
    /// old model.
    func answers(_ question: RenameQuestion) -> Bool {
        question.entity.map { effects.carries($0, question.former) } ?? names(question.former)
    }

    /// The relationship of another shape that a removed one made room for.
    func replacement(of removed: JudgedChange) -> JudgedChange? {
        guard let old = relationship(removed.change, in: from.model) else { return nil }
        return inference.changes.first { candidate in
            guard candidate.change.aspect == .added, candidate.change.element.isEmpty,
                candidate.change.entity == removed.change.entity, let new = relationship(candidate.change, in: to.model)
            else { return false }
            return new.destination == old.destination && new.isToMany != old.isToMany
        }
    }

    private func relationship(_ change: ModelChange, in model: SchemaModel) -> Relationship? {
        guard let entity = change.entity, let name = change.property,
            case .relationship(let relationship)? = model.entity(named: entity)?.property(named: name)
        else { return nil }
        return relationship
    }
}
