/// The changes from an older to a newer property. They contain the older property's name, even if the newer property
/// has a different one.
struct PropertyComparison {
    private(set) var changes: [ModelChange] = []
    private let entity: String
    private let property: String

    /// Compares two properties.
    ///
    /// - Parameter hashMoved: whether the entity's hash differs. If it doesn't, a change of the inverse is silent: the
    ///   hash doesn't include the inverse of a relationship that is its own inverse.
    init(_ old: Property, _ new: Property, entity: String, hashMoved: Bool = true) {
        self.entity = entity
        property = old.name
        switch (old, new) {
        case (.attribute(let before), .attribute(let after)):
            compare(before, after, element: [])
        case (.relationship(let before), .relationship(let after)):
            compare(before, after, hashMoved: hashMoved)
        case (.fetched(let before), .fetched(let after)):
            compare(before, after)
        default:
            append(.type, .identity, old.summary, new.summary)
        }
    }

    private mutating func compare(_ old: Attribute, _ new: Attribute, element: [String]) {
        let isComposite = old.type == .composite && new.type == .composite
        let isDerived = old.derivation != nil && new.derivation != nil
        // The hash doesn't include a composite's optionality, or a derived attribute's name, flags and type.
        let ownFlags: ModelChange.Kind = isComposite || isDerived ? .silent : .identity
        // A property that isn't stored isn't part of any hash.
        let stored: ModelChange.Kind = old.isTransient && new.isTransient ? .silent : ownFlags
        append(.type, stored, old.type.name, new.type.name, element)
        append(.optionality, stored, old.isOptional.optionality, new.isOptional.optionality, element)
        append(.transience, .identity, old.isTransient.word("transient"), new.isTransient.word("transient"), element)
        append(
            .externalStorage, stored, old.isExternalStorage.word("external"), new.isExternalStorage.word("external"),
            element)
        append(
            .preservationOnDeletion, stored, old.preservesValueOnDeletion.word("preserved"),
            new.preservesValueOnDeletion.word("preserved"), element)
        append(.hashModifier, stored, old.versionHashModifier, new.versionHashModifier, element)
        append(.derivation, .identity, old.derivation?.text, new.derivation?.text, element)
        append(.defaultValue, .silent, old.defaultValue?.text, new.defaultValue?.text, element)
        append(.renamingIdentifier, .silent, old.renamingIdentifier, new.renamingIdentifier, element)
        append(.valueTransformer, .silent, old.valueTransformerName, new.valueTransformerName, element)
        append(
            .spotlight, .silent, old.isSpotlightIndexed.word("indexed"), new.isSpotlightIndexed.word("indexed"), element
        )
        append(
            .cloudEncryption, .silent, old.allowsCloudEncryption.word("encrypted"),
            new.allowsCloudEncryption.word("encrypted"), element)
        append(.userInfo, .silent, old.userInfo.text, new.userInfo.text, element)
        if isComposite { compareElements(old, new, element: element) }
        compareSwiftTypes(old, new, element: element)
    }

    private mutating func compareElements(_ old: Attribute, _ new: Attribute, element: [String]) {
        let hashMoved = PropertyHash.hash(of: old) != PropertyHash.hash(of: new)
        let before = Dictionary(old.elements.map { ($0.name.byteKey, $0) }) { first, _ in first }
        let after = Dictionary(new.elements.map { ($0.name.byteKey, $0) }) { first, _ in first }
        for part in old.elements where after[part.name.byteKey] == nil {
            append(.removed, hashMoved ? .identity : .silent, part.summary, nil, element + [part.name])
        }
        for part in new.elements {
            if let earlier = before[part.name.byteKey] {
                if earlier != part { compare(earlier, part, element: element + [part.name]) }
            } else {
                append(.added, hashMoved ? .identity : .silent, nil, part.summary, element + [part.name])
            }
        }
        let kept = old.elements.map(\.name).filter { after[$0.byteKey] != nil }
        let keptNow = new.elements.map(\.name).filter { before[$0.byteKey] != nil }
        if kept != keptNow {
            append(
                .elementOrder, .physical, kept.joined(separator: ", "), keptNow.joined(separator: ", "), element)
        }
        append(.swiftType, .silent, old.compositeSort, new.compositeSort, element)
    }

