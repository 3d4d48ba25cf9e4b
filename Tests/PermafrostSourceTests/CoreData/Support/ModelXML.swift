import PermafrostModel

/// A model in the format of a version's `contents` file, as Xcode writes it. Reading the text must result in an equal
/// model.
struct ModelXML {
    private(set) var text: String

    init(_ model: SchemaModel) {
        let identifier = model.versionIdentifiers.first.map {
            " userDefinedModelVersionIdentifier=\"\(Self.escaped($0))\""
        }
        text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
        text +=
            "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\" "
            + "sourceLanguage=\"Swift\"\(identifier ?? "")>\n"
        for entity in model.entities { add(entity) }
        for (name, members) in model.configurations.sorted(by: { $0.key < $1.key }) {
            text += "    <configuration name=\"\(Self.escaped(name))\">\n"
            for member in members { text += "        <memberEntity name=\"\(Self.escaped(member))\"/>\n" }
            text += "    </configuration>\n"
        }
        text += "</model>\n"
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
            .replacing("\n", with: "&#10;")
    }

    /// Returns an element's start tag with the attributes that have a value.
    private static func start(_ name: String, _ attributes: [(String, String?)]) -> String {
        "<" + name
            + attributes.compactMap { key, value in value.map { " \(key)=\"\(escaped($0))\"" } }.joined()
    }

    private static func flag(_ isSet: Bool) -> String? { isSet ? "YES" : nil }

    private mutating func add(_ entity: Entity) {
        let className = entity.className == "NSManagedObject" ? nil : entity.className ?? entity.name
        text +=
            "    "
            + Self.start(
                "entity",
                [
                    ("name", entity.name), ("representedClassName", className), ("parentEntity", entity.superentity),
                    ("isAbstract", Self.flag(entity.isAbstract)), ("elementID", entity.renamingIdentifier),
                    ("versionHashModifier", entity.versionHashModifier), ("syncable", "YES"),
                ]) + ">\n"
        for property in entity.properties { add(property) }
        for index in entity.indexes {
            text +=
                "        "
                + Self.start("fetchIndex", [("name", index.name), ("partialIndexPredicate", index.partialPredicate)])
                + ">\n"
            for element in index.elements {
                text +=
                    "            "
                    + Self.start(
                        "fetchIndexElement",
                        [
                            ("property", element.property), ("type", element.kind == .rTree ? "RTree" : "Binary"),
                            ("order", element.isAscending ? "ascending" : "descending"),
                        ]) + "/>\n"
            }
            text += "        </fetchIndex>\n"
        }
        if !entity.uniquenessConstraints.isEmpty {
            text += "        <uniquenessConstraints>\n"
            for constraint in entity.uniquenessConstraints {
                let parts = constraint.map { "<constraint value=\"\(Self.escaped($0))\"/>" }.joined()
                text += "            <uniquenessConstraint>\(parts)</uniquenessConstraint>\n"
            }
            text += "        </uniquenessConstraints>\n"
        }
        addUserInfo(entity.userInfo)
        text += "    </entity>\n"
    }

    private mutating func addUserInfo(_ info: [String: String]) {
        guard !info.isEmpty else { return }
        text += "<userInfo>"
        for (key, value) in info.sorted(by: { $0.key < $1.key }) {
            text += Self.start("entry", [("key", key), ("value", value)]) + "/>"
        }
        text += "</userInfo>"
    }

