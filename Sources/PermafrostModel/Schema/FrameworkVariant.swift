/// What a declaration is to other versions of Apple's framework than the newest, if they read it otherwise.
///
/// One declaration may have two version hashes, by the system that made the store. A ``SchemaModel`` is what the newest
/// frameworks make of it; each of its variants says what changes for others, and the hashes follow from that.
package struct FrameworkVariant: Sendable, Hashable {
    /// Frameworks that agree; the raw value is the key in a fixture's JSON.
    package enum Framework: String, Sendable, Hashable, CaseIterable {
        /// The frameworks up to 1419, those of iOS 17 and 18 and of macOS 14 and 15.
        case upTo1419 = "1419"

        /// The frameworks in words: "the frameworks of iOS 17 and 18".
        package var text: String {
            switch self {
            case .upTo1419: "the frameworks of iOS 17 and 18 (up to 1419)"
            }
        }
    }

    /// The frameworks.
    package var framework: Framework
    /// The inverses that they infer and the newest ones do not, by entity and property.
    package var inverses: [String: [String: String]]

    /// What those frameworks infer beside what the newest ones do.
    package init(framework: Framework, inverses: [String: [String: String]]) {
        self.framework = framework
        self.inverses = inverses
    }
}

extension SchemaModel {
    /// What the frameworks of a variant make of the declaration: the model by which they recognise and lay out a store.
    package func model(of variant: FrameworkVariant) -> SchemaModel {
        let entities = entities.map { entity in
            guard let inverses = variant.inverses[entity.name] else { return entity }
            var entity = entity
            entity.setProperties(
                entity.properties.map { property in
                    guard case .relationship(var relationship) = property, let inverse = inverses[property.name] else {
                        return property
                    }
                    relationship.inverse = inverse
                    return .relationship(relationship)
                })
            return entity
        }
        return SchemaModel(entities: entities, configurations: configurations, versionIdentifiers: versionIdentifiers)
    }

    /// The variant by which a store with these hashes was made; nil also if the hashes are the model's own.
    package func variant(matching hashes: [String: [UInt8]]) -> FrameworkVariant? {
        guard !frameworkVariants.isEmpty, hashes != versionHashes else { return nil }
        return frameworkVariants.first { model(of: $0).versionHashes == hashes }
    }

    /// The model by which a store with these hashes was made: this one, or that of a variant; nil for any other store.
    package func model(matching hashes: [String: [UInt8]]) -> SchemaModel? {
        hashes == versionHashes ? self : variant(matching: hashes).map { model(of: $0) }
    }

    /// Whether a store with these hashes is of this model or one of its variants: of all entities, or of all in one
    /// configuration, as a store of one has them.
    package func recognises(_ hashes: [String: [UInt8]]) -> Bool {
        if model(matching: hashes) != nil { return true }
        let own = versionHashes
        return configurations.values.contains { entities in
            !entities.isEmpty && hashes == own.filter { entities.contains($0.key) }
        }
    }

    /// Core Data's checksum of the model, then those of its variants: those by which the version's stores are known.
    package var versionChecksums: [String] {
        [versionChecksum] + frameworkVariants.map { model(of: $0).versionChecksum }
    }

    /// The variants of a SwiftData model that was read from a store of the newest frameworks.
    ///
    /// Such a store says nothing of `@Relationship`, yet two relationships that are each other's only candidate and have
    /// no inverse can only be ones of which one has a `@Relationship` without an inverse: others would have got one.
    package var variantsOfStore: [FrameworkVariant] {
        let relationships = entities.flatMap { entity in entity.relationships.map { (entity.name, $0) } }
        let numbers = Dictionary(uniqueKeysWithValues: entities.enumerated().map { ($1.name, $0) })
        let sides = relationships.map { entity, relationship in
            InverseRules.Side(
                owner: numbers[entity] ?? -1, destination: numbers[relationship.destination] ?? -1,
                isRequiredToOne: !relationship.isToMany && !relationship.isOptional,
                hasMacro: true, namesInverse: relationship.inverse != nil,
                namedInverse: relationship.inverse.flatMap { name in
                    relationships.firstIndex { $0.0 == relationship.destination && $0.1.name == name }
                })
        }
        return FrameworkVariant.variants(of: sides, named: relationships.map { ($0, $1.name) })
    }
}
