import PermafrostModel

/// An encoder that converts a model to its archive's object graph.
struct ModelArchiveEncoder {
    private let model: SchemaModel
    private var writer = KeyedArchiveWriter()
    private let modelObject: PropertyListValue
    private var entityObjects: [String: PropertyListValue] = [:]
    private var propertyObjects: [String: [String: PropertyListValue]] = [:]

    /// Returns the archive of a model, which must be in its ``PermafrostModel/SchemaModel/archived`` form.
    static func archive(of model: SchemaModel) -> PropertyListValue {
        var encoder = ModelArchiveEncoder(model)
        return encoder.archive()
    }

    private init(_ model: SchemaModel) {
        self.model = model
        modelObject = writer.reserve()
        // Entities and properties refer to each other in cycles. Reserve all numbers before encoding the first object.
        for entity in model.entities {
            entityObjects[entity.name] = writer.reserve()
            for property in model.properties(of: entity.name) {
                propertyObjects[entity.name, default: [:]][property.name] = writer.reserve()
            }
        }
    }

    private mutating func archive() -> PropertyListValue {
        for entity in model.entities { describe(entity) }
        let names = model.entities.map { writer.string($0.name) }
        let mapping = writer.object(
            .knownKeysMapping,
            [
                .init("version", .integer(1)), .init("length", .integer(Int64(names.count))),
                .init("keys", writer.collection(.array, names)),
            ])
        let values = model.entities.map { entityObject($0.name) }
        let entities = writer.object(
            .knownKeys,
            [
                .init("version", .integer(1)), .init("searchMapping", mapping),
                .init("emptyToken", writer.string("__empty_slot_token_4c24_98dc_ac1e_b773__")),
                .init("values", writer.collection(.array, values)),
            ])
        let identifiers = model.versionIdentifiers.map { writer.string($0) }
        writer.fill(
            modelObject, .model,
            [
                .init("NSEntities", entities), .init("NSConfigurations", configurations()),
                .init("NSFetchRequestTemplates", KeyedArchiveWriter.null),
                .init("NSVersionIdentifiers", writer.collection(.set, identifiers)),
            ])
        return writer.archive(root: modelObject)
    }

    private mutating func configurations() -> PropertyListValue {
        let named =
            model.configurations.isEmpty
            ? [ArchiveKeys.defaultConfiguration: model.entities.map(\.name)]
            : model.configurations
        let names = named.keys.sortedByCodeUnit()
        let keys = names.map { writer.string($0) }
        let values = names.map { name in
            writer.collection(.set, (named[name] ?? []).map { entityObject($0) })
        }
        return writer.dictionary(.mutableDictionary, keys, values)
    }

    private func entityObject(_ name: String) -> PropertyListValue {
        entityObjects[name] ?? KeyedArchiveWriter.null
    }

    private mutating func describe(_ entity: Entity) {
        let properties = model.properties(of: entity.name)
        let indexed = Set(entity.indexes.flatMap { $0.elements.map(\.property) })
        for property in properties {
            guard let object = propertyObjects[entity.name]?[property.name] else { continue }
            switch property {
            case .attribute(let attribute):
                describe(attribute, of: entity.name, isIndexed: indexed.contains(attribute.name), as: object)
            case .relationship(let relationship):
                describe(relationship, of: entity.name, isIndexed: indexed.contains(relationship.name), as: object)
            case .fetched: continue
            }
        }
        let subentities = model.subentities(of: entity.name).map(\.name)
        var entries: [PropertyListValue.Entry] = [
            .init("NSEntityName", writer.string(entity.name)),
            .init("NSClassNameForEntity", writer.string(entity.className)),
            .init("NSManagedObjectModel", modelObject),
            .init("NSSuperentity", entity.superentity.map(entityObject) ?? KeyedArchiveWriter.null),
            .init(
                "NSSubentities",
                writer.dictionary(
                    .mutableDictionary, subentities.map { writer.string($0) }, subentities.map(entityObject))),
            .init("NSProperties", archive(properties, of: entity.name)),
            .init("NSRenamingIdentifier", writer.string(entity.renamingIdentifier ?? entity.name)),
            .init("NSVersionHashModifier", writer.string(entity.versionHashModifier)),
            .init("NSUserInfo", userInfo(entity.userInfo)),
            .init("NSUniqueTuples", archive(entity.uniquenessConstraints)),
        ]
        if entity.isAbstract { entries.append(.init("NSIsAbstract", .boolean(true))) }
        if !entity.indexes.isEmpty {
            let compound = entity.indexes.filter { $0.elements.count > 1 }.map { $0.elements.map(\.property) }
            let indexes = entity.indexes.map { describe($0, of: entity.name) }
            entries.append(.init("NSFetchIndexDescriptions", writer.collection(.mutableArray, indexes)))
            entries.append(.init("NSCompoundIndexes", archive(compound)))
        }
        writer.fill(entityObject(entity.name), .entity, entries)
    }

