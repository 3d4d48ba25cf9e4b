import SwiftSyntax

/// The declarations that a version with frozen classes needs, which ``NextVersionWriter`` and ``AdoptionWriter`` write.
struct FrozenSources {
    /// The sources of the classes and value types in the version. Every line is indented.
    let bodies: [String]
    /// The extensions of the version's value types. They add the types that were nested in extensions, and the
    /// conformances that stores or defaults require.
    let extensions: [String]
    /// The private constants and variables that the classes and value types use, copied from their files.
    let constants: [String]
    let imports: Set<FileImport>

    /// Makes the declarations for frozen classes, and for the value types that they use.
    ///
    /// - Parameters:
    ///   - version: the name of the type that will contain the classes.
    ///   - path: the path of the file to write. The private constants and variables in this file aren't copied, because
    ///     the new source can use them directly.
    ///   - names: the names to replace, with their replacements.
    ///   - attributes: the attributes for the version's extensions.
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    static func make(
        _ classes: [FrozenClass], _ values: [CarriedValueTypes.ValueType], of version: String, for path: String,
        replacing names: [String: String], _ typeNames: TypeNames, attributes: [String], in sources: SourceSet
    ) throws -> FrozenSources {
        let byName = Dictionary(classes.map { ($0.name, $0) }) { first, _ in first }
        func inherited(_ frozen: FrozenClass) -> [FrozenClass.Parameter] {
            guard let parent = frozen.parent.flatMap({ byName[$0] }), parent.name != frozen.name else { return [] }
            return inherited(parent) + parent.parameters
        }
        let types = Set(byName.keys).union(values.map(\.name))
        let all = names.merging(typeNames.aliases(of: types)) { first, _ in first }
        let renaming = ReplacedNames(replaced: all, types: types, typeNames: typeNames)
        let omission = try MemberOmission(
            of: Set(byName.keys).union(typeNames.aliases(of: Set(byName.keys)).keys), in: sources)
        let bodies =
            try classes.map { try $0.text(indent: "    ", inherited: inherited($0), renaming) }
            + values.map { try $0.text(indent: "    ", renaming, without: omission) }
        let conformances = try Conformances(of: values.map(\.name), and: Set(byName.keys), in: sources).all
        let qualified = ReplacedNames(
            replaced: Dictionary(uniqueKeysWithValues: types.map { ($0, version + "." + $0) }), types: [],
            typeNames: typeNames)
        let ofConformances = try conformances.map { part in
            let edits = ValueTypeMembers(DeclSyntax(part.node)).edits(omitting: omission)
            let text = try qualified.text(of: Syntax(part.node), in: part.file, edits)
            return (attributes + [text.replacing("\r\n", with: "\n")]).joined(separator: "\n")
        }
        let ofTypes = try values.flatMap(\.parts).map { part in
            let lines = try part.items.map { item in
                let edits = ValueTypeMembers(item.decl).edits(omitting: omission)
                let indent = part.file.indentation(at: item.bounds.lowerBound)
                return try indent + qualified.text(of: Syntax(item.decl), in: part.file, edits)
            }
            let head = attributes + ["extension \(version).\(part.extended) {"]
            return (head + lines + ["}"]).joined(separator: "\n").replacing("\r\n", with: "\n")
        }
        let used = Set(classes.flatMap(\.identifiers) + values.flatMap(\.identifiers))
        var seen: Set<String> = []
        var constants: [String] = []
        for file in classes.flatMap(\.files) + values.map(\.file)
        where file.path != path && seen.insert(file.path).inserted {
            constants += privateConstants(of: file, among: used)
        }
        let files =
            classes.flatMap(\.files) + values.flatMap { [$0.file] + $0.parts.map(\.file) } + conformances.map(\.file)
        return FrozenSources(
            bodies: bodies, extensions: ofConformances + ofTypes, constants: constants,
            imports: Set(files.flatMap(\.imports)).union([FileImport(module: "SwiftData")]))
    }

