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
        keys = readKeys()
        let lookup = resolver.lookup
        for part in lookup.activeParts(of: node) {
            generators += table.type(part).attributes.filter { attribute in
                !Self.plainAttributes.contains(attribute.name) && lookup.isActive(attribute.conditions, in: part.file)
            }.map(\.name)
        }
        for owner in [node] + resolver.ancestors(of: node) {
            for part in lookup.activeParts(of: owner) {
                for coder in table.type(part).coders where lookup.isActive(coder.conditions, in: part.file) {
                    resolver.recorder.noteFile(part.file, of: table)
                    let own = OwnCoder(coder: coder, file: part.file)
                    switch coder.direction {
                    case .encoding: encoder = encoder ?? own
                    case .decoding: decoder = decoder ?? own
                    }
                }
            }
        }
    }

    /// The type attributes that don't add `Codable` code.
    private static let plainAttributes: Set<String> = [
        "available", "frozen", "usableFromInline", "dynamicMemberLookup", "dynamicCallable", "propertyWrapper",
        "resultBuilder", "MainActor", "objc", "preconcurrency", "unchecked", "retroactive", "nonexhaustive", "_spi",
        "CasePathable", "Equatable", "Hashable", "Generable", "main",
    ]

    private func readKeys() -> Keys {
        let lookup = resolver.lookup
        guard let part = lookup.activeDeclaration(of: node) else { return .all }
        let scope = LookupScope(file: part.file, type: part.type)
        let keys: Int?
        switch lookup.member("CodingKeys", of: node, seenFrom: scope) {
        case nil: return .all
        case .node(let found): keys = found
        case .alias(let reference): keys = lookup.node(of: table.alias(reference).target, from: reference.scope)
        case .parameter, .ambiguous: keys = nil
        }
        guard let keys, let declaration = lookup.activeDeclaration(of: keys),
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
            macros: generators)
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
        return part
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
            return decoding
        }
        if mayBeGenerated { return .unknown }
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