    private mutating func add(_ property: Property) {
        text += "        "
        switch property {
        case .attribute(let attribute): add(attribute)
        case .relationship(let relationship):
            let rule =
                switch relationship.deleteRule {
                case .noAction: "No Action"
                case .nullify: "Nullify"
                case .cascade: "Cascade"
                case .deny: "Deny"
                }
            let (most, least) = (relationship.maximumCount, relationship.minimumCount)
            text += Self.start(
                "relationship",
                [
                    ("name", relationship.name), ("optional", Self.flag(relationship.isOptional)),
                    ("toMany", Self.flag(relationship.isToMany)), ("minCount", least == 0 ? nil : "\(least)"),
                    ("maxCount", most == 0 ? nil : "\(most)"), ("ordered", Self.flag(relationship.isOrdered)),
                    ("deletionRule", rule), ("destinationEntity", relationship.destination),
                    ("inverseName", relationship.inverse),
                    ("inverseEntity", relationship.inverse == nil ? nil : relationship.destination),
                    ("transient", Self.flag(relationship.isTransient)),
                    ("preserveAfterDeletion", Self.flag(relationship.preservesValueOnDeletion)),
                    ("elementID", relationship.renamingIdentifier),
                    ("versionHashModifier", relationship.versionHashModifier),
                ])
            text += ">"
            addUserInfo(relationship.userInfo)
            text += "</relationship>\n"
        case .fetched(let fetched):
            text += Self.start(
                "fetchedProperty", [("name", fetched.name), ("optional", Self.flag(fetched.isOptional))])
            text += ">"
            text += Self.start(
                "fetchRequest",
                [
                    ("name", "fetchedPropertyFetchRequest"), ("entity", fetched.entity),
                    ("predicateString", fetched.predicate),
                ])
            text += "/>"
            addUserInfo(fetched.userInfo)
            text += "</fetchedProperty>\n"
        }
    }

    private mutating func add(_ attribute: Attribute) {
        var defaults: (text: String?, seconds: String?) = (nil, nil)
        switch attribute.defaultValue {
        case .boolean(let boolean): defaults.text = boolean ? "YES" : "NO"
        case .integer(let integer): defaults.text = "\(integer)"
        case .double(let double): defaults.text = "\(double)"
        case .decimal(let decimal): defaults.text = decimal
        case .string(let string): defaults.text = string
        case .date(let seconds): defaults.seconds = "\(seconds)"
        case .uuid(let bytes):
            let digits = Array(Digest.hex(bytes).uppercased())
            defaults.text = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
        default: break
        }
        text += Self.start(
            "attribute",
            [
                ("name", attribute.name), ("optional", Self.flag(attribute.isOptional)),
                ("transient", Self.flag(attribute.isTransient)), ("attributeType", Self.typeNames[attribute.type]),
                ("defaultValueString", defaults.text), ("defaultDateTimeInterval", defaults.seconds),
                ("usesScalarValueType", "NO"), ("minValueString", attribute.type == .int64 ? "0" : nil),
                ("allowsExternalBinaryDataStorage", Self.flag(attribute.isExternalStorage)),
                ("preserveAfterDeletion", Self.flag(attribute.preservesValueOnDeletion)),
                ("spotlightIndexingEnabled", Self.flag(attribute.isSpotlightIndexed)),
                ("allowsCloudEncryption", Self.flag(attribute.allowsCloudEncryption)),
                ("derived", Self.flag(attribute.derivation != nil)),
                ("derivationExpression", attribute.derivation.map { Self.derivation($0.expression) }),
                ("valueTransformerName", attribute.valueTransformerName),
                ("customClassName", attribute.valueClassName), ("elementID", attribute.renamingIdentifier),
                ("versionHashModifier", attribute.versionHashModifier),
            ])
        text += ">"
        for element in attribute.elements { add(element) }
        addUserInfo(attribute.userInfo)
        text += "</attribute>\n"
    }

    /// Returns the expression in the model editor's format.
    private static func derivation(_ format: String) -> String {
        if format == "now()" { return "now:()" }
        return format.hasPrefix("count:(") ? "\(format.dropFirst(7).dropLast()).@count" : format
    }

    private static let typeNames: [AttributeType: String] = [
        .undefined: "Undefined", .int16: "Integer 16", .int32: "Integer 32", .int64: "Integer 64", .decimal: "Decimal",
        .double: "Double", .float: "Float", .string: "String", .boolean: "Boolean", .date: "Date", .binary: "Binary",
        .uuid: "UUID", .uri: "URI", .transformable: "Transformable", .objectID: "ObjectID", .composite: "Composite",
    ]
}
