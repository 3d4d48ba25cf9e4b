import PermafrostModel

/// A JSON object, written as a dictionary literal. Its values can have any encodable type; a value that is nil is
/// omitted.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private var members: [String: any Encodable] = [:]

    init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
        for (key, value) in elements { members[key] = value }
    }

    subscript(key: String) -> (any Encodable)? {
        get { members[key] }
        set { members[key] = newValue }
    }

    /// Returns the object with another object's members, which replace those with equal keys.
    func merging(_ other: JSONObject) -> JSONObject {
        var merged = self
        merged.members.merge(other.members) { $1 }
        return merged
    }

    /// Returns the object with the members of canonical JSON.
    func merging(_ other: CanonicalJSON) -> JSONObject {
        guard case .object(let members) = other else { return self }
        return members.reduce(into: self) { $0[$1.key] = $1.value }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONKey.self)
        for (key, value) in members { try container.encode(value, forKey: JSONKey(stringValue: key)) }
    }
}

extension Collection {
    /// The collection, or nil if it is empty, so that JSON omits it.
    var nonEmpty: Self? { isEmpty ? nil : self }
}

extension CanonicalJSON {
    /// A value for JSON that has `null`, and not no member, in place of nil.
    static func orNull(_ integer: Int?) -> CanonicalJSON { integer.map { .integer(Int64($0)) } ?? .null }
}