    /// Archives the dictionary of an entity's properties, including inherited ones, in the order of
    /// ``HashOrder/dictionaryOrder(_:)``.
    private mutating func archive(_ properties: [Property], of entity: String) -> PropertyListValue {
        let names = HashOrder.dictionaryOrder(properties.map(\.name))
        return writer.dictionary(
            .mutableDictionary, names.map { writer.string($0) },
            names.compactMap { propertyObjects[entity]?[$0] })
    }

    /// Archives groups of property names, such as the properties of each uniqueness constraint.
    private mutating func archive(_ groups: [[String]]) -> PropertyListValue {
        let groups = groups.map { names in
            writer.collection(.mutableArray, names.map { writer.string($0) })
        }
        return writer.collection(.mutableArray, groups)
    }

    private mutating func describe(
        _ attribute: Attribute, of entity: String, isIndexed: Bool, as object: PropertyListValue
    ) {
        var userInfo: [(key: String, value: PropertyListValue)] = attribute.userInfo.keys.sortedByCodeUnit().map {
            ($0, writer.string(attribute.userInfo[$0]))
        }
        if let cases = attribute.enumerationCases {
            userInfo.append(
                (
                    ArchiveKeys.enumerationCases,
                    writer.collection(.array, cases.map { writer.string($0) })
                ))
        }
        if attribute.isEnumeration {
            userInfo.append((ArchiveKeys.enumeration, writer.scalar(.boolean(true))))
        }
        let flags =
            (attribute.isExternalStorage ? ArchiveKeys.externalStorageFlag : 0)
            | (attribute.preservesValueOnDeletion ? ArchiveKeys.preservesValueFlag : 0)
        let isDerived = attribute.derivation != nil
        var entries: [PropertyListValue.Entry] = [
            .init("NSAttributeType", .integer(Int64(attribute.type.rawValue))),
            .init(
                "NSAttributeValueClassName", writer.string(attribute.valueClassName ?? attribute.type.valueClassName)),
            .init("NSDefaultValue", archive(attribute.defaultValue, of: attribute.type)),
            .init("NSValueTransformerName", writer.string(attribute.valueTransformerName)),
            .init("NSFlagsKey", .integer(flags)),
        ]
        entries += common(
            PropertyTraits(
                name: attribute.name, renamingIdentifier: attribute.renamingIdentifier,
                versionHashModifier: attribute.versionHashModifier, isOptional: attribute.isOptional,
                isTransient: attribute.isTransient, isReadOnly: isDerived, isIndexed: isIndexed,
                isSpotlightIndexed: attribute.isSpotlightIndexed, isOrdered: false),
            of: entity, userInfo: userInfo)
        if attribute.type == .composite {
            let elements = attribute.elements.map { element in
                let object = writer.reserve()
                describe(element, of: entity, isIndexed: false, as: object)
                return object
            }
            entries.append(.init("NSCompositeElements", writer.collection(.mutableArray, elements)))
        }
        if let derivation = attribute.derivation {
            entries.append(
                .init("NSDerivationExpression", DerivationArchive.archive(derivation.expression, in: &writer)))
            entries.append(.init("NSFilteringPredicate", KeyedArchiveWriter.null))
        }
        let type: ArchiveClass =
            isDerived ? .derivedAttribute : attribute.type == .composite ? .compositeAttribute : .attribute
        writer.fill(object, type, entries)
    }

    private mutating func describe(
        _ relationship: Relationship, of entity: String, isIndexed: Bool, as object: PropertyListValue
    ) {
        let inverse = relationship.inverse.flatMap { propertyObjects[relationship.destination]?[$0] }
        var entries: [PropertyListValue.Entry] = [
            .init("NSDestinationEntity", entityObject(relationship.destination)),
            .init("_NSDestinationEntityName", writer.string(relationship.destination)),
            .init("NSInverseRelationship", inverse ?? KeyedArchiveWriter.null),
            .init("_NSInverseRelationshipName", writer.string(relationship.inverse)),
            .init("NSDeleteRule", .integer(Int64(relationship.deleteRule.rawValue))),
            .init("NSMinCount", .integer(Int64(relationship.minimumCount))),
            .init("NSMaxCount", .integer(Int64(relationship.maximumCount))),
        ]
        entries += common(
            PropertyTraits(
                name: relationship.name, renamingIdentifier: relationship.renamingIdentifier,
                versionHashModifier: relationship.versionHashModifier, isOptional: relationship.isOptional,
                isTransient: relationship.isTransient, isReadOnly: false, isIndexed: isIndexed,
                isSpotlightIndexed: false, isOrdered: relationship.isOrdered),
            of: entity,
            userInfo: relationship.userInfo.keys.sortedByCodeUnit().map {
                ($0, writer.string(relationship.userInfo[$0]))
            })
        writer.fill(object, .relationship, entries)
    }

