extension ValueShape {
    /// The shape in JSON. A scalar is written as its name. Every other shape is an object whose keys identify its kind.
    ///
    ///     .scalar("Int64")          →  "Int64"
    ///     .array(.scalar("Mode"))   →  {"array": "Mode"}
    ///     .enumeration(…)           →  {"cases": ["grid", {"name": "list", "raw": "rows"}]}
    ///     .structure(…)             →  {"fields": [{"name": "x", "shape": "Double"}]}
    var json: CanonicalJSON {
        switch self {
        case .scalar(let name): .string(name)
        case .optional(let inner): .object([("optional", inner.json)])
        case .array(let element): .object([("array", element.json)])
        case .set(let element): .object([("set", element.json)])
        case .dictionary(let key, let value): .object([("key", key.json), ("value", value.json)])
        case .enumeration(let cases): .object([("cases", .array(cases.map(\.json)))])
        case .structure(let fields): .object([("fields", .array(fields.map(\.json)))])
        case .recursion(let depth): .object([("recursion", .integer(Int64(depth)))])
        }
    }

    init(_ json: CanonicalJSON, path: String) throws {
        if case .string(let name) = json {
            self = .scalar(name)
        } else if let inner = json["optional"] {
            self = .optional(try ValueShape(inner, path: path + ".optional"))
        } else if let element = json["array"] {
            self = .array(try ValueShape(element, path: path + ".array"))
        } else if let element = json["set"] {
            self = .set(try ValueShape(element, path: path + ".set"))
        } else if let key = json["key"], let value = json["value"] {
            self = .dictionary(
                key: try ValueShape(key, path: path + ".key"), value: try ValueShape(value, path: path + ".value"))
        } else if case .array(let cases)? = json["cases"] {
            self = .enumeration(try cases.enumerated().map { try EnumerationCase($1, path: "\(path).cases[\($0)]") })
        } else if case .array(let fields)? = json["fields"] {
            self = .structure(try fields.enumerated().map { try Field($1, path: "\(path).fields[\($0)]") })
        } else if case .integer(let depth)? = json["recursion"] {
            self = .recursion(Int(depth))
        } else {
            throw ModelDocumentError.malformed(path: path, expected: "the shape of a value")
        }
    }
}

extension ValueShape.EnumerationCase {
    /// The case in JSON. A case without raw and associated values is written as its name.
    fileprivate var json: CanonicalJSON {
        guard rawValue != nil || !associatedValues.isEmpty else { return .string(name) }
        return .object([
            ("associated", associatedValues.isEmpty ? nil : .array(associatedValues.map(\.json))),
            ("name", .string(name)),
            ("raw", rawValue.map { .string($0) }),
        ])
    }

    fileprivate init(_ json: CanonicalJSON, path: String) throws {
        if case .string(let name) = json {
            self.init(name: name)
            return
        }
        let reader = ObjectReader(json, path: path)
        self.init(
            name: try reader.string("name"), rawValue: try reader.optionalString("raw"),
            associatedValues: try reader.array("associated").map { try ValueShape.Field($0, path: $1) })
    }
}

extension ValueShape.Field {
    fileprivate var json: CanonicalJSON { .object([("name", .string(name)), ("shape", shape.json)]) }

    fileprivate init(_ json: CanonicalJSON, path: String) throws {
        let reader = ObjectReader(json, path: path)
        self.init(
            name: try reader.string("name"), shape: try ValueShape(try reader.value("shape"), path: path + ".shape"))
    }
}
