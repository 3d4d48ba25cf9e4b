import PermafrostModel

@testable import PermafrostStore

/// The facts of a model, or of the model in `expected.json`, as lines that can be compared.
enum ModelLines {
    static func lines(expected: JSON) -> Set<String> {
        var lines: Set<String> = []
        for (name, entities) in expected["configurations"]?.object ?? [:] {
            lines.insert("configuration \(name) = \(entities.array.compactMap(\.string).sorted())")
        }
        for entity in expected["entities"]?.array ?? [] {
            let name = entity["name"]?.string ?? ""
            for (key, value) in entity.object {
                switch key {
                case "name": lines.insert("entity \(name)")
                case "properties":
                    for property in value.array { lines.formUnion(self.lines(property: property, path: name)) }
                case "entityNumber": lines.insert("\(name) \(key) = \(value.text)")
                default: insert(name, key, value, into: &lines)
                }
            }
        }
        return lines
    }

    private static func lines(property: JSON, path: String) -> Set<String> {
        let path = path + "." + (property["name"]?.string ?? "")
        var lines: Set<String> = []
        for (key, value) in property.object {
            switch key {
            case "name": continue
            case "elements":
                lines.insert("\(path) order = \(value.array.map { $0["name"]?.string ?? "" })")
                for element in value.array { lines.formUnion(self.lines(property: element, path: path)) }
            case "userInfo":
                for (key, value) in value.object { lines.insert("\(path) userInfo \(key) = \(value.text)") }
            default: insert(path, key, value, into: &lines)
            }
        }
        return lines
    }

    /// Inserts a line. A missing flag counts as false, and a missing name has no line.
    private static func insert(_ path: String, _ key: String, _ value: JSON, into lines: inout Set<String>) {
        switch value {
        case .null: return
        case .boolean(false) where key != "default": return
        case .array([]) where key == "uniquenessConstraints": return
        default: lines.insert("\(path) \(key) = \(value.text)")
        }
    }

    static func lines(model: SchemaModel, numbers: [String: Int]) -> Set<String> {
        var lines: Set<String> = []
        for (name, entities) in model.configurations { lines.insert("configuration \(name) = \(entities.sorted())") }
        for entity in model.entities {
            lines.insert("entity \(entity.name)")
            lines.insert("\(entity.name) entityNumber = \(numbers[entity.name] ?? 0)")
            if entity.isAbstract { lines.insert("\(entity.name) abstract = true") }
            if let superentity = entity.superentity { lines.insert("\(entity.name) superentity = \"\(superentity)\"") }
            if !entity.uniquenessConstraints.isEmpty {
                let groups = entity.uniquenessConstraints.map {
                    "[" + $0.map { "\"\($0)\"" }.joined(separator: ",") + "]"
                }
                lines.insert("\(entity.name) uniquenessConstraints = [\(groups.joined(separator: ","))]")
            }
            if !entity.indexes.isEmpty { lines.insert("\(entity.name) fetchIndexCount = \(entity.indexes.count)") }
            if let name = entity.renamingIdentifier { lines.insert("\(entity.name) renamingIdentifier = \"\(name)\"") }
            let indexed = Set(entity.indexes.flatMap { $0.elements.map(\.property) })
            for property in entity.properties {
                let path = entity.name + "." + property.name
                switch property {
                case .attribute(let attribute):
                    lines.formUnion(self.lines(attribute: attribute, path: path))
                    if indexed.contains(property.name) { lines.insert("\(path) indexed = true") }
                case .relationship(let relationship):
                    lines.formUnion(self.lines(relationship: relationship, path: path))
                case .fetched(let fetched):
                    lines.insert("\(path) kind = \"fetched\"")
                    lines.insert("\(path) transient = true")
                    if fetched.isOptional { lines.insert("\(path) optional = true") }
                    for (key, value) in fetched.userInfo { lines.insert("\(path) userInfo \(key) = \"\(value)\"") }
                }
            }
        }
        return lines
    }

    private static func lines(attribute: Attribute, path: String) -> Set<String> {
        var lines: Set<String> = ["\(path) type = \(attribute.type.rawValue)"]
        let kind = attribute.derivation != nil ? "derived" : attribute.type == .composite ? "composite" : "attribute"
        lines.insert("\(path) kind = \"\(kind)\"")
        for (key, flag) in [
            ("optional", attribute.isOptional), ("transient", attribute.isTransient),
            ("externalStorage", attribute.isExternalStorage),
            ("preserveValueOnDeletion", attribute.preservesValueOnDeletion),
        ] where flag { lines.insert("\(path) \(key) = true") }
        if let name = attribute.valueClassName ?? attribute.type.valueClassName {
            lines.insert("\(path) valueClass = \"\(name)\"")
        }
        if let name = attribute.valueTransformerName { lines.insert("\(path) valueTransformer = \"\(name)\"") }
        if let name = attribute.renamingIdentifier { lines.insert("\(path) renamingIdentifier = \"\(name)\"") }
        if let derivation = attribute.derivation { lines.insert("\(path) derivation = \"\(derivation.expression)\"") }
        if let value = attribute.defaultValue { lines.insert("\(path) default = \(text(value))") }
        if attribute.type == .composite {
            lines.insert("\(path) order = \(attribute.elements.map(\.name))")
            for element in attribute.elements {
                lines.formUnion(self.lines(attribute: element, path: path + "." + element.name))
            }
        }
        if attribute.isEnumeration { lines.insert("\(path) userInfo EnumType = true") }
        if let cases = attribute.enumerationCases {
            lines.insert("\(path) userInfo enum = [\(cases.map { "\"\($0)\"" }.joined(separator: ","))]")
        }
        for (key, value) in attribute.userInfo { lines.insert("\(path) userInfo \(key) = \"\(value)\"") }
        return lines
    }

    private static func lines(relationship: Relationship, path: String) -> Set<String> {
        var lines: Set<String> = [
            "\(path) kind = \"relationship\"", "\(path) destination = \"\(relationship.destination)\"",
            "\(path) deleteRule = \"\(relationship.deleteRule.name)\"",
            "\(path) minCount = \(relationship.minimumCount)",
            "\(path) maxCount = \(relationship.maximumCount)",
        ]
        if let inverse = relationship.inverse { lines.insert("\(path) inverse = \"\(inverse)\"") }
        if relationship.isOptional { lines.insert("\(path) optional = true") }
        if relationship.isOrdered { lines.insert("\(path) ordered = true") }
        if let name = relationship.renamingIdentifier { lines.insert("\(path) renamingIdentifier = \"\(name)\"") }
        return lines
    }

    private static func text(_ value: DefaultValue) -> String {
        switch value {
        case .boolean(let boolean): "\(boolean)"
        case .integer(let integer): "\(integer)"
        case .double(let double): "\(double)"
        case .decimal(let text): text
        case .string(let string): "\"\(string)\""
        case .date(let seconds): "\(seconds)"
        case .data(let bytes): "\(bytes)"
        case .uuid(let bytes): "{uuid:\"\(Digest.hex(bytes))\"}"
        case .array(let elements): "[" + elements.map(text).joined(separator: ",") + "]"
        case .dictionary(let entries):
            "{" + entries.keys.sorted().map { "\($0):\(text(entries[$0] ?? .boolean(false)))" }.joined(separator: ",")
                + "}"
        // The independent reader prints an app's own object in Python's form.
        case .expression(let name): "\"('obj', '\(name)', {'text': 'default cover'})\""
        }
    }
}
