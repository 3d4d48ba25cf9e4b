import PermafrostModel

/// The `Codable` code of an enum or struct, in its declaration, in its extensions, or in extensions of the project's
/// protocols that it conforms to.
struct TypeCoding {
    /// The keys that a type's values are encoded with.
    enum Keys {
        /// There is no `CodingKeys`, so every field has a key.
        case all
        /// `CodingKeys` is an enum in the project. The dictionary contains the keys' strings, keyed by case name, such
        /// as `["name": "n"]` for `case name = "n"`.
        case listed([String: String])
        /// `CodingKeys` exists, but it is ambiguous or isn't an enum in the project.
        case unknown
    }

    /// An `encode(to:)` or `init(from:)` in the project, with the index of the file that contains it.
    struct OwnCoder {
        var coder: ParsedCoder
        var file: Int
    }

    private(set) var encoder: OwnCoder?
    private(set) var decoder: OwnCoder?
    private(set) var keys = Keys.all
    /// The keys of associated values, keyed by the name of the enum's case: `WalkCodingKeys` for `case walk`.
    private var payloadKeys: [String: Keys] = [:]
    /// The digests of the code of the type's raw value and of its coding keys' strings.
    private var representations: [String] = []
    /// Whether a macro may generate the `Codable` code. True if the type has an attribute that isn't in
    /// ``plainAttributes``.
    var mayBeGenerated: Bool { !generators.isEmpty }
    /// The names of the type's attributes that aren't in ``plainAttributes``.
    private var generators: [String] = []

    private let node: Int
    private let resolver: TypeResolver
    private var table: DeclarationTable { resolver.table }

    init(of node: Int, resolver: TypeResolver) {
        self.node = node
        self.resolver = resolver
        let lookup = resolver.lookup
        keys = readKeys("CodingKeys")
        for payload in payloads {
            payloadKeys[payload.name] = readKeys(
                payload.name.prefix(1).uppercased() + payload.name.dropFirst() + "CodingKeys")
        }
        for part in lookup.activeParts(of: node) {
            generators += table.type(part).attributes.filter { attribute in
                !Self.plainAttributes.contains(attribute.name) && lookup.isActive(attribute.conditions, in: part.file)
            }.map(\.name)
        }
        for owner in [node] + resolver.ancestors(of: node) {
            for own in Self.coders(of: owner, resolver) {
                switch own.coder.direction {
                case .encoding: encoder = encoder ?? own
                case .decoding: decoder = decoder ?? own
                case .representation: representations.append(own.coder.digest)
                }
            }
        }
    }

    /// Returns the literals that an enum's own `rawValue` returns, keyed by case name. Nil if the enum has no such
    /// property.
    static func rawLiterals(of node: Int, _ resolver: TypeResolver) -> [String: String]? {
        ([node] + resolver.ancestors(of: node)).lazy.flatMap { Self.coders(of: $0, resolver) }
            .compactMap(\.coder.rawLiterals).first
    }

    private static func coders(of node: Int, _ resolver: TypeResolver) -> [OwnCoder] {
        resolver.lookup.activeParts(of: node).flatMap { part -> [OwnCoder] in
            let coders = resolver.table.type(part).coders.filter {
                resolver.lookup.isActive($0.conditions, in: part.file)
            }
            if !coders.isEmpty { resolver.recorder.noteFile(part.file, of: resolver.table) }
            return coders.map { OwnCoder(coder: $0, file: part.file) }
        }
    }

    /// The type attributes that don't add `Codable` code.
    private static let plainAttributes: Set<String> = [
        "available", "frozen", "usableFromInline", "dynamicMemberLookup", "dynamicCallable", "propertyWrapper",
        "resultBuilder", "MainActor", "objc", "preconcurrency", "unchecked", "retroactive", "nonexhaustive", "_spi",
        "CasePathable", "Equatable", "Hashable", "Generable", "main", "inlinable", "nonobjc", "ObservationIgnored",
    ]

    /// The declaration that `CodingKeys`, or `WalkCodingKeys` for `case walk`, refers to.
    private enum KeysDeclaration {
        case none, unknown
        case node(Int)
    }

    private func keysDeclaration(_ name: String) -> KeysDeclaration {
        let lookup = resolver.lookup
        guard let part = lookup.activeDeclaration(of: node) else { return .none }
        let scope = LookupScope(file: part.file, type: part.type)
        switch lookup.member(name, of: node, seenFrom: scope) {
        case nil: return .none
        case .node(let found): return .node(found)
        case .alias(let reference):
            return lookup.node(of: table.alias(reference).target, from: reference.scope).map(KeysDeclaration.node)
                ?? .unknown
        case .parameter, .ambiguous: return .unknown
        }
    }

    /// Reads the enum of keys with a name, and the code of its keys' strings, which a protocol's extension may contain.
    private mutating func readKeys(_ name: String) -> Keys {
        switch keysDeclaration(name) {
        case .none: return .all
        case .unknown: return .unknown
        case .node(let node):
            let owners = [node] + resolver.ancestors(of: node) + (table.foreign["CodingKey"].map { [$0] } ?? [])
            representations += owners.flatMap { Self.coders(of: $0, resolver) }.map(\.coder)
                .filter { $0.direction == .representation }.map(\.digest)
            return strings(of: node)
        }
    }

    /// The cases with associated values, if the type is an enum.
    private var payloads: [ParsedCase] {
        guard let part = resolver.lookup.activeDeclaration(of: node), table.type(part).kind == .enumeration else {
            return []
        }
        return table.type(part).cases.filter {
            !$0.associated.isEmpty && resolver.lookup.isActive($0.conditions, in: part.file)
        }
    }

