import PermafrostModel

/// Reads the model that an archive describes.
struct ModelArchiveDecoder {
    /// Entities, properties and values met in one archive; a model of 40 entities with 50 properties has 4,000.
    private static let budget = 1_000_000
    /// Composites and default values nest at most this deep.
    private static let depthLimit = 32

    private let reader: KeyedArchiveReader
    private var remaining = Self.budget

    init(reader: KeyedArchiveReader) {
        self.reader = reader
    }

    mutating func model() throws(ModelArchiveError) -> SchemaModel {
        let root = try reader.rootObject()
        guard reader.className(of: root) == ArchiveClass.model.rawValue,
            let values = reader.object(root["NSEntities"])
        else { throw .notKeyedArchive }
        var entities: [Entity] = []
        // NSKnownKeysDictionary1 keeps its values apart from its keys; old writers used a plain dictionary.
        let references =
            values["values"] != nil
            ? reader.elements(values["values"]) : reader.entries(root["NSEntities"]).map(\.value)
        for reference in references {
            guard let object = reader.object(reference) else { continue }
            entities.append(try entity(object))
        }
        return SchemaModel(
            entities: withoutInherited(entities), configurations: configurations(root, entities: entities),
            versionIdentifiers: reader.strings(root["NSVersionIdentifiers"]).sortedByCodeUnit())
    }

    private mutating func spend() throws(ModelArchiveError) {
        guard remaining > 0 else { throw .tooLarge }
        remaining -= 1
    }

    // MARK: Entities

    private mutating func entity(_ object: PropertyListValue) throws(ModelArchiveError) -> Entity {
        try spend()
        guard let name = reader.string(object["NSEntityName"]) else { throw .damaged(.entityWithoutName) }
        var properties: [Property] = []
        for entry in reader.entries(object["NSProperties"]) {
            guard let description = reader.object(entry.value) else { continue }
            if let property = try property(description, entity: name) { properties.append(property) }
        }
        var constraints: [[String]] = []
        for constraint in reader.elements(object["NSUniqueTuples"]) {
            try spend()
            constraints.append(reader.strings(constraint))
        }
        let renaming = reader.string(object["NSRenamingIdentifier"])
        let className = reader.string(object["NSClassNameForEntity"])
        return Entity(
            name: name, isAbstract: flag(object, "NSIsAbstract"),
            superentity: reader.object(object["NSSuperentity"]).flatMap { reader.string($0["NSEntityName"]) },
            properties: properties, uniquenessConstraints: constraints, indexes: try indexes(object),
            renamingIdentifier: renaming == name ? nil : renaming,
            versionHashModifier: reader.string(object["NSVersionHashModifier"]),
            className: className == name ? nil : className, userInfo: userInfo(object))
    }

    /// An archive repeats inherited properties in every subentity; a model has them once.
    private func withoutInherited(_ entities: [Entity]) -> [Entity] {
        let repeating = SchemaModel(entities: entities)
        return entities.map { entity in
            let inherited = Set(repeating.superentities(of: entity.name).flatMap { $0.properties.map(\.name) })
            guard !inherited.isEmpty else { return entity }
            var entity = entity
            entity.setProperties(entity.properties.filter { !inherited.contains($0.name) })
            return entity
        }
    }

    /// Configurations that say more than that one holds every entity.
    private func configurations(_ root: PropertyListValue, entities: [Entity]) -> [String: [String]] {
        var named: [String: [String]] = [:]
        for entry in reader.entries(root["NSConfigurations"]) {
            named[entry.key] = reader.elements(entry.value)
                .compactMap { reader.object($0).flatMap { reader.string($0["NSEntityName"]) } }.sortedByCodeUnit()
        }
        let all = Set(entities.map(\.name))
        if named.count == 1, let only = named[ArchiveKeys.defaultConfiguration], Set(only) == all { return [:] }
        return named
    }