    private mutating func compareSwiftTypes(_ old: Attribute, _ new: Attribute, element: [String]) {
        append(.valueClass, .silent, old.valueClassName, new.valueClassName, element)
        guard old.shape != new.shape else { return }
        if case .enumeration(let before)? = old.shape, case .enumeration(let after)? = new.shape {
            // An enum with a column has raw values on both sides. If its own code returns one, it may not be known.
            let hasRawValues = ![old.type, new.type].contains { [.transformable, .binary].contains($0) }
            compareCases(before, after, hasRawValues: hasRawValues, element: element)
        } else if old.type == new.type {
            append(.swiftType, .silent, old.swiftTypeText, new.swiftTypeText, element)
        }
    }

    private mutating func compareCases(
        _ old: [ValueShape.EnumerationCase], _ new: [ValueShape.EnumerationCase], hasRawValues: Bool, element: [String]
    ) {
        let before = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
        let after = Dictionary(new.map { ($0.name, $0) }) { first, _ in first }
        for name in Set(before.keys).union(after.keys).sortedByCodeUnit() where before[name] != after[name] {
            if hasRawValues, let old = before[name], let new = after[name], old.rawValue == nil || new.rawValue == nil {
                continue
            }
            append(.enumerationCase, .silent, before[name]?.text, after[name]?.text, element + [name])
        }
    }

    private mutating func compare(_ old: Relationship, _ new: Relationship, hashMoved: Bool) {
        let stored: ModelChange.Kind = old.isTransient && new.isTransient ? .silent : .identity
        append(.destination, stored, old.destination, new.destination)
        append(.inverse, hashMoved ? stored : .silent, old.inverse, new.inverse)
        append(.optionality, stored, old.isOptional.optionality, new.isOptional.optionality)
        append(.minimumCount, stored, "\(old.minimumCount)", "\(new.minimumCount)")
        if old.isToMany == new.isToMany {
            append(.maximumCount, stored, old.maximumText, new.maximumText)
        } else {
            append(.cardinality, stored, old.cardinality, new.cardinality)
        }
        append(.ordering, stored, old.isOrdered.word("ordered"), new.isOrdered.word("ordered"))
        append(.transience, .identity, old.isTransient.word("transient"), new.isTransient.word("transient"))
        append(.hashModifier, stored, old.versionHashModifier, new.versionHashModifier)
        append(.deleteRule, .silent, old.deleteRule.name, new.deleteRule.name)
        append(.renamingIdentifier, .silent, old.renamingIdentifier, new.renamingIdentifier)
        append(
            .preservationOnDeletion, .silent, old.preservesValueOnDeletion.word("preserved"),
            new.preservesValueOnDeletion.word("preserved"))
        append(.userInfo, .silent, old.userInfo.text, new.userInfo.text)
    }

    private mutating func compare(_ old: FetchedProperty, _ new: FetchedProperty) {
        append(.optionality, .silent, old.isOptional.optionality, new.isOptional.optionality)
        append(.destination, .silent, old.entity, new.entity)
        append(.predicate, .silent, old.predicate, new.predicate)
        append(.userInfo, .silent, old.userInfo.text, new.userInfo.text)
    }

    private mutating func append(
        _ aspect: ModelChange.Aspect, _ kind: ModelChange.Kind, _ before: String?, _ after: String?,
        _ element: [String] = []
    ) {
        guard before?.byteKey != after?.byteKey else { return }
        changes.append(
            ModelChange(
                entity: entity, property: property, element: element, aspect: aspect, before: before, after: after,
                kind: kind))
    }
}
