/// The code of a version that determines how values are stored, in addition to its model. A fixture records it, so that
/// a later change is found. A version's checksum doesn't cover it, because types in a process don't contain it.
package struct StoredCode: Sendable, Hashable {
    /// The parts with code of their own, keyed by path: `Walk` for a class, and `Walk.places` or `Walk.places.area` for
    /// an enum or struct in a property's values. The key ``version`` is for the version's own type.
    package var parts: [String: CodePart] = [:]

    /// The separator of a path and the `#if` condition of the builds that have the part in place of the one at the path.
    private static let condition = " if "

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

    /// Adds the parts of the builds under an `#if` condition that differ from this code.
    package mutating func add(_ other: StoredCode, under condition: String) {
        for path in Set(parts.keys).union(other.parts.keys) where !path.contains(Self.condition) {
            guard parts[path] != other.parts[path] else { continue }
            parts[path + Self.condition + condition] = other.parts[path] ?? CodePart()
        }
    }

    /// Adds the settings of the flags that decide which code of the version is compiled.
    package mutating func add(settings: [String]) {
        guard !settings.isEmpty else { return }
        parts[Self.version, default: CodePart()].settings = settings.sortedByCodeUnit()
    }

    /// Returns the path of a key, and its condition, if it has one.
    package static func split(_ key: String) -> (path: String, condition: String?) {
        guard let range = key.firstRange(of: condition) else { return (key, nil) }
        return (String(key[..<range.lowerBound]), String(key[range.upperBound...]))
    }

    /// Returns the part with a key. The builds under a condition have the other builds' part if they don't have one of
    /// their own.
    package func part(_ key: String) -> CodePart { parts[key] ?? parts[Self.split(key).path] ?? CodePart() }

    /// Adds the shape of a property whose type contains generic enums or structs.
    package mutating func add(_ shape: ValueShape, at path: [String]) {
        parts[path.joined(separator: "."), default: CodePart()].shape = shape
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
    /// The shape of a property whose type contains generic enums or structs, which a model doesn't expand. Nil for any
    /// other part.
    package var shape: ValueShape?
    /// The settings in manifests and Xcode projects that set flags of the version's `#if` conditions, sorted. Empty for
    /// every part except that of the version's own type.
    package var settings: [String] = []

    package init(
        keys: [String: String?] = [:], hasUnreadKeys: Bool = false, encoder: String? = nil, decoder: String? = nil,
        representation: String? = nil, macros: [String] = [], shape: ValueShape? = nil
    ) {
        self.keys = keys
        self.hasUnreadKeys = hasUnreadKeys
        self.encoder = encoder
        self.decoder = decoder
        self.representation = representation
        self.macros = macros.sortedByCodeUnit()
        self.shape = shape
    }

    /// The part of a relationship to a class that another class of the version stands for, because it has the same name.
    package static let namesake = CodePart(representation: "namesake")

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
                        ("settings", part.settings.isEmpty ? nil : .strings(part.settings)),
                        ("shape", part.shape?.json),
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
            var part = CodePart(
                keys: try reader.dictionary("keys") { json, path in
                    switch json {
                    case .null: String?.none
                    case .string(let key): key
                    default: throw ModelDocumentError.malformed(path: path, expected: "a string or null")
                    }
                },
                hasUnreadKeys: try reader.flag("unreadKeys"), encoder: try reader.optionalString("encoder"),
                decoder: try reader.optionalString("decoder"),
                representation: try reader.optionalString("representation"), macros: try reader.strings("macros"),
                shape: try json["shape"].map { try ValueShape($0, path: path + ".shape") })
            part.settings = try reader.strings("settings")
            return part
        }
    }
}

extension SchemaModel {
    /// Returns the model with the shapes of generic types that its code records. Leaves out the shapes of properties for
    /// which `other`, the code of the model to compare it with, records none.
    package func expandingGenerics(_ code: StoredCode?, comparedWith other: StoredCode?) -> SchemaModel {
        guard let code, let other, code.parts.values.contains(where: { $0.shape != nil }) else { return self }
        var model = self
        model.replaceAttributes { entity, attribute in
            let path = "\(entity.name).\(attribute.name)"
            guard let shape = code.parts[path]?.shape, other.parts[path]?.shape != nil else { return attribute }
            return attribute.expanded(shape)
        }
        return model
    }
}

extension Attribute {
    fileprivate func expanded(_ shape: ValueShape) -> Attribute {
        var result = self
        if elements.isEmpty, !shape.isScalar { result.shape = shape }
        guard case .structure(let fields) = shape else { return result }
        for index in result.elements.indices {
            guard let field = fields.first(where: { $0.name == result.elements[index].name }) else { continue }
            let inner = if case .optional(let inner) = field.shape { inner } else { field.shape }
            result.elements[index] = result.elements[index].expanded(inner)
        }
        return result
    }
}

extension CodePart: Codable {}
extension StoredCode: Codable {}
