/// The parts of a declaration that older versions of Apple's framework interpret differently than the newest version.
///
/// A ``SchemaModel`` describes the newest framework's interpretation. A declaration with a variant has two sets of
/// version hashes, and a store has the hashes of the framework that created it.
package struct FrameworkVariant: Sendable, Hashable {
    /// A group of frameworks that read declarations in the same way. The raw value is the key in a fixture's JSON.
    package enum Framework: String, Sendable, Hashable, CaseIterable, Encodable {
        /// The framework versions up to 1419: iOS 17 and 18, macOS 14 and 15.
        case upTo1419 = "1419"

        /// A description of the frameworks, such as `the frameworks of iOS 17 and 18 (Core Data up to 1419)`.
        package var text: String {
            switch self {
            case .upTo1419: "the frameworks of iOS 17 and 18 (Core Data up to 1419)"
            }
        }
    }

    /// The frameworks that the variant applies to.
    package var framework: Framework
    /// The inverses that only the variant's frameworks infer. The values are the names of the inverse relationships,
    /// keyed by entity name and then by property name.
    package var inverses: [String: [String: String]]

    /// Creates a variant with the inverses that only the given frameworks infer.
    package init(framework: Framework, inverses: [String: [String: String]]) {
        self.framework = framework
        self.inverses = inverses
    }
}

extension SchemaModel {
    /// Returns the model that a variant's frameworks derive from the declaration. These frameworks use this model to
    /// recognize and lay out a store.
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

    /// Returns the variant with the given version hashes. Returns nil if the hashes are the model's own, or if no
    /// variant matches.
    package func variant(matching hashes: [String: [UInt8]]) -> FrameworkVariant? {
        guard !frameworkVariants.isEmpty, hashes != versionHashes else { return nil }
        return frameworkVariants.first { model(of: $0).versionHashes == hashes }
    }

    /// Returns this model, or the model of one of its variants, if it has the given version hashes. Returns nil if
    /// neither this model nor a variant has them.
    package func model(matching hashes: [String: [UInt8]]) -> SchemaModel? {
        hashes == versionHashes ? self : variant(matching: hashes).map { model(of: $0) }
    }

    /// Returns whether a store with the given hashes was created with this model or one of its variants. A store of
    /// this model also matches if it contains only the entities of one configuration.
    package func matches(_ hashes: [String: [UInt8]]) -> Bool {
        if model(matching: hashes) != nil { return true }
        let own = versionHashes
        return configurations.values.contains { entities in
            !entities.isEmpty && hashes == own.filter { entities.contains($0.key) }
        }
    }

    /// Core Data's checksums of the model and its variants, starting with the model's. These checksums identify the
    /// version's stores.
    package var versionChecksums: [String] {
        [versionChecksum] + frameworkVariants.map { model(of: $0).versionChecksum }
    }

    /// The variants of a SwiftData model that was read from a store of the newest frameworks.
    ///
    /// Such a store doesn't record which relationships have a `@Relationship` macro. Two relationships can be each
    /// other's only candidate for an inverse (see ``InverseRules``) and still have no inverse. At least one of them
    /// then has the macro, because the newest frameworks would otherwise have inferred the inverse. Older frameworks
    /// infer it in spite of the macro.
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
