import SwiftSyntax

/// The value types that a frozen version copies, because its classes store them. Without a copy, editing such a type
/// would change the shipped version.
///
/// An enum with raw values is stored as its raw values. Versions share it until its cases change or it is removed from
/// the project. Then a version gets its own copy.
struct CarriedValueTypes {
    struct ValueType {
        let name: String
        let node: DeclSyntax
        let file: SwiftFile
        /// The parts that affect stores, if the type is an enum with raw values. Nil for any other type.
        fileprivate var rawEnum: RawEnum?
        /// The types nested in the type's extensions. Empty for an enum with raw values.
        fileprivate(set) var parts: [Part] = []

        /// The types in an extension of a value type.
        struct Part {
            /// The extended type as written, such as `Plan` or `Plan.Length`.
            let extended: String
            let items: [MemberBlockItemSyntax]
            let file: SwiftFile
        }

        /// Returns the type's source, with each line indented. An enum with raw values is reduced to the parts that
        /// affect stores.
        ///
        /// - Parameter omission: the model classes. Members that mention these classes are omitted.
        /// - Throws: `UnreadableFile` if a file can't be read or parsed.
        func text(
            indent: String, _ names: ReplacedNames, without omission: MemberOmission
        ) throws -> String {
            let edits = ValueTypeMembers(node).edits(omitting: omission)
            return (try rawEnum?.text ?? names.text(of: Syntax(node), in: file, edits)).replacing("\r\n", with: "\n")
                .split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
        }

        /// The part of the source that affects stores.
        fileprivate var content: String { rawEnum?.text ?? source }

        /// The type's source with the types in its extensions.
        fileprivate var source: String {
            ([file.text(node)] + parts.flatMap { part in part.items.map { part.file.text($0) } }).joined(
                separator: "\n")
        }

        /// The identifiers in ``source``.
        var identifiers: [String] {
            ([Syntax(node)] + parts.flatMap { $0.items.map(Syntax.init) }).flatMap(FrozenClass.identifiers)
        }

        fileprivate var isPrivate: Bool {
            let modifiers = node.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
            return modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
        }
    }

    /// The value types to copy, sorted by name: the types that the frozen classes use, directly or through other types,
    /// and the changed types that only the version's own declarations use.
    let all: [ValueType]
    /// The names of the types that changed since they shipped, or that use a changed type.
    let changed: Set<String>

    /// Finds the value types that the given classes use.
    ///
    /// - Parameters:
    ///   - version: the version that lists the classes, as it shipped; nil for an app without versions. The version's
    ///     nested types aren't included. A type that only the version's declarations use is included if the type
    ///     changed since the version shipped.
    ///   - others: the names of other versions, which aren't value types.
    ///   - sources: the sources that declare the shipped classes.
    ///   - today: the project's current sources.
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    init(
        of classes: [FrozenClass], in version: VersionPieces?, besides others: Set<String>, _ typeNames: TypeNames,
        in sources: SourceSet, today: SourceSet
    ) throws {
        let own = Set(classes.map(\.name)).union(version?.nestedNames ?? []).union(others)
        let ofClasses = try Self.closure(
            of: Set(classes.flatMap(\.identifiers)), besides: own, typeNames, in: sources, today)
        var all = ofClasses
        if let version, sources !== today {
            let used = Set(version.all.flatMap { FrozenClass.identifiers(in: Syntax($0.node)) })
            all.merge(try Self.closure(of: used, besides: own, typeNames, in: sources, today)) { first, _ in first }
        }
        let changed = try Self.changed(of: all, typeNames, sources, today)
        self.changed = changed
        self.all = all.values.filter { ofClasses[$0.name] != nil || changed.contains($0.name) }
            .sorted { $0.name < $1.name }
    }

    /// Returns the value types with the given names, and all value types that they use directly or indirectly, keyed by
    /// name. Omits the enums that all versions can share, and the types with a name in `own`.
    private static func closure(
        of used: Set<String>, besides own: Set<String>, _ typeNames: TypeNames, in sources: SourceSet,
        _ today: SourceSet
    ) throws -> [String: ValueType] {
        var open = used.union(used.compactMap { typeNames.aliases[$0] }).subtracting(own)
        var found: [String: ValueType] = [:]
        var seen: Set<String> = []
        while !open.isEmpty {
            let names = open.subtracting(seen)
            seen.formUnion(names)
            open = []
            let declared = try Self.declarations(of: names, using: used, typeNames, in: sources)
            let raw = Set(declared.filter { $0.rawEnum != nil }.map(\.name))
            let kept =
                sources === today ? [] : try Self.declarations(of: raw, using: used, typeNames, in: today)
            for type in declared where found[type.name] == nil {
                // Other files can't see a type that is private to its file, and a version can't see one that is nested
                // in another type.
                if type.rawEnum != nil, !type.isPrivate, type.node.enclosingPath.isEmpty {
                    let own = kept.filter { $0.name == type.name }
                    let isShared = !own.isEmpty && own.allSatisfy { $0.content == type.content }
                    if sources === today || isShared { continue }
                }
                found[type.name] = type
                let identifiers = type.identifiers
                open.formUnion(identifiers + identifiers.compactMap { typeNames.aliases[$0] })
            }
            open.subtract(own)
        }
        return found
    }

    private static func changed(
        of types: [String: ValueType], _ typeNames: TypeNames, _ sources: SourceSet, _ today: SourceSet
    ) throws -> Set<String> {
        guard sources !== today else { return [] }
        let now = try declarations(of: Set(types.keys), using: [], typeNames, in: today)
        var changed = Set(
            try declarations(of: Set(types.keys), using: [], typeNames, in: sources).filter { type in
                !now.contains { $0.name == type.name && $0.source == type.source }
            }.map(\.name))
        while true {
            let more = types.values.filter { type in
                !changed.contains(type.name)
                    && !changed.isDisjoint(with: type.identifiers)
            }
            if more.isEmpty { return changed.intersection(types.keys) }
            changed.formUnion(more.map(\.name))
        }
    }

