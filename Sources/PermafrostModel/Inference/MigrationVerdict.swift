/// The kind of migration that a change between two versions requires. The cases are in order of severity, mildest
/// first.
package enum MigrationVerdict: String, Sendable, Hashable, CaseIterable, Comparable, Encodable {
    /// No migration is required. Stores open unchanged.
    case nothing
    /// A lightweight stage is required. The framework infers the change.
    case lightweight
    /// A lightweight stage is required. It silently drops data.
    case losesData
    /// A new or newly required property has no default. The migration fails unless a default is added.
    case needsDefault
    /// A custom stage or several versions are required. The framework can't infer a migration that keeps the data.
    case needsCustomStage

    package static func < (left: MigrationVerdict, right: MigrationVerdict) -> Bool { left.weight < right.weight }

    private var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension ClassifiedChange.Rule {
    /// The kind of migration that a change under this rule requires.
    package var verdict: MigrationVerdict {
        switch self {
        case .changedBehaviour, .changedTables, .maybeRebuiltTables, .addedEnumerationCase: .nothing
        case .addedModel, .addedOptional, .addedWithDefault, .addedWithGeneratedDefault, .addedFieldWithDefault,
            .addedRelationship, .renamed, .becameOptional,
            .becameRequiredWithDefault, .toOneBecameToMany, .changedInverse, .changedCounts, .changedOrdering,
            .changedInheritance, .changedAbstractness, .movedProperty, .removedUniqueness, .addedSatisfiedUniqueness,
            .removedAbstractModel, .rebuiltTables, .changedIdentityOnly, .becameStored:
            .lightweight
        case .removedModel, .removedProperty, .becameTransient: .losesData
        case .addedWithoutDefault, .becameRequiredWithoutDefault: .needsDefault
        case .addedRequiredToOne, .changedType, .widenedInteger, .toOneBecameExclusiveToMany, .toManyBecameToOne,
            .changedDestination, .addedUniqueness, .filledUniqueProperty, .removedEnumerationCase, .changedEncodedShape,
            .changedTransformer,
            .mergedHierarchies:
            .needsCustomStage
        }
    }

    /// Whether Permafrost only infers the rule, because neither Apple's documentation nor real stores confirm it.
    package var isInferred: Bool {
        switch self {
        case .widenedInteger, .toOneBecameExclusiveToMany, .toManyBecameToOne, .changedDestination, .changedInverse,
            .changedCounts, .changedAbstractness, .changedTransformer, .filledUniqueProperty, .addedFieldWithDefault:
            true
        default: false
        }
    }
}

/// A possible rename. An entity or property was removed, and a similar one was added. Only the app's author knows
/// whether it was renamed.
package struct RenameQuestion: Sendable, Hashable {
    /// The name of the entity that the properties belong to, or nil if the question is about entities.
    package var entity: String?
    /// The name of the removed entity or property.
    package var oldName: String
    /// The names of the added entities or properties that the removed one may have been renamed to.
    package var candidates: [String]
}

extension RenameQuestion {
    /// The question with only the candidates whose names have a word in common with the old name, or nil if there are
    /// none. If more or fewer properties were removed than added, the same type alone is no sign of a rename.
    var withSimilarNames: RenameQuestion? {
        let words = Self.words(oldName)
        let similar = candidates.filter { name in
            let others = Self.words(name)
            return words.contains { word in others.contains { $0.hasPrefix(word) || word.hasPrefix($0) } }
        }
        return similar.isEmpty ? nil : RenameQuestion(entity: entity, oldName: oldName, candidates: similar)
    }

    /// The question with only the candidates whose names have something in common with the old name, or nil if there are
    /// none. A model is also a candidate if its properties, at least two, have the same names as the old model's.
    func likely(in old: SchemaModel) -> RenameQuestion? {
        if entity == nil, (old.entity(named: oldName)?.properties.count ?? 0) > 1 { return self }
        var question = self
        question.candidates.removeAll { !Self.isSimilar(oldName, $0) }
        return question.candidates.isEmpty ? nil : question
    }

    /// Returns whether one name starts or ends with the other, or whether two of their words start with the same four letters or
    /// with each other.
    private static func isSimilar(_ old: String, _ new: String) -> Bool {
        let names = [old, new].map { $0.lowercased() }.sorted { $0.count < $1.count }
        if names[1].hasPrefix(names[0]) || names[1].hasSuffix(names[0]) { return true }
        return words(old).contains { word in
            words(new).contains { other in
                let common = zip(word, other).prefix { $0 == $1 }.count
                return common >= min(4, word.count, other.count)
            }
        }
    }

    /// Returns the words of a name in lowercase, such as `media` and `kind` of `mediaKind`. Omits words of one or two
    /// letters.
    private static func words(_ name: String) -> [String] {
        var words = [""]
        for character in name {
            if character == "_" || character.isUppercase && words.last?.last?.isUppercase == false { words.append("") }
            if character != "_" { words[words.count - 1].append(character) }
        }
        return words.filter { $0.count > 2 }.map { $0.lowercased() }
    }
}
