/// The migration that the framework infers from one version to another. Each change has a ``MigrationVerdict``.
///
/// ``ModelContinuity`` matches entities and properties by their renaming identifiers and names. If a property was
/// removed and a similar one was added, they aren't treated as a rename. Instead, ``questions`` contains the possible
/// rename. The same applies to entities.
package struct LightweightInference: Sendable, Hashable {
    /// All changes with their verdicts. Renames come first, followed by removals of properties whose names now belong
    /// to renamed properties. Then come the other differences in the order of ``ModelDifference``, and the changes that
    /// result from inheritance and uniqueness constraints.
    package private(set) var changes: [ClassifiedChange] = []
    /// The possible renames.
    package private(set) var questions: [RenameQuestion] = []

    /// The most serious verdict, or nil if there are no changes.
    package var verdict: MigrationVerdict? { changes.map(\.verdict).max() }

    /// Compares an older version with a newer version.
    ///
    /// - Parameter valueTypes: returns the enums and structs in a property of the newer version, for the names of an
    ///   entity and a property. The default assumes that every decoder is synthesized.
    package init(
        from old: SchemaModel, to new: SchemaModel,
        valueTypes: @escaping (String, String) -> [ValueType] = { _, _ in [] }
    ) {
        self.init(ModelContinuity(path: [old, new]), valueTypes: valueTypes)
    }

    /// Compares the oldest and the newest model of a continuity. A property that an intermediate version renames
    /// doesn't count as removed.
    package init(
        _ continuity: ModelContinuity, valueTypes: @escaping (String, String) -> [ValueType] = { _, _ in [] }
    ) {
        let new = continuity.after
        let renamed = RenamedModel(continuity)
        changes = renamed.changes
        let difference = ModelDifference(from: renamed.model, to: new)
        let judge = ChangeRules(difference, old: renamed.model, new: new, valueTypes: valueTypes)
        for change in difference.changes where !renamed.explains(change) {
            changes.append(ClassifiedChange(change: change, rule: judge.rule(of: change)))
        }
        changes = HierarchyInference(continuity, judge).judged(changes)
        changes = UniquenessInference(continuity).judged(changes)
        let moved = Set(changes.filter { $0.rule == .movedProperty }.map(\.change))
        questions = Self.questions(difference.changes.filter { !moved.contains($0) }, renamed.model, new)
    }

    private static func questions(
        _ changes: [ModelChange], _ old: SchemaModel, _ new: SchemaModel
    ) -> [RenameQuestion] {
        var questions: [RenameQuestion] = []
        let whole = changes.filter { $0.element.isEmpty }
        let ofEntities = Dictionary(grouping: whole, by: \.entity)
        func names(_ aspect: ModelChange.Aspect, of entity: String?) -> [String] {
            entity == nil
                ? whole.filter { $0.aspect == aspect && $0.property == nil }.compactMap(\.entity)
                : ofEntities[entity, default: []].filter { $0.aspect == aspect }.compactMap(\.property)
        }
        // An abstract entity without incoming relationships has neither rows nor links that a rename would keep.
        let destinations = Set(old.entities.flatMap(\.relationships).map(\.destination))
        for oldName in names(.removed, of: nil)
        where old.entity(named: oldName)?.isAbstract != true || destinations.contains(oldName) {
            let properties = old.entity(named: oldName)?.properties.map(\.name) ?? []
            let candidates = names(.added, of: nil).filter { name in
                !properties.isEmpty && new.entity(named: name)?.properties.map(\.name) == properties
            }
            if !candidates.isEmpty {
                questions.append(RenameQuestion(entity: nil, oldName: oldName, candidates: candidates))
            }
        }
        for entity in new.entities.map(\.name) {
            let found = names(.removed, of: entity).map { oldName in
                let candidates = names(.added, of: entity).filter { name in
                    isAlike(
                        old.entity(named: entity)?.property(named: oldName),
                        new.entity(named: entity)?.property(named: name))
                }
                return RenameQuestion(entity: entity, oldName: oldName, candidates: candidates)
            }.filter { !$0.candidates.isEmpty }
            // As many new properties as removed ones may all be renamed.
            let isComplete = found.count == 1 || Set(found.flatMap(\.candidates)).count == found.count
            questions += isComplete ? found : found.compactMap(\.withSimilarNames)
        }
        return questions
    }

    /// Returns whether a rename is plausible: both properties are attributes with the same type, or both are
    /// relationships with the same destination and cardinality.
    private static func isAlike(_ old: Property?, _ new: Property?) -> Bool {
        switch (old, new) {
        case (.attribute(let old)?, .attribute(let new)?):
            old.type == new.type && old.elements.map(\.type) == new.elements.map(\.type)
                && old.isEnumeration == new.isEnumeration && old.valueClassName == new.valueClassName
        case (.relationship(let old)?, .relationship(let new)?):
            old.destination == new.destination && old.isToMany == new.isToMany
        default: false
        }
    }
}