    /// The name, flags and other values that an archive contains for both attributes and relationships.
    private struct PropertyTraits {
        var name: String
        var renamingIdentifier: String?
        var versionHashModifier: String?
        var isOptional: Bool
        var isTransient: Bool
        var isReadOnly: Bool
        var isIndexed: Bool
        var isSpotlightIndexed: Bool
        var isOrdered: Bool
    }

    private mutating func common(
        _ traits: PropertyTraits, of entity: String, userInfo: [(key: String, value: PropertyListValue)]
    ) -> [PropertyListValue.Entry] {
        // Bit 1 is always set. Bits 16 and 32 mean that there is no validation, 64 that there is no user info, and 128
        // that there is no hash modifier.
        var bits: Int64 = 1 | 16 | 32
        if traits.isOptional { bits |= 2 }
        if traits.isReadOnly { bits |= 4 }
        if traits.isTransient { bits |= 8 }
        if userInfo.isEmpty { bits |= 64 }
        if traits.versionHashModifier == nil { bits |= 128 }
        if traits.isSpotlightIndexed { bits |= 256 }
        if traits.isOrdered { bits |= 1024 }
        var entries: [PropertyListValue.Entry] = [
            .init("NSPropertyName", writer.string(traits.name)),
            .init("NSEntity", entityObject(entity)),
            .init("NSRenamingIdentifier", writer.string(traits.renamingIdentifier ?? traits.name)),
            .init("_P", .integer(bits)),
        ]
        let flags = [
            ("NSIsOptional", traits.isOptional), ("NSIsTransient", traits.isTransient),
            ("NSIsReadOnly", traits.isReadOnly), ("NSIsIndexed", traits.isIndexed),
            ("NSIndexedBySpotlight", traits.isSpotlightIndexed), ("NSIsOrdered", traits.isOrdered),
        ]
        entries += flags.filter(\.1).map { .init($0.0, .boolean(true)) }
        if let modifier = traits.versionHashModifier {
            entries.append(.init("NSVersionHashModifier", writer.string(modifier)))
        }
        if !userInfo.isEmpty {
            let keys = userInfo.map { writer.string($0.key) }
            entries.append(.init("NSUserInfo", writer.dictionary(.dictionary, keys, userInfo.map(\.value))))
        }
        return entries
    }

    private mutating func userInfo(_ entries: [String: String]) -> PropertyListValue {
        let keys = entries.keys.sortedByCodeUnit()
        return writer.dictionary(
            .dictionary, keys.map { writer.string($0) }, keys.map { writer.string(entries[$0]) })
    }

    private mutating func describe(_ index: FetchIndex, of entity: String) -> PropertyListValue {
        let object = writer.reserve()
        let elements = index.elements.map { element in
            writer.object(
                .fetchIndexElement,
                [
                    .init("NSPropertyName", writer.string(element.property)),
                    .init("NSAscending", .boolean(element.isAscending)),
                    .init("NSFetchIndexElementType", .integer(Int64(element.kind.rawValue))),
                    .init("NSFetchIndexDescription", object),
                ])
        }
        writer.fill(
            object, .fetchIndex,
            [
                .init("NSIndexName", writer.string(index.name)), .init("NSEntity", entityObject(entity)),
                .init("NSIndexElements", writer.collection(.array, elements)),
                .init("NSPartialIndexPredicate", KeyedArchiveWriter.null),
            ])
        return object
    }

    private mutating func archive(_ value: DefaultValue?, of type: AttributeType) -> PropertyListValue {
        switch value {
        case nil, .expression: return KeyedArchiveWriter.null
        case .boolean(let boolean): return writer.scalar(.boolean(boolean))
        case .integer(let integer): return writer.scalar(.integer(integer))
        case .double(let double): return writer.scalar(.real(double))
        case .decimal(let text):
            return DecimalArchive.entries(text).map { writer.object(.decimal, $0) } ?? KeyedArchiveWriter.null
        case .string(let string) where type == .uri:
            return writer.object(
                .url, [.init("NS.base", KeyedArchiveWriter.null), .init("NS.relative", writer.string(string))])
        case .string(let string): return writer.string(string)
        case .date(let seconds): return writer.object(.date, [.init("NS.time", .real(seconds))])
        case .data(let bytes): return writer.scalar(.data(bytes))
        case .uuid(let bytes): return writer.object(.uuid, [.init("NS.uuidbytes", .data(bytes))])
        case .array(let elements):
            return writer.collection(.array, elements.map { archive($0, of: .undefined) })
        case .dictionary(let entries):
            let keys = entries.keys.sortedByCodeUnit()
            return writer.dictionary(
                .mutableDictionary, keys.map { writer.string($0) },
                keys.map { archive(entries[$0], of: .undefined) })
        }
    }
}
