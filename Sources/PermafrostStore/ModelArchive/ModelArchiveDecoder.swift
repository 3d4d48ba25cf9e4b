import PermafrostModel

struct ModelArchiveDecoder {
    /// The maximum number of collection elements in an archive. An element counts each time its collection is used. A
    /// model with 100 entities of 50 properties has 10,000 elements.
    private static let budget = 100_000
    /// The maximum number of entities in a model.
    private static let entityLimit = 4_000
    /// The maximum nesting depth of composites.
    private static let depthLimit = 32

    private let reader: KeyedArchiveReader
    private var remaining = Self.budget
    /// Whether an entity lacks a key that every entity has in a new store.
    private(set) var lacksKeys = false

    init(reader: KeyedArchiveReader) {
        self.reader = reader
    }

    mutating func model() throws(ModelArchiveError) -> SchemaModel {
        let root = try reader.rootObject()
        guard reader.className(of: root) == ArchiveClass.model.rawValue,
            let values = reader.object(root["NSEntities"])
        else { throw .notKeyedArchive }
        var entities: [Entity] = []
        // NSKnownKeysDictionary1 stores its values separately from its keys. Old frameworks wrote a plain dictionary.
        let references =
            values["values"] != nil
            ? try elements(values["values"]) : try entries(root["NSEntities"]).map(\.value)
        guard references.count <= Self.entityLimit else { throw .tooLarge }
        for reference in references {
            guard let object = reader.object(reference) else { continue }
            entities.append(try entity(object))
        }
        return SchemaModel(
            entities: try withoutInherited(entities), configurations: try configurations(root, entities: entities),
            versionIdentifiers: try strings(root["NSVersionIdentifiers"]).sortedByCodeUnit())
    }

    // MARK: Collections

    // The size of a collection counts on every use, because an archive can refer to it any number of times.
    private mutating func elements(_ reference: PropertyListValue?) throws(ModelArchiveError) -> [PropertyListValue] {
        try spend(on: reference)
        return reader.elements(reference)
    }

    private mutating func entries(
        _ reference: PropertyListValue?
    ) throws(ModelArchiveError) -> [(key: String, value: PropertyListValue)] {
        try spend(on: reference)
        return reader.entries(reference)
    }

    private mutating func strings(_ reference: PropertyListValue?) throws(ModelArchiveError) -> [String] {
        try spend(on: reference)
        return reader.strings(reference)
    }

    private mutating func spend(on collection: PropertyListValue?) throws(ModelArchiveError) {
        remaining -= reader.count(collection) + 1
        guard remaining > 0 else { throw .tooLarge }
    }

    // MARK: Entities

    private mutating func entity(_ object: PropertyListValue) throws(ModelArchiveError) -> Entity {
        guard let name = reader.string(object["NSEntityName"]) else { throw .damaged(.entityWithoutName) }
        var properties: [Property] = []
        for entry in try entries(object["NSProperties"]) {
            guard let description = reader.object(entry.value) else { continue }
            if let property = try property(description, entity: name) { properties.append(property) }
        }
        var constraints: [[String]] = []
        if object["NSUniqueTuples"] == nil { lacksKeys = true }
        for constraint in try elements(object["NSUniqueTuples"]) { constraints.append(try strings(constraint)) }
        let renaming = reader.string(object["NSRenamingIdentifier"])
        let className = reader.string(object["NSClassNameForEntity"])
        return Entity(
            name: name, isAbstract: flag(object, "NSIsAbstract"),
            superentity: reader.object(object["NSSuperentity"]).flatMap { reader.string($0["NSEntityName"]) },
            properties: properties, uniquenessConstraints: constraints, indexes: try indexes(object),
            renamingIdentifier: renaming == name ? nil : renaming,
            versionHashModifier: reader.string(object["NSVersionHashModifier"]),
            className: className == name ? nil : className, userInfo: try userInfo(object))
    }

    /// Returns the entities without their inherited properties, which an archive repeats in each subentity. Throws
    /// ``ModelArchiveError/tooLarge`` if the inheritance is too deep.
    private func withoutInherited(_ entities: [Entity]) throws(ModelArchiveError) -> [Entity] {
        guard !SchemaModel.isTooDeep(entities) else { throw .tooLarge }
        let repeating = SchemaModel(entities: entities)
        return entities.map { entity in
            let inherited = Set(repeating.superentities(of: entity.name).flatMap { $0.properties.map(\.name) })
            guard !inherited.isEmpty else { return entity }
            var entity = entity
            entity.setProperties(entity.properties.filter { !inherited.contains($0.name) })
            return entity
        }
    }

    /// Returns the sorted entity names of each configuration, keyed by configuration name. Returns an empty dictionary
    /// if the only configuration is the default one and contains every entity.
    private mutating func configurations(
        _ root: PropertyListValue, entities: [Entity]
    ) throws(ModelArchiveError) -> [String: [String]] {
        var named: [String: [String]] = [:]
        for entry in try entries(root["NSConfigurations"]) {
            let (reader, elements) = (reader, try elements(entry.value))
            named[entry.key] =
                elements
                .compactMap { reader.object($0).flatMap { reader.string($0["NSEntityName"]) } }.sortedByCodeUnit()
        }
        let all = Set(entities.map(\.name))
        if named.count == 1, let only = named[ArchiveKeys.defaultConfiguration],
            Set(only) == all
        {
            return [:]
        }
        return named
    }

