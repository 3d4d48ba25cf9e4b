/// A version and the one after it, with what the framework makes of the difference and what the stage's code does.
package struct UpgradeStep: Sendable {
    /// The older version.
    package let from: SchemaVersion
    /// The newer version.
    package let to: SchemaVersion
    /// The model of the older version.
    package let old: SchemaModel
    /// The model of the newer version.
    package let new: SchemaModel
    /// Whether a custom stage leads from one to the other. Without any stage, the migration is lightweight.
    package let isCustom: Bool
    /// What the stage's code does to rows and properties.
    package let effects: StageEffects
    /// The difference, judged.
    package let inference: LightweightInference

    /// Nil if the model of either version is not known.
    package init?(
        from: SchemaVersion, to: SchemaVersion, isCustom: Bool = false, effects: StageEffects = StageEffects([])
    ) {
        guard let old = from.model, let new = to.model else { return nil }
        self.from = from
        self.to = to
        self.old = old
        self.new = new
        self.isCustom = isCustom
        self.effects = effects
        inference = LightweightInference(from: old, to: new)
    }

    /// Whether no code runs between the two: rows are taken over as they are. A custom stage may be empty.
    package var runsNoCode: Bool { !isCustom || effects.areNone }

    /// `1.0.0 → 2.0.0`
    package var name: String { "\(from.name) → \(to.name)" }

    /// The changes under the given rules of inference.
    package func changes(_ rules: MigrationVerdict.ClassifiedChange.Rule...) -> [MigrationVerdict.ClassifiedChange] {
        inference.changes.filter { rules.contains($0.rule) }
    }

    /// Where a change is declared: in the newer version, or for what is gone the place of what held it there.
    package func place(of change: ModelChange) -> SourceLocation? {
        if change.aspect == .removed, let entity = change.entity, new.entity(named: entity) == nil {
            return to.location
        }
        return to.place(entity: change.entity, property: change.property)
    }

    /// The relationship of another shape that a removed one made room for.
    package func replacement(of removed: MigrationVerdict.ClassifiedChange) -> MigrationVerdict.ClassifiedChange? {
        guard let previous = relationship(removed.change, in: old) else { return nil }
        return inference.changes.first { candidate in
            guard candidate.change.aspect == .added, candidate.change.element.isEmpty,
                candidate.change.entity == removed.change.entity,
                let added = relationship(candidate.change, in: new)
            else { return false }
            return added.destination == previous.destination && added.isToMany != previous.isToMany
        }
    }

    /// Whether a change is of a struct's field, not of an enum's case or what a case holds.
    func isField(_ change: ModelChange) -> Bool {
        guard !change.element.isEmpty, let entity = change.entity, let name = change.property,
            case .attribute(let attribute)? = new.entity(named: entity)?.property(named: name)
        else { return false }
        var holder = attribute
        for name in change.element.dropLast() where !holder.isEnumeration {
            holder = holder.elements.first { $0.name == name } ?? holder
        }
        return holder.type == .composite && !holder.isEnumeration
    }

    private func relationship(_ change: ModelChange, in model: SchemaModel) -> Relationship? {
        guard let entity = change.entity, let name = change.property,
            case .relationship(let relationship)? = model.entity(named: entity)?.property(named: name)
        else { return nil }
        return relationship
    }
}