    private mutating func indexes(_ object: PropertyListValue) throws(ModelArchiveError) -> [FetchIndex] {
        var indexes: [FetchIndex] = []
        for reference in reader.elements(object["NSFetchIndexDescriptions"]) {
            try spend()
            guard let description = reader.object(reference) else { continue }
            var elements: [FetchIndex.Element] = []
            for reference in reader.elements(description["NSIndexElements"]) {
                try spend()
                guard let element = reader.object(reference), let name = reader.string(element["NSPropertyName"]) else {
                    continue
                }
                let kind = element["NSFetchIndexElementType"]?.integer ?? 0
                elements.append(
                    FetchIndex.Element(
                        property: name, isAscending: flag(element, "NSAscending"),
                        kind: FetchIndex.Element.Kind(rawValue: Int(clamping: kind)) ?? .binary))
            }
            indexes.append(
                FetchIndex(
                    name: reader.string(description["NSIndexName"]) ?? "", elements: elements,
                    partialPredicate: PredicateFormat(reader).predicate(description["NSPartialIndexPredicate"])))
        }
        return indexes
    }

    // MARK: Properties

    /// The described property; nil for one that stands for an inherited one.
    private mutating func property(
        _ object: PropertyListValue, entity: String
    ) throws(ModelArchiveError) -> Property? {
        try spend()
        let className = reader.className(of: object) ?? ""
        guard className != ArchiveClass.propertyProxy.rawValue else { return nil }
        guard let name = reader.string(object["NSPropertyName"]) else {
            throw .damaged(.propertyWithoutName(entity: entity))
        }
        switch ArchiveClass(rawValue: className) {
        case .attribute, .compositeAttribute, .derivedAttribute:
            return .attribute(try attribute(object, name: name, entity: entity, depth: 0))
        case .relationship: return .relationship(try relationship(object, name: name, entity: entity))
        case .fetchedProperty: return .fetched(fetched(object, name: name))
        default:
            throw .damaged(.unknownPropertyClass(entity: entity, property: name, className: className))
        }
    }

    private mutating func attribute(
        _ object: PropertyListValue, name: String, entity: String, depth: Int
    ) throws(ModelArchiveError) -> Attribute {
        guard depth < Self.depthLimit else { throw .tooLarge }
        let number = object["NSAttributeType"]?.integer ?? 0
        guard let type = UInt32(exactly: number).flatMap(AttributeType.init(rawValue:)) else {
            throw .damaged(.unknownAttributeType(entity: entity, property: name, type: number))
        }
        var elements: [Attribute] = []
        for reference in reader.elements(object["NSCompositeElements"]) {
            try spend()
            guard let element = reader.object(reference) else { continue }
            guard let elementName = reader.string(element["NSPropertyName"]) else {
                throw .damaged(.propertyWithoutName(entity: entity))
            }
            elements.append(try attribute(element, name: elementName, entity: entity, depth: depth + 1))
        }
        let flags = object["NSFlagsKey"]?.integer ?? 0
        let valueClass = reader.string(object["NSAttributeValueClassName"])
        let renaming = reader.string(object["NSRenamingIdentifier"])
        let isEnumeration = type == .composite && enumerationMark(object)
        var info = userInfo(object)
        if isEnumeration {
            info[ArchiveKeys.enumeration] = nil
            info[ArchiveKeys.enumerationCases] = nil
        }
        var values = DefaultValueDecoder(reader: reader, remaining: remaining)
        let defaultValue = try values.value(object["NSDefaultValue"])
        remaining = values.remaining
        return Attribute(
            name: name, type: type, isOptional: flag(object, "NSIsOptional"),
            isTransient: flag(object, "NSIsTransient"),
            isExternalStorage: flags & ArchiveKeys.externalStorageFlag != 0,
            preservesValueOnDeletion: flags & ArchiveKeys.preservesValueFlag != 0,
            isSpotlightIndexed: flag(object, "NSIndexedBySpotlight"), defaultValue: defaultValue, elements: elements,
            isEnumeration: isEnumeration, enumerationCases: isEnumeration ? enumerationCases(object) : nil,
            derivation: derivation(object), valueClassName: valueClass == type.valueClassName ? nil : valueClass,
            valueTransformerName: reader.string(object["NSValueTransformerName"]),
            renamingIdentifier: renaming == name ? nil : renaming,
            versionHashModifier: reader.string(object["NSVersionHashModifier"]), userInfo: info)
    }