    private static func declarations(
        of names: Set<String>, using used: Set<String>, _ typeNames: TypeNames, in sources: SourceSet
    ) throws -> [ValueType] {
        guard !names.isEmpty else { return [] }
        let words = names.sorted().flatMap { ["struct \($0)", "enum \($0)"] }
        let parts = try parts(of: names, in: sources)
        return try sources.paths(with: words).flatMap { path in
            let file = try sources.file(path)
            return Self.declarations(in: file, typeNames.namespaces).compactMap { node -> ValueType? in
                guard let name = node.typeName, names.contains(name),
                    node.is(StructDeclSyntax.self) || node.is(EnumDeclSyntax.self)
                else { return nil }
                let rawEnum = node.as(EnumDeclSyntax.self).flatMap { RawEnum($0, using: used, in: file) }
                return ValueType(
                    name: name, node: node, file: file, rawEnum: rawEnum,
                    parts: rawEnum == nil ? parts[name, default: []] : [])
            }
        }
    }

    /// Returns the declarations at the top level of a file and in the given types.
    private static func declarations(in file: SwiftFile, _ namespaces: [[String]]) -> [DeclSyntax] {
        var found: [DeclSyntax] = []
        func add(_ node: DeclSyntax, in path: [String]) {
            if path.isEmpty || namespaces.contains(path) { found.append(node) }
            let name = node.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription ?? node.typeName
            let own = path + (name?.split(separator: ".").map(String.init) ?? [])
            guard own.count > path.count, namespaces.contains(where: { $0.starts(with: own) }) else { return }
            for item in node.typeMembers?.members ?? [] { add(item.decl, in: own) }
        }
        for item in file.tree.statements {
            if let node = item.item.as(DeclSyntax.self) { add(node, in: []) }
        }
        return found
    }

    /// Returns the types, except for classes, that extensions of the given types or of their nested types declare. The
    /// keys are the names of the given types. Omits extensions with a conformance that stores or defaults require,
    /// because such extensions are copied completely.
    private static func parts(of names: Set<String>, in sources: SourceSet) throws -> [String: [ValueType.Part]] {
        var found: [String: [ValueType.Part]] = [:]
        for file in try sources.files(try sources.paths(with: names.sorted().map { "extension \($0)" })) {
            for item in file.tree.statements {
                guard let node = item.item.as(ExtensionDeclSyntax.self), !node.hasStoredConformance else { continue }
                let extended = node.extendedType.trimmedDescription
                guard let name = extended.split(separator: ".").first.map(String.init), names.contains(name) else {
                    continue
                }
                let items = Array(node.memberBlock.members).filter {
                    $0.decl.typeName != nil && !$0.decl.is(ClassDeclSyntax.self)
                }
                if !items.isEmpty {
                    found[name, default: []].append(.init(extended: extended, items: items, file: file))
                }
            }
        }
        return found
    }
}

/// An enum with raw values, reduced to the parts that affect stores: its cases, and the constants that classes refer
/// to.
private struct RawEnum {
    let text: String

    /// Finds the parts of an enum that affect stores. Returns nil if the enum doesn't have a standard raw type.
    ///
    /// - Parameter used: the identifiers that classes refer to. The enum keeps static properties with these names.
    init?(_ node: EnumDeclSyntax, using used: Set<String>, in file: SwiftFile) {
        let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
        guard let raw = inherited.first, Self.rawTypes.contains(raw) else { return nil }
        let attributes = node.attributes.compactMap { $0.as(AttributeSyntax.self) }
            .filter { $0.attributeName.trimmedDescription == "available" }.map { file.text($0) + "\n" }
        let modifiers = node.modifiers.map { file.text($0) + " " }
        let types = inherited.filter { $0 == raw || Self.protocols.contains($0) }
        let members = Array(node.memberBlock.members).filter { Self.isKept($0, used) }
        let lines = members.map { member in
            let old = file.indentation(at: member.bounds.lowerBound)
            let lines = file.text(member.decl).replacing("\r\n", with: "\n").split(separator: "\n")
            return lines.map { "    \($0.hasPrefix(old) ? $0.dropFirst(old.count) : $0)\n" }.joined()
        }
        text =
            attributes.joined() + modifiers.joined()
            + "enum \(node.name.text): \(types.joined(separator: ", ")) {\n\(lines.joined())}"
    }

    private static func isKept(_ member: MemberBlockItemSyntax, _ used: Set<String>) -> Bool {
        if member.decl.is(EnumCaseDeclSyntax.self) { return true }
        if let condition = member.decl.as(IfConfigDeclSyntax.self) {
            return condition.clauses.contains { clause in
                guard case .decls(let members)? = clause.elements else { return false }
                return members.contains { isKept($0, used) }
            }
        }
        guard let variable = member.decl.as(VariableDeclSyntax.self),
            variable.modifiers.contains(where: { $0.name.text == "static" })
        else { return false }
        return variable.bindings.contains { used.contains($0.pattern.trimmedDescription) }
    }

    private static let rawTypes: Set<String> = [
        "String", "Character", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
        "Double", "Float", "CGFloat",
    ]
    /// The protocols whose requirements the compiler synthesizes for an enum.
    private static let protocols: Set<String> = [
        "Codable", "Encodable", "Decodable", "CaseIterable", "Hashable", "Equatable", "Sendable",
    ]
}
