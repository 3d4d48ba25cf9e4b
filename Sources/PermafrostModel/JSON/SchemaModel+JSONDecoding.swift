extension SchemaModel {
    /// Reads a model from its canonical JSON, or from a document that contains the model's keys. Throws a
    /// ``ModelDocumentError`` if a value is missing or malformed. The error contains the value's path.
    package init(_ json: CanonicalJSON) throws {
        let reader = ObjectReader(json, path: "")
        _ = try reader.value("models")
        let entities = try reader.array("models").map { try Entity($0, path: $1) }
        guard !Self.isTooDeep(entities) else {
            throw reader.malformed("models", "models with at most \(Self.superentityLimit) superclasses")
        }
        self.init(
            entities: entities,
            configurations: try reader.dictionary("modelConfigurations") { json, path in
                try ObjectReader(.object([("entities", json)]), path: path).strings("entities")
            },
            versionIdentifiers: try reader.strings("modelVersionIdentifiers"))
        try readVariants(reader)
    }
}

extension Entity {
    init(_ json: CanonicalJSON, path: String) throws {
        let reader = ObjectReader(json, path: path)
        self.init(
            name: try reader.string("name"), isAbstract: try reader.flag("abstract"),
            superentity: try reader.optionalString("superentity"),
            properties: try reader.array("properties").map { try Property($0, path: $1) },
            uniquenessConstraints: try reader.array("uniquenessConstraints").map { json, path in
                try ObjectReader(.object([("names", json)]), path: path).strings("names")
            },
            indexes: try reader.array("indexes").map { try FetchIndex($0, path: $1) },
            renamingIdentifier: try reader.optionalString("renamingIdentifier"),
            versionHashModifier: try reader.optionalString("versionHashModifier"),
            className: try reader.optionalString("className"), userInfo: try reader.stringDictionary("userInfo"))
    }
}

extension FetchIndex {
    init(_ json: CanonicalJSON, path: String) throws {
        let reader = ObjectReader(json, path: path)
        self.init(
            name: try reader.string("name"), elements: try reader.array("elements").map { try Element($0, path: $1) },
            partialPredicate: try reader.optionalString("partialPredicate"))
    }
}

extension FetchIndex.Element {
    init(_ json: CanonicalJSON, path: String) throws {
        if case .string(let property) = json {
            self.init(property: property)
            return
        }
        let reader = ObjectReader(json, path: path)
        self.init(
            property: try reader.string("property"), isAscending: try !reader.flag("descending"),
            kind: try reader.optionalString("kind") == "rTree" ? .rTree : .binary)
    }
}

extension Property {
    init(_ json: CanonicalJSON, path: String) throws {
        let reader = ObjectReader(json, path: path)
        switch try reader.string("type") {
        case "toOne": self = .relationship(try Relationship(reader, isToMany: false))
        case "toMany": self = .relationship(try Relationship(reader, isToMany: true))
        case "fetched":
            self = .fetched(
                FetchedProperty(
                    name: try reader.string("name"), isOptional: try reader.flag("optional"),
                    entity: try reader.optionalString("entity"), predicate: try reader.optionalString("predicate"),
                    userInfo: try reader.stringDictionary("userInfo")))
        default: self = .attribute(try Attribute(json, path: path))
        }
    }
}

extension Attribute {
    init(_ json: CanonicalJSON, path: String) throws {
        let reader = ObjectReader(json, path: path)
        guard let type = AttributeType(name: try reader.string("type")) else {
            throw reader.malformed("type", "a property type")
        }
        let filter = try reader.optionalString("derivationFilter")
        self.init(
            name: try reader.string("name"), type: type, isOptional: try reader.flag("optional"),
            isTransient: try reader.flag("transient"), isExternalStorage: try reader.flag("externalStorage"),
            preservesValueOnDeletion: try reader.flag("preservesValueOnDeletion"),
            isSpotlightIndexed: try reader.flag("spotlight"),
            allowsCloudEncryption: try reader.flag("allowsCloudEncryption"),
            defaultValue: try json["default"].map { try DefaultValue($0, path: path + ".default") },
            elements: try reader.array("elements").map { try Attribute($0, path: $1) },
            isEnumeration: try reader.flag("enumeration"),
            enumerationCases: json["enumerationCases"] == nil ? nil : try reader.strings("enumerationCases"),
            derivation: try reader.optionalString("derivation").map { Derivation(expression: $0, filter: filter) },
            valueClassName: try reader.optionalString("valueClass"),
            valueTransformerName: try reader.optionalString("valueTransformer"),
            shape: try json["shape"].map { try ValueShape($0, path: path + ".shape") },
            renamingIdentifier: try reader.optionalString("renamingIdentifier"),
            versionHashModifier: try reader.optionalString("versionHashModifier"),
            userInfo: try reader.stringDictionary("userInfo"))
    }
}

extension Relationship {
    init(_ reader: ObjectReader, isToMany: Bool) throws {
        guard let deleteRule = DeleteRule(name: try reader.string("deleteRule")) else {
            throw reader.malformed("deleteRule", "a delete rule")
        }
        self.init(
            name: try reader.string("name"), destination: try reader.string("destination"),
            inverse: try reader.optionalString("inverse"), isOptional: try reader.flag("optional"),
            minimumCount: try reader.integer("minimumCount", default: 0),
            maximumCount: try reader.integer("maximumCount", default: isToMany ? 0 : 1),
            isOrdered: try reader.flag("ordered"), deleteRule: deleteRule, isTransient: try reader.flag("transient"),
            preservesValueOnDeletion: try reader.flag("preservesValueOnDeletion"),
            renamingIdentifier: try reader.optionalString("renamingIdentifier"),
            versionHashModifier: try reader.optionalString("versionHashModifier"),
            userInfo: try reader.stringDictionary("userInfo"))
    }
}
