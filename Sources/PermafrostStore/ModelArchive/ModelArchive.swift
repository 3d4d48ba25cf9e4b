import PermafrostModel

/// The model that a store carries in its model cache: an NSKeyedArchiver archive, deflated.
///
/// It is written as a framework of version 1518 writes it, key for key, and the same model gives the same bytes. Archives
/// of all frameworks from 637 on are read; they may come from anywhere, so sizes, depths and counts are bounded.
package enum ModelArchive {
    /// An archive inflates to at most this many bytes; a model of 17 entities has 22,000.
    package static let sizeLimit = 32 << 20

    /// The model cache of a store of the model. What it carries is ``PermafrostModel/SchemaModel/archived``.
    package static func encode(_ model: SchemaModel) -> [UInt8] {
        RawDeflate.storing(encodePropertyList(model))
    }

    /// The archive before it is deflated.
    static func encodePropertyList(_ model: SchemaModel) -> [UInt8] {
        BinaryPropertyListWriter.encode(ModelArchiveEncoder.archive(of: model.archived))
    }

    /// The model in a model cache, deflated or not.
    package static func decode(_ content: [UInt8]) throws(ModelArchive.Failure) -> SchemaModel {
        var decoder = ModelArchiveDecoder(reader: try KeyedArchiveReader(inflate(content)))
        return try decoder.model()
    }

    private static func inflate(_ content: [UInt8]) throws(ModelArchive.Failure) -> [UInt8] {
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

extension ModelArchive {
    /// Why a model cache holds no model that can be read.
    package enum Failure: Error, Sendable, Hashable {
        /// The bytes do not inflate.
        case notInflatable
        /// The archive, or what it describes, is larger than any real model.
        case tooLarge
        /// The bytes are no property list.
        case notPropertyList(BinaryPropertyListError)
        /// The property list is no keyed archive of a model.
        case notKeyedArchive
        /// The archive lacks something that every model has, or has something that none does.
        case damaged(Damage)

        /// What is wrong with an archive's description of a model.
        package enum Damage: Sendable, Hashable {
            case entityWithoutName
            case propertyWithoutName(entity: String)
            case relationshipWithoutDestination(entity: String, property: String)
            case unknownAttributeType(entity: String, property: String, type: Int64)
            case unknownPropertyClass(entity: String, property: String, className: String)
            case unknownDeleteRule(entity: String, property: String, rule: Int64)
        }
    }
}

extension SchemaModel {
    /// The model as the model cache of its store carries it: what reading the store gives back.
    ///
    /// An archive names no Swift types behind the storage (``Attribute/shape``), no CloudKit encryption and no fetched
    /// properties. A default that a process makes anew, such as `UUID()`, is a fixed value derived from entity and
    /// property; a default that cannot be evaluated is left out.
    package var archived: SchemaModel {
        let hidden = Dictionary(
            uniqueKeysWithValues: entities.map { entity in
                (entity.name, Set(superentities(of: entity.name).flatMap { $0.properties.map(\.name) }))
            })
        let all = Set(entities.map(\.name))
        var named = configurations.mapValues { $0.filter(all.contains).sortedByCodeUnit() }
        // One configuration of the usual name with every entity is what a model without configurations has, too.
        if named.count == 1, let only = named[KeyedArchiveWriter.ArchiveClass.ArchiveKeys.defaultConfiguration],
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

    /// - Parameter origin: the names of the entity, the property and so on, from which a dynamic default is derived.
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
