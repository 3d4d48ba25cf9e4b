/// The code of a version that determines how values are stored, in addition to its model. A fixture records it, so that
/// a later change is found. A version's checksum doesn't cover it, because types in a process don't contain it.
package struct StoredCode: Sendable, Hashable {
    /// The parts with code of their own, keyed by path: `Walk` for a class, and `Walk.places` or `Walk.places.area` for
    /// an enum or struct in a property's values. The key ``version`` is for the version's own type.
    package var parts: [String: CodePart] = [:]

    /// The key of the part for the version's own type. No class can have this name.
    package static let version = "Self"

    package init() {}

    /// Adds a part unless it has no code of its own.
    ///
    /// - Parameter number: the part's position among the parts at the path, starting at 1. The second one, such as a
    ///   dictionary's value, has the key `path[2]`.
    package mutating func add(_ part: CodePart, at path: [String], number: Int = 1) {
        guard part != CodePart() else { return }
        parts[path.joined(separator: ".") + (number == 1 ? "" : "[\(number)]")] = part
    }
}

/// The code of a class, an enum or a struct that determines how values are stored.
package struct CodePart: Sendable, Hashable {
    /// The keys of an enum's cases or a struct's fields in encoded values, keyed by the name of the case or field. The
    /// key of an associated value has a name such as `walk.length`, for `case walk(length: Int)`. Contains only those
    /// that differ from the name. The value is nil if the field isn't encoded.
    package var keys: [String: String?]
    /// Whether the type has a `CodingKeys` that can't be read from source.
    package var hasUnreadKeys: Bool
    /// The digest of the type's own `encode(to:)`, or nil if it has none.
    package var encoder: String?
    /// The digest of the type's own `init(from:)`, or nil if it has none.
    package var decoder: String?
    /// The digest of the code of raw values, property wrappers and coding keys' strings, and of the names of constants
    /// with a value; nil if there are none.
    package var representation: String?
    /// The names of the attributes that may be macros of other modules, sorted. For an attribute of a class's property,
    /// the property's name follows, as in `Tracked title`.
    package var macros: [String]

    package init(
        keys: [String: String?] = [:], hasUnreadKeys: Bool = false, encoder: String? = nil, decoder: String? = nil,
        representation: String? = nil, macros: [String] = []
    ) {
        self.keys = keys
        self.hasUnreadKeys = hasUnreadKeys
        self.encoder = encoder
        self.decoder = decoder
        self.representation = representation
        self.macros = macros.sortedByCodeUnit()
    }

    /// Returns the key of a field, a case or an associated value in encoded values, or nil if it isn't encoded.
    package func key(of name: String) -> String? {
        keys[name] ?? name.lastIndex(of: ".").map { String(name[$0...].dropFirst()) } ?? name
    }
}

// {"Walk": {"macros": ["Audited"]}, "Walk.places": {"decoder": "…", "keys": {"area": null, "name": "n"}}}
extension StoredCode {
    package var json: CanonicalJSON {
        .object(
            parts.map { path, part in
                let keys = part.keys.map { ($0.key, $0.value.map { CanonicalJSON.string($0) } ?? .null) }
                return (
                    path,
                    .object([
                        ("decoder", part.decoder.map { .string($0) }),
                        ("encoder", part.encoder.map { .string($0) }),
                        ("keys", keys.isEmpty ? nil : .object(keys)),
                        ("macros", part.macros.isEmpty ? nil : .strings(part.macros)),
                        ("representation", part.representation.map { .string($0) }),
                        ("unreadKeys", part.hasUnreadKeys ? .boolean(true) : nil),
                    ])
                )
            })
    }

    /// Reads the code that a document records, or returns nil if it records none.
    init?(_ document: ObjectReader) throws {
        guard document.holds("code") else { return nil }
        parts = try document.dictionary("code") { json, path in
            let reader = ObjectReader(json, path: path)
            return CodePart(
                keys: try reader.dictionary("keys") { json, path in
                    switch json {
                    case .null: String?.none
                    case .string(let key): key
                    default: throw ModelDocumentError.malformed(path: path, expected: "a string or null")
                    }
                },
                hasUnreadKeys: try reader.flag("unreadKeys"), encoder: try reader.optionalString("encoder"),
                decoder: try reader.optionalString("decoder"),
                representation: try reader.optionalString("representation"), macros: try reader.strings("macros"))
        }
    }
}

extension CodePart: Codable {}
extension StoredCode: Codable {}
