import Foundation

extension DefaultValue {
    /// The value in JSON. Booleans, integers, and strings are written directly. Every other value is an object whose
    /// key is the value's kind.
    ///
    ///     .integer(3)            →  3
    ///     .double(0.5)           →  {"double": 0.5}
    ///     .expression("UUID()")  →  {"expression": "UUID()"}
    var json: CanonicalJSON {
        switch self {
        case .boolean(let boolean): .boolean(boolean)
        case .integer(let integer): .integer(integer)
        case .string(let string): .string(string)
        case .double(let double): .kind("double", .number(double))
        case .decimal(let text): .kind("decimal", .string(text))
        case .date(let seconds): .kind("date", .number(seconds))
        case .data(let bytes): .kind("data", .string(Base64.encode(bytes)))
        case .uuid(let bytes): .kind("uuid", .string(Digest.hex(bytes)))
        case .array(let elements): .kind("array", .array(elements.map(\.json)))
        case .dictionary(let members): .kind("dictionary", .object(members.map { ($0.key, $0.value.json) }))
        case .expression(let text): .kind("expression", .string(text))
        }
    }

    init(_ json: CanonicalJSON, path: String) throws {
        switch json {
        case .boolean(let boolean): self = .boolean(boolean)
        case .integer(let integer): self = .integer(integer)
        case .string(let string): self = .string(string)
        case .object(let members):
            guard let member = members.first, members.count == 1 else {
                throw ModelDocumentError.malformed(path: path, expected: "an object of one kind")
            }
            self = try Self.value(ofKind: member.key, member.value, path: "\(path).\(member.key)")
        case .null, .double, .array:
            throw ModelDocumentError.malformed(path: path, expected: "a default value")
        }
    }

    private static func value(ofKind kind: String, _ json: CanonicalJSON, path: String) throws -> DefaultValue {
        switch (kind, json) {
        case ("double", _): return .double(try json.number(path: path))
        case ("date", _): return .date(try json.number(path: path))
        case ("decimal", .string(let text)): return .decimal(text)
        case ("expression", .string(let text)): return .expression(text)
        case ("data", .string(let text)):
            if let data = Data(base64Encoded: text) { return .data([UInt8](data)) }
        case ("uuid", .string(let text)):
            if let bytes = Digest.bytes(hex: text), bytes.count == 16 { return .uuid(bytes) }
        case ("array", .array(let elements)):
            return .array(try elements.enumerated().map { try DefaultValue($1, path: "\(path)[\($0)]") })
        case ("dictionary", .object(let members)):
            let pairs = try members.map { ($0.key, try DefaultValue($0.value, path: "\(path).\($0.key)")) }
            return .dictionary(Dictionary(pairs) { first, _ in first })
        default: break
        }
        throw ModelDocumentError.malformed(path: path, expected: "the value of a default of kind \(kind)")
    }
}

extension CanonicalJSON {
    fileprivate static func kind(_ name: String, _ value: CanonicalJSON) -> CanonicalJSON {
        .object([(name, value)])
    }

    /// Returns a number in JSON. Numbers that JSON can't represent are written as the strings `inf`, `-inf`, and `nan`.
    fileprivate static func number(_ double: Double) -> CanonicalJSON {
        double.isFinite ? .double(double) : .string(double.description)
    }

    fileprivate func number(path: String) throws -> Double {
        switch self {
        case .double(let double): return double
        case .integer(let integer): return Double(integer)
        case .string(let text):
            if let double = Double(text) { return double }
        default: break
        }
        throw ModelDocumentError.malformed(path: path, expected: "a number")
    }
}