    /// Returns the complete source, with the members inside the version's declaration or extension.
    ///
    /// - Parameters:
    ///   - opening: the lines of the declaration or extension that precede the members.
    ///   - closing: the text that follows the members.
    func text(opening: [String], closing: String = "}") -> String {
        let parts = [opening.joined(separator: "\n") + "\n" + bodies.joined(separator: "\n\n") + "\n" + closing]
        let constants = constants.isEmpty ? [] : [constants.joined(separator: "\n")]
        return (constants + parts + extensions).joined(separator: "\n\n") + "\n"
    }

    private static func privateConstants(of file: SwiftFile, among names: Set<String>) -> [String] {
        var open = names
        var found: [(offset: Int, text: String)] = []
        while true {
            let more = file.tree.statements.compactMap { $0.item.as(VariableDeclSyntax.self) }.filter { variable in
                !found.contains { $0.offset == variable.bounds.lowerBound }
                    && variable.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
                    && variable.bindings.contains { open.contains($0.pattern.trimmedDescription) }
            }
            if more.isEmpty { break }
            found += more.map { ($0.bounds.lowerBound, file.text($0).replacing("\r\n", with: "\n")) }
            open.formUnion(more.flatMap { FrozenClass.identifiers(in: Syntax($0)) })
        }
        return found.sorted { $0.offset < $1.offset }.map(\.text)
    }
}

/// Extensions that make value types conform to the protocols that stores and defaults require.
private struct Conformances {
    let all: [(node: ExtensionDeclSyntax, file: SwiftFile)]

    /// Finds the extensions in the sources.
    ///
    /// - Parameters:
    ///   - values: the names of the top-level value types.
    ///   - classes: the names of the classes. Extensions of types nested in these classes are included.
    init(of values: [String], and classes: Set<String>, in sources: SourceSet) throws {
        var found: [(node: ExtensionDeclSyntax, file: SwiftFile)] = []
        for file in try sources.files(try sources.paths(with: ["extension"])) {
            for item in file.tree.statements {
                guard let node = item.item.as(ExtensionDeclSyntax.self), node.hasStoredConformance else { continue }
                let parts = node.extendedType.trimmedDescription.split(separator: ".").map(String.init)
                guard let first = parts.first, values.contains(first) || parts.count > 1 && classes.contains(first)
                else { continue }
                found.append((node, file))
            }
        }
        all = found
    }
}

extension ExtensionDeclSyntax {
    /// Whether the extension declares a conformance that stores or defaults require.
    var hasStoredConformance: Bool {
        let types = inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
        return types.contains { Self.protocols.contains($0.split(separator: ".").last.map(String.init) ?? $0) }
    }

    private static let protocols: Set<String> = [
        "Codable", "Encodable", "Decodable", "RawRepresentable", "Hashable", "Equatable", "Comparable", "OptionSet",
        "CaseIterable", "Sendable",
    ]
}

/// The names to replace in a frozen version's source.
struct ReplacedNames {
    let replaced: [String: String]
    /// The names of the types that the version declares. A module name that precedes one of them is removed.
    let types: Set<String>
    let typeNames: TypeNames

    /// Returns a node's source with the names replaced and the edits applied. Throws `UnreadableFile` if a file
    /// can't be read or parsed.
    func text(of node: Syntax, in file: SwiftFile, _ edits: TextEdits = TextEdits()) throws
        -> String
    {
        var edits = edits
        for token in node.tokens(viewMode: .sourceAccurate) {
            if let found = try typeNames.qualified(token, among: types) {
                edits.replace(found.range, with: found.name)
            } else if let new = replaced[token.text], token.isTypeReference,
                !token.isNestedType(token.plainText, in: node.parent)
            {
                edits.replace(token.bounds, with: new)
            }
        }
        return edits.applied(to: file, in: node.bounds)
    }
}