    private func derivation(_ object: PropertyListValue) -> Attribute.Derivation? {
        guard reader.className(of: object) == ArchiveClass.derivedAttribute.rawValue else { return nil }
        let format = PredicateFormat(reader)
        return Attribute.Derivation(
            expression: format.expression(object["NSDerivationExpression"]) ?? "",
            filter: format.predicate(object["NSFilteringPredicate"]))
    }

    private func relationship(
        _ object: PropertyListValue, name: String, entity: String
    ) throws(ModelArchiveError) -> Relationship {
        let described = reader.object(object["NSDestinationEntity"])
        guard
            let destination = reader.string(object["_NSDestinationEntityName"])
                ?? described.flatMap({ reader.string($0["NSEntityName"]) })
        else { throw .damaged(.relationshipWithoutDestination(entity: entity, property: name)) }
        let rule = object["NSDeleteRule"]?.integer ?? 0
        guard let deleteRule = Relationship.DeleteRule(rawValue: Int(clamping: rule)) else {
            throw .damaged(.unknownDeleteRule(entity: entity, property: name, rule: rule))
        }
        let inverse = reader.object(object["NSInverseRelationship"])
        let renaming = reader.string(object["NSRenamingIdentifier"])
        return Relationship(
            name: name, destination: destination,
            inverse: reader.string(object["_NSInverseRelationshipName"])
                ?? inverse.flatMap { reader.string($0["NSPropertyName"]) },
            isOptional: flag(object, "NSIsOptional"),
            minimumCount: Int(clamping: object["NSMinCount"]?.integer ?? 0),
            maximumCount: Int(clamping: object["NSMaxCount"]?.integer ?? 0),
            isOrdered: flag(object, "NSIsOrdered"), deleteRule: deleteRule,
            isTransient: flag(object, "NSIsTransient"), renamingIdentifier: renaming == name ? nil : renaming,
            versionHashModifier: reader.string(object["NSVersionHashModifier"]), userInfo: userInfo(object))
    }

    private func fetched(_ object: PropertyListValue, name: String) -> FetchedProperty {
        let request = reader.object(object["NSFetchRequest"])
        return FetchedProperty(
            name: name, isOptional: flag(object, "NSIsOptional"),
            entity: reader.string(object["_NSFetchRequestEntityName"]),
            predicate: PredicateFormat(reader).predicate(request?["NSPredicate"]), userInfo: userInfo(object))
    }

    // MARK: What several have

    private func flag(_ object: PropertyListValue, _ key: String) -> Bool {
        object[key] == .boolean(true)
    }

    private func userInfo(_ object: PropertyListValue) -> [String: String] {
        let entries = reader.entries(object["NSUserInfo"]).compactMap { key, value in
            reader.string(value).map { (key, $0) }
        }
        return Dictionary(entries) { first, _ in first }
    }

    private func enumerationMark(_ object: PropertyListValue) -> Bool {
        reader.entries(object["NSUserInfo"]).contains {
            $0.key == ArchiveKeys.enumeration && reader.object($0.value) == .boolean(true)
        }
    }

    private func enumerationCases(_ object: PropertyListValue) -> [String]? {
        reader.entries(object["NSUserInfo"]).first { $0.key == ArchiveKeys.enumerationCases }
            .map { reader.strings($0.value) }
    }
}