    private func strings(of keys: Int) -> Keys {
        let lookup = resolver.lookup
        guard let declaration = lookup.activeDeclaration(of: keys),
            table.type(declaration).kind == .enumeration
        else { return .unknown }
        let cases = table.type(declaration).cases.filter { lookup.isActive($0.conditions, in: declaration.file) }
        return .listed(
            Dictionary(
                cases.map { key in
                    if case .string(let text)? = key.rawValue?.kind { (key.name, text) } else { (key.name, key.name) }
                }, uniquingKeysWith: { first, _ in first }))
    }

    /// Returns whether the `Codable` code encodes a stored property unchanged, so that its type must be `Codable`. If
    /// the type has no `encode(to:)`, this is true for every property with a key.
    func encodes(_ member: String) -> Bool {
        if let encoder { return encoder.coder.encodedMembers.contains(member) }
        return hasKey(member)
    }

    /// Returns whether a stored property has a key. If the keys are unknown, every property is assumed to have one
    /// (`HashRule.unreadKeys`).
    func hasKey(_ member: String) -> Bool {
        if case .listed(let names) = keys { names[member] != nil } else { true }
    }

    /// The keys and the digests of the code, in the form that a fixture records.
    var part: CodePart {
        var part = CodePart(
            encoder: encoder?.coder.digest, decoder: decoder?.coder.digest,
            representation: representation, macros: generators)
        switch keys {
        case .all: break
        case .unknown: part.hasUnreadKeys = true
        case .listed(let names):
            guard let declaration = resolver.lookup.activeDeclaration(of: node) else { break }
            let type = table.type(declaration)
            let members =
                type.kind == .structure
                ? resolver.storedValues(of: type, declaration).map(\.name) : type.cases.map(\.name)
            for member in members where names[member] != member { part.keys[member] = .some(names[member]) }
        }
        for payload in payloads {
            switch payloadKeys[payload.name] {
            case .all, nil: break
            case .unknown: part.hasUnreadKeys = true
            case .listed(let names):
                for (index, value) in payload.associated.enumerated() {
                    let label = value.label ?? "_\(index)"
                    if names[label] != label { part.keys["\(payload.name).\(label)"] = .some(names[label]) }
                }
            }
        }
        return part
    }

    /// A digest of what determines a value's stored form besides the keys and the `Codable` code: the code of raw
    /// values and of the strings of keys, constants with a value, which aren't decoded, and property wrappers with their
    /// code. Nil if there is none of these.
    private var representation: String? {
        var parts = representations
        if let declaration = resolver.lookup.activeDeclaration(of: node), table.type(declaration).kind == .structure {
            let scope = LookupScope(file: declaration.file, type: declaration.type)
            for value in resolver.storedValues(of: table.type(declaration), declaration) {
                if value.isConstant, value.initial != nil { parts.append("let \(value.name)") }
                for wrapper in value.attributes where !Self.plainAttributes.contains(wrapper.name) {
                    parts.append("@\(wrapper.name) \(value.name)")
                    if let node = resolver.lookup.node(of: .name(wrapper.name), from: scope) {
                        parts += Self.coders(of: node, resolver).map(\.coder.digest)
                    }
                }
            }
        }
        guard !parts.isEmpty else { return nil }
        return Digest.hex(Digest.sha256(Array(parts.joined(separator: "\n").utf8)).prefix(8))
    }

    /// Whether the type's own decoder only assigns each value that it reads to the property of the same name and type.
    private func isPlain(_ decoder: ParsedCoder, _ type: ParsedType, _ part: DeclarationPart) -> Bool {
        guard let types = decoder.plainTypes, !resolver.replacesContainers else { return false }
        let values = resolver.storedValues(of: type, part)
        return types.allSatisfy { name, read in
            guard let value = values.first(where: { $0.name == name }) else { return false }
            var text = value.type?.text ?? ""
            if text.hasSuffix("?") { text.removeLast() }
            if value.type == nil {
                switch value.initial?.kind {
                case .string: text = "String"
                case .integer: text = "Int"
                case .float: text = "Double"
                case .boolean: text = "Bool"
                default: return false
                }
            }
            return text == read
        }
    }

    /// The way that the type decodes values that were encoded before its declaration changed.
    var decoding: ValueDecoding {
        guard let part = resolver.lookup.activeDeclaration(of: node) else { return ValueDecoding() }
        let type = table.type(part)
        var decoding = ValueDecoding()
        if case .listed(let names) = keys { decoding.encodedNames = names.filter { $0.key != $0.value } }
        if let own = decoder?.coder {
            decoding.isOwn = true
            decoding.isKnown = own.readingsAreKnown && type.kind == .structure
            decoding.readings = own.readings
            decoding.isPlain = type.kind == .structure && isPlain(own, type, part)
            return decoding
        }
        // The type's own initializer decides which raw values it accepts.
        if mayBeGenerated || Self.rawLiterals(of: node, resolver) != nil { return .unknown }
        guard type.kind == .structure else { return ValueDecoding() }
        if case .unknown = keys { return .unknown }
        for member in resolver.storedValues(of: type, part) {
            if !hasKey(member.name) || member.isConstant && member.initial != nil {
                decoding.readings[member.name] = .ignored
            } else if !member.attributes.isEmpty {
                // A property wrapper decodes the value.
                decoding.readings[member.name] = .unknown
            }
        }
        return decoding
    }
}
