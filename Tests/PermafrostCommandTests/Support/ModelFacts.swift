import Foundation

/// The facts of a model, one per line, from the JSON of `permafrost inspect` or from an independent reader's output for
/// the same store. Equal models have equal lines.
struct ModelFacts {
    private(set) var lines: Set<String> = []

    /// Core Data's numbers for attribute types, by their names in the JSON.
    private static let typeNumbers = [
        "undefined": 0, "int16": 100, "int32": 200, "int64": 300, "decimal": 400, "double": 500, "float": 600,
        "string": 700, "boolean": 800, "date": 900, "binary": 1000, "uuid": 1100, "uri": 1200, "transformable": 1800,
        "objectID": 2000, "composite": 2100,
    ]

    // MARK: permafrost inspect

    init(inspected report: [String: Any]) {
        for case let model as [String: Any] in report["models"] as? [Any] ?? [] {
            let name = model["name"] as? String ?? "?"
            add(name, "exists", true)
            add(name, "abstract", model["abstract"])
            add(name, "superentity", model["superentity"])
            add(name, "renamed", model["renamingIdentifier"])
            add(name, "unique", model["uniquenessConstraints"])
            add(name, "hash", model["versionHash"])
            let indexes = model["indexes"] as? [[String: Any]] ?? []
            if !indexes.isEmpty { add(name, "indexes", indexes.count) }
            for case let property as [String: Any] in model["properties"] as? [Any] ?? [] {
                addInspected(property, path: name)
            }
        }
    }

    private mutating func addInspected(_ property: [String: Any], path: String) {
        let path = "\(path).\(property["name"] as? String ?? "?")"
        let type = property["type"] as? String ?? "?"
        add(path, "optional", property["optional"])
        add(path, "transient", type == "fetched" ? true : property["transient"])
        add(path, "renamed", property["renamingIdentifier"])
        for (key, value) in property["userInfo"] as? [String: Any] ?? [:] { add(path, "info \(key)", value) }
        switch type {
        case "fetched": add(path, "kind", "fetched")
        case "toOne", "toMany":
            add(path, "kind", "relationship")
            add(path, "destination", property["destination"])
            add(path, "inverse", property["inverse"])
            add(path, "rule", property["deleteRule"])
            add(path, "minimum", property["minimumCount"] ?? 0)
            add(path, "maximum", type == "toOne" ? 1 : property["maximumCount"] ?? 0)
            add(path, "ordered", property["ordered"])
        default:
            add(
                path, "kind",
                property["derivation"] != nil ? "derived" : type == "composite" ? "composite" : "attribute")
            add(path, "type", Self.typeNumbers[type])
            add(path, "external", property["externalStorage"])
            add(path, "preserved", property["preservesValueOnDeletion"])
            add(path, "class", property["valueClass"])
            add(path, "transformer", property["valueTransformer"])
            add(path, "derivation", property["derivation"])
            add(path, "default", Self.plain(property["default"]))
            add(path, "info EnumType", property["enumeration"])
            add(path, "info enum", property["enumerationCases"])
            addElements(property["elements"], path: path) { $0.addInspected($1, path: path) }
        }
    }

    /// Returns a default in the other reader's form, without its kind.
    private static func plain(_ value: Any?) -> Any? {
        guard let object = value as? [String: Any], let kind = object.keys.first else { return value }
        return switch kind {
        case "uuid": object
        case "expression": "('obj', '\(object[kind] ?? "")', {'text': 'default cover'})"
        default: object[kind]
        }
    }

    // MARK: An independent reader

    init(expected: [String: Any]) {
        let hashes = expected["versionHashes"] as? [String: String] ?? [:]
        let model = expected["model"] as? [String: Any] ?? [:]
        for case let entity as [String: Any] in model["entities"] as? [Any] ?? [] {
            let name = entity["name"] as? String ?? "?"
            add(name, "exists", true)
            add(name, "abstract", entity["abstract"])
            add(name, "superentity", entity["superentity"])
            add(name, "renamed", entity["renamingIdentifier"])
            let unique = entity["uniquenessConstraints"] as? [Any] ?? []
            if !unique.isEmpty { add(name, "unique", unique) }
            add(name, "hash", hashes[name])
            add(name, "indexes", entity["fetchIndexCount"])
            for case let property as [String: Any] in entity["properties"] as? [Any] ?? [] {
                addExpected(property, path: name)
            }
        }
    }

    private mutating func addExpected(_ property: [String: Any], path: String) {
        let path = "\(path).\(property["name"] as? String ?? "?")"
        let names = [
            "kind": "kind", "optional": "optional", "transient": "transient", "renamingIdentifier": "renamed",
            "destination": "destination", "inverse": "inverse", "deleteRule": "rule", "minCount": "minimum",
            "maxCount": "maximum", "ordered": "ordered", "type": "type", "externalStorage": "external",
            "preserveValueOnDeletion": "preserved", "valueTransformer": "transformer", "derivation": "derivation",
            "default": "default",
        ]
        for (key, name) in names { add(path, name, property[key]) }
        // The value class isn't listed if it follows from the type.
        if let number = property["type"] as? Int, let name = property["valueClass"] as? String,
            !Self.isUsual(name, for: number)
        {
            add(path, "class", name)
        }
        for (key, value) in property["userInfo"] as? [String: Any] ?? [:] { add(path, "info \(key)", value) }
        addElements(property["elements"], path: path) { $0.addExpected($1, path: path) }
    }

    private static func isUsual(_ name: String, for type: Int) -> Bool {
        switch type {
        case 100, 200, 300, 500, 600, 800: name == "NSNumber"
        case 400: name == "NSDecimalNumber"
        case 700: name == "NSString"
        case 900: name == "NSDate"
        case 1000: name == "NSData"
        case 1100: name == "NSUUID"
        case 1200: name == "NSURL"
        case 2100: name == "NSDictionary"
        default: false
        }
    }

    // MARK: Both

    private mutating func addElements(
        _ elements: Any?, path: String, _ body: (inout ModelFacts, [String: Any]) -> Void
    ) {
        guard let elements = elements as? [[String: Any]] else { return }
        add(path, "order", elements.map { $0["name"] as? String ?? "?" })
        for element in elements { body(&self, element) }
    }

    /// Adds a line, unless the value is null or a false flag.
    private mutating func add(_ subject: String, _ aspect: String, _ value: Any?) {
        guard let value, !(value is NSNull) else { return }
        if aspect != "default", (value as? NSNumber)?.boolValue == false, (value as? NSNumber)?.isBoolean == true {
            return
        }
        lines.insert("\(subject) \(aspect) = \(Self.text(value))")
    }

    private static func text(_ value: Any) -> String {
        switch value {
        case let array as [Any]: "[\(array.map(text).joined(separator: ","))]"
        case let object as [String: Any]:
            "{\(object.keys.sorted().map { "\($0):\(text(object[$0] ?? ""))" }.joined(separator: ","))}"
        case let number as NSNumber where number.isBoolean: number.boolValue ? "true" : "false"
        case let number as NSNumber: "\(number.doubleValue)"
        default: "\(value)"
        }
    }
}

extension NSNumber {
    /// Whether the number was `true` or `false` in JSON.
    fileprivate var isBoolean: Bool { String(cString: objCType) == "c" }
}
