/// A reader for the members of a JSON object. Errors contain the path of the missing or malformed member.
package struct ObjectReader {
    package let path: String
    private let json: CanonicalJSON

    package init(_ json: CanonicalJSON, path: String) {
        self.json = json
        self.path = path
    }

    package func value(_ key: String) throws -> CanonicalJSON {
        guard let value = json[key] else { throw ModelDocumentError.missing(place(key)) }
        return value
    }

    /// Returns whether the object has a key.
    func holds(_ key: String) -> Bool { json[key] != nil }

    package func string(_ key: String) throws -> String {
        guard case .string(let string) = try value(key) else { throw malformed(key, "a string") }
        return string
    }

    package func optionalString(_ key: String) throws -> String? {
        json[key] == nil ? nil : try string(key)
    }

    package func flag(_ key: String) throws -> Bool {
        switch json[key] {
        case nil: return false
        case .boolean(let isSet): return isSet
        default: throw malformed(key, "true or false")
        }
    }

    package func integer(_ key: String, default absent: Int) throws -> Int {
        switch json[key] {
        case nil: return absent
        case .integer(let integer): return Int(integer)
        default: throw malformed(key, "a whole number")
        }
    }

    /// Returns the elements of an array with their paths. Returns an empty array if the key is absent.
    package func array(_ key: String) throws -> [(CanonicalJSON, String)] {
        switch json[key] {
        case nil: return []
        case .array(let elements): return elements.enumerated().map { ($1, "\(place(key))[\($0)]") }
        default: throw malformed(key, "an array")
        }
    }

    func strings(_ key: String) throws -> [String] {
        try array(key).map { element, path in
            guard case .string(let string) = element else {
                throw ModelDocumentError.malformed(path: path, expected: "a string")
            }
            return string
        }
    }

    func dictionary<Value>(_ key: String, of value: (CanonicalJSON, String) throws -> Value) throws -> [String: Value] {
        switch json[key] {
        case nil: return [:]
        case .object(let members):
            let pairs = try members.map { ($0.key, try value($0.value, "\(place(key)).\($0.key)")) }
            return Dictionary(pairs) { first, _ in first }
        default: throw malformed(key, "an object")
        }
    }

    func stringDictionary(_ key: String) throws -> [String: String] {
        try dictionary(key) { value, path in
            guard case .string(let string) = value else {
                throw ModelDocumentError.malformed(path: path, expected: "a string")
            }
            return string
        }
    }

    package func malformed(_ key: String, _ expected: String) -> ModelDocumentError {
        .malformed(path: place(key), expected: expected)
    }

    private func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