    private mutating func indexes(_ object: PropertyListValue) throws(ModelArchiveError) -> [FetchIndex] {
        var indexes: [FetchIndex] = []
        for reference in try elements(object["NSFetchIndexDescriptions"]) {
            guard let description = reader.object(reference) else { continue }
            var elements: [FetchIndex.Element] = []
            for reference in try self.elements(description["NSIndexElements"]) {
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
                    partialPredicate: PredicateFormat.predicate(
                        description["NSPartialIndexPredicate"], in: reader)))
        }
        return indexes
    }

    // MARK: Properties

    /// Returns the archived property, or nil if the object is a placeholder for an inherited property.
    private mutating func property(
        _ object: PropertyListValue, entity: String
    ) throws(ModelArchiveError) -> Property? {
        let className = reader.className(of: object) ?? ""
        guard className != ArchiveClass.propertyProxy.rawValue else { return nil }
        guard let name = reader.string(object["NSPropertyName"]) else {
            throw .damaged(.propertyWithoutName(entity: entity))
        }
        switch ArchiveClass(rawValue: className) {
        case .attribute, .compositeAttribute, .derivedAttribute:
            return .attribute(try attribute(object, name: name, entity: entity, depth: 0))
        case .relationship: return .relationship(try relationship(object, name: name, entity: entity))
        case .fetchedProperty: return .fetched(try fetched(object, name: name))
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
        for reference in try self.elements(object["NSCompositeElements"]) {
            guard let element = reader.object(reference) else { continue }
            guard let elementName = reader.string(element["NSPropertyName"]) else {
                throw .damaged(.propertyWithoutName(entity: entity))
            }
            elements.append(try attribute(element, name: elementName, entity: entity, depth: depth + 1))
        }
        let flags = object["NSFlagsKey"]?.integer ?? 0
        let valueClass = reader.string(object["NSAttributeValueClassName"])
        let renaming = reader.string(object["NSRenamingIdentifier"])
        let enumeration = type == .composite ? try enumeration(object) : (isEnumeration: false, cases: nil)
        var info = try userInfo(object)
        if enumeration.isEnumeration {
            info[ArchiveKeys.enumeration] = nil
            info[ArchiveKeys.enumerationCases] = nil
        }
        var values = DefaultValueDecoder(reader: reader, remaining: remaining)
        let defaultValue = try values.value(object["NSDefaultValue"]).map { ArchivedDefault.number($0, as: type) }
        remaining = values.remaining
        return Attribute(
            name: name, type: type, isOptional: flag(object, "NSIsOptional"),
            isTransient: flag(object, "NSIsTransient"),
            isExternalStorage: flags & ArchiveKeys.externalStorageFlag != 0,
            preservesValueOnDeletion: flags & ArchiveKeys.preservesValueFlag != 0,
            isSpotlightIndexed: flag(object, "NSIndexedBySpotlight"), defaultValue: defaultValue, elements: elements,
            isEnumeration: enumeration.isEnumeration, enumerationCases: enumeration.cases,
            derivation: derivation(object), valueClassName: valueClass == type.valueClassName ? nil : valueClass,
            valueTransformerName: reader.string(object["NSValueTransformerName"]),
            renamingIdentifier: renaming == name ? nil : renaming,
            versionHashModifier: reader.string(object["NSVersionHashModifier"]), userInfo: info)
    }

    private func derivation(_ object: PropertyListValue) -> Attribute.Derivation? {
        guard reader.className(of: object) == ArchiveClass.derivedAttribute.rawValue else {
            return nil
        }
        return Attribute.Derivation(
            expression: PredicateFormat.expression(object["NSDerivationExpression"], in: reader) ?? "",
            filter: PredicateFormat.predicate(object["NSFilteringPredicate"], in: reader))
    }

    private mutating func relationship(
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
            versionHashModifier: reader.string(object["NSVersionHashModifier"]), userInfo: try userInfo(object))
    }

    private mutating func fetched(
        _ object: PropertyListValue, name: String
    ) throws(ModelArchiveError) -> FetchedProperty {
        let request = reader.object(object["NSFetchRequest"])
        return FetchedProperty(
            name: name, isOptional: flag(object, "NSIsOptional"),
            entity: reader.string(object["_NSFetchRequestEntityName"]),
            predicate: PredicateFormat.predicate(request?["NSPredicate"], in: reader), userInfo: try userInfo(object))
    }

    // MARK: Common parts

    private func flag(_ object: PropertyListValue, _ key: String) -> Bool {
        object[key] == .boolean(true)
    }

    private mutating func userInfo(_ object: PropertyListValue) throws(ModelArchiveError) -> [String: String] {
        var info: [String: String] = [:]
        for entry in try entries(object["NSUserInfo"]) {
            if let value = reader.string(entry.value) { info[entry.key] = value }
        }
        return info
    }

    /// Returns whether a composite is an enum and, for an enum without raw values, its cases.
    private mutating func enumeration(
        _ object: PropertyListValue
    ) throws(ModelArchiveError) -> (isEnumeration: Bool, cases: [String]?) {
        let info = try entries(object["NSUserInfo"])
        let isEnumeration = info.contains {
            $0.key == ArchiveKeys.enumeration
                && reader.object($0.value) == .boolean(true)
        }
        guard isEnumeration,
            let cases = info.first(where: { $0.key == ArchiveKeys.enumerationCases })
        else {
            return (isEnumeration, nil)
        }
        return (true, try strings(cases.value))
    }
}
