/// A pair of versions, with the changes that the framework infers between them and the effects of the stage's code.
package struct UpgradeStep: Sendable {
    /// The older version.
    package let from: SchemaVersion
    /// The newer version.
    package let to: SchemaVersion
    /// The model of the older version.
    package let old: SchemaModel
    /// The model of the newer version.
    package let new: SchemaModel
    /// Whether a custom stage migrates between the versions. Without a stage, the migration is lightweight.
    package let isCustom: Bool
    /// The effects of the stage's code on rows and properties.
    package let effects: StageEffects
    /// The differences between the models, with a verdict for each change.
    package let inference: LightweightInference
    /// The losses that the stage declares, keyed by the lost part of the older model.
    private let acceptedParts: [DeclaredLoss.Part: DeclaredLoss]

    /// Creates a step. Returns nil if either version's model isn't known.
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
        inference = LightweightInference(from: old, to: new, valueTypes: to.valueTypes)
        let losses = effects.declaredLosses
        let continuity = losses.isEmpty ? nil : ModelContinuity(path: [old, new])
        acceptedParts =
            continuity.map { step in
                Dictionary(losses.flatMap { loss in loss.parts(in: step).map { ($0, loss) } }) { first, _ in first }
            } ?? [:]
    }

    // MARK: Losses

    /// Returns whether a change loses data that no operation keeps, and whose loss the stage doesn't declare.
    package func losesData(_ judged: ClassifiedChange) -> Bool {
        effects.losesData(judged, of: old) && declaredLoss(judged) == nil
    }

    /// Returns the stage's declaration of the loss that a change causes. Returns nil if the change loses no data, if it
    /// removes only a part of a value, or if the stage doesn't declare the loss.
    package func declaredLoss(_ judged: ClassifiedChange) -> DeclaredLoss? {
        guard effects.losesData(judged, of: old), let entity = judged.change.entity, judged.change.element.isEmpty
        else {
            return nil
        }
        return acceptedParts[DeclaredLoss.Part(entity: entity, property: judged.change.property)]
    }

    /// Returns whether the stage decides what happens to the old values of a possible rename: an operation handles the
    /// values, or the stage declares their loss.
    package func answers(_ question: RenameQuestion) -> Bool {
        let part =
            question.entity.map { DeclaredLoss.Part(entity: $0, property: question.oldName) }
            ?? DeclaredLoss.Part(entity: question.oldName)
        return acceptedParts[part] != nil || effects.answers(question, of: old)
    }

    /// The possible renames that the stage doesn't answer, with similar names. If only one property or model was removed
    /// and only one was added, their names may differ.
    var likelyRenames: [RenameQuestion] {
        inference.questions.filter { !answers($0) }.compactMap { isOnlyPair($0) ? $0 : $0.likely(in: old) }
    }

    private func isOnlyPair(_ question: RenameQuestion) -> Bool {
        func count(_ aspect: ModelChange.Aspect) -> Int {
            inference.changes.map(\.change).count { change in
                change.aspect == aspect && change.element.isEmpty
                    && (question.entity == nil
                        ? change.property == nil : change.entity == question.entity && change.property != nil)
            }
        }
        return count(.removed) == 1 && count(.added) == 1
    }

    /// The stage's loss declarations that aren't true, have no reason, or contradict an earlier one, each with its
    /// mistake.
    package var mistakenLosses: [(loss: DeclaredLoss, mistake: DeclaredLoss.Mistake)] {
        let losses = effects.declaredLosses
        guard !losses.isEmpty else { return [] }
        let continuity = continuity
        var reasons: [DeclaredLoss.Part: String] = [:]
        return losses.compactMap { loss in
            if let mistake = loss.mistake(in: continuity, isCarried: { effects.carries($0.entity, $0.property) }) {
                return (loss, mistake)
            }
            guard let reason = loss.reason else { return nil }
            guard let earlier = reasons[loss.part] else {
                reasons[loss.part] = reason
                return nil
            }
            return earlier == reason ? nil : (loss, .declaredTwice)
        }
    }

    // MARK: Changes

    /// The entities and properties of the older model that still exist in the newer one, possibly with new names.
    var continuity: ModelContinuity { ModelContinuity(path: [old, new]) }

    /// Whether the step isn't a custom stage, or the stage's code has no effects (``StageEffects/isEmpty``).
    package var runsNoCode: Bool { !isCustom || effects.isEmpty }

    /// The step's name, such as `1.0.0 → 2.0.0`.
    package var name: String { "\(from.name) → \(to.name)" }

    /// Returns the changes that are classified by any of the given rules.
    package func changes(_ rules: ClassifiedChange.Rule...) -> [ClassifiedChange] {
        inference.changes.filter { rules.contains($0.rule) }
    }

    /// Returns the location of a change's declaration in the newer version. For a removed part, returns the location of
    /// the enclosing declaration. Returns nil if the newer version wasn't read from source.
    package func place(of change: ModelChange) -> SourceLocation? {
        if change.aspect == .removed, let entity = change.entity, new.entity(named: entity) == nil {
            return to.location
        }
        return to.place(entity: change.entity, property: change.property)
    }

    /// Returns the changes in a value's Swift type that prevent, or may prevent, existing values from being decoded.
    /// Returns an empty array if the value's types aren't recorded.
    func obstacles(to change: ModelChange) -> [DecodingObstacle] {
        guard let entity = change.entity, let name = change.property,
            case .attribute(let before)? = old.entity(named: entity)?.property(named: name),
            case .attribute(let after)? = new.entity(named: entity)?.property(named: name)
        else { return [] }
        return ShapeDifference(
            from: before, to: after, decodings: to.valueTypes(entity: entity, property: name).decodings
        ).obstacles(in: change.element)
    }

    /// Returns the added relationship that replaces a removed relationship of the same entity. Both have the same
    /// destination, but only one of them is to-many. Returns nil if no added relationship matches, or if the removed
    /// part isn't a relationship.
    package func replacement(of removed: ClassifiedChange) -> ClassifiedChange? {
        guard let previous = relationship(removed.change, in: old) else { return nil }
        return inference.changes.first { candidate in
            guard candidate.change.aspect == .added, candidate.change.element.isEmpty,
                candidate.change.entity == removed.change.entity,
                let added = relationship(candidate.change, in: new)
            else { return false }
            return added.destination == previous.destination && added.isToMany != previous.isToMany
        }
    }

    /// Returns whether a change is about a field of a struct. Returns false for the cases of enums and their associated
    /// values.
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
