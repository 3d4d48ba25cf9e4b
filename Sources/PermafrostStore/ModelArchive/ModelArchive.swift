import PermafrostModel

/// Functions that read and write the model in a store's model cache. The cache is an `NSKeyedArchiver` archive in a raw
/// deflate stream.
///
/// A written archive has exactly the keys that Core Data writes at framework version 1518. The archives of equal models
/// have equal bytes. Archives from framework version 637 and later can be read. Their sizes, depths and counts are
/// limited, because they aren't trusted.
package enum ModelArchive {
    /// The maximum size of a model cache, and of the inflated archive, in bytes. For comparison, the archive of a model
    /// with 17 entities has 22,000 bytes.
    package static let sizeLimit = 32 << 20

    /// Returns the model cache for a model. The cache contains the model's ``PermafrostModel/SchemaModel/archived``
    /// form.
    package static func encode(_ model: SchemaModel) -> [UInt8] {
        RawDeflate.storing(encodePropertyList(model))
    }

    /// Returns a model's archive as a binary property list, without the deflate stream that a model cache has.
    static func encodePropertyList(_ model: SchemaModel) -> [UInt8] {
        BinaryPropertyListWriter.encode(ModelArchiveEncoder.archive(of: model.archived))
    }

    /// Returns the model in a model cache. The content can be a raw deflate stream or an uncompressed archive. Throws
    /// an error if the content isn't a readable archive of a model.
    package static func decode(_ content: [UInt8]) throws(ModelArchiveError) -> SchemaModel {
        try decodeModel(content).model
    }

    /// Returns the model in a model cache, and whether it lacks information that the cache of a new store has. See
    /// ``PermafrostModel/SchemaModel/completed(with:)``.
    static func decodeModel(_ content: [UInt8]) throws(ModelArchiveError) -> (model: SchemaModel, isReduced: Bool) {
        var decoder = ModelArchiveDecoder(reader: try KeyedArchiveReader(inflate(content)))
        let model = try decoder.model()
        return (model, decoder.lacksKeys && model.mayLackInformation)
    }

    private static func inflate(_ content: [UInt8]) throws(ModelArchiveError) -> [UInt8] {
        guard content.count <= sizeLimit else { throw .tooLarge }
        guard !BinaryPropertyListReader.recognizes(content) else { return content }
        do {
            return try RawDeflate.inflate(content, limit: sizeLimit)
        } catch .tooLarge {
            throw .tooLarge
        } catch {
            throw .notInflatable
        }
    }
}

extension SchemaModel {
    /// The model after it is written to the model cache and read back.
    ///
    /// An archive doesn't contain:
    /// - the Swift types of stored values (``Attribute/shape``), CloudKit encryption, fetched properties and framework
    ///   variants
    /// - the option to preserve a relationship's value on deletion
    /// - the predicates of indexes and derived attributes
    /// - the expression of a derived attribute whose form isn't supported, which is then empty
    /// - a default that can't be evaluated
    ///
    /// If each process evaluates a default for itself, as with `UUID()`, the archive contains a fixed value that is
    /// derived from the names of the entity and the property.
    package var archived: SchemaModel {
        let hidden = Dictionary(
            uniqueKeysWithValues: entities.map { entity in
                (entity.name, Set(superentities(of: entity.name).flatMap { $0.properties.map(\.name) }))
            })
        let all = Set(entities.map(\.name))
        var named = configurations.mapValues { $0.filter(all.contains).sortedByCodeUnit() }
        // A model without configurations also has a configuration with the default name, which contains every entity.
        if named.count == 1, let only = named[ArchiveKeys.defaultConfiguration],
            Set(only) == all
        {
            named = [:]
        }
        return SchemaModel(
            entities: entities.map { archived($0, hiding: hidden[$0.name] ?? []) }, configurations: named,
            versionIdentifiers: Set(versionIdentifiers).sortedByCodeUnit())
    }

    private func archived(_ entity: Entity, hiding hidden: Set<String>) -> Entity {
        var entity = entity
        if let superentity = entity.superentity, self.entity(named: superentity) == nil { entity.superentity = nil }
        if entity.renamingIdentifier == entity.name { entity.renamingIdentifier = nil }
        if entity.className == entity.name { entity.className = nil }
        entity.indexes = entity.indexes.map {
            FetchIndex(name: $0.name, elements: $0.elements)
        }
        var seen = hidden
        entity.setProperties(
            entity.properties.compactMap { property in
                guard seen.insert(property.name).inserted else { return nil }
                switch property {
                case .attribute(let attribute):
                    return .attribute(archived(attribute, origin: [entity.name, attribute.name]))
                case .relationship(var relationship):
                    relationship.preservesValueOnDeletion = false
                    if relationship.renamingIdentifier == relationship.name { relationship.renamingIdentifier = nil }
                    return .relationship(relationship)
                case .fetched: return nil
                }
            })
        return entity
    }

    /// Returns an attribute in its archived form.
    ///
    /// - Parameter origin: the names of the entity, the property, and any nested composite elements. They determine the
    ///   values of dynamic defaults.
    private func archived(_ attribute: Attribute, origin: [String]) -> Attribute {
        var attribute = attribute
        attribute.elements =
            attribute.type == .composite
            ? attribute.elements.map { archived($0, origin: origin + [$0.name]) } : []
        attribute.defaultValue = ArchivedDefault.value(of: attribute, origin: origin)
        attribute.shape = nil
        attribute.allowsCloudEncryption = false
        if attribute.type != .composite { attribute.isEnumeration = false }
        if !attribute.isEnumeration { attribute.enumerationCases = nil }
        if attribute.renamingIdentifier == attribute.name { attribute.renamingIdentifier = nil }
        if attribute.valueClassName == attribute.type.valueClassName { attribute.valueClassName = nil }
        if let derivation = attribute.derivation {
            let isKnown = DerivationArchive.canArchive(derivation.expression)
            attribute.derivation = Attribute.Derivation(expression: isKnown ? derivation.expression : "")
        }
        return attribute
    }
}
