import SwiftSyntax

/// The value types at the top of files that frozen classes store: a later edit of one would change the shipped version.
///
/// An enum with raw values is stored as these, so that an edit of its cases changes no version.
struct ValueTypes {
    /// One type.
    struct ValueType {
        let name: String
        let node: DeclSyntax
        let file: SwiftFile

        /// The text, each line indented.
        func text(indent: String) -> String {
            file.text(node).replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
        }
    }

    /// The types, by name.
    let all: [ValueType]

    /// - Parameter version: what is nested in it is not looked for; nil if the classes stand in none.
    init(of classes: [FrozenClass], in sources: SourceSet, besides version: VersionPieces?) throws {
        var open = Set(classes.flatMap(\.identifiers)).subtracting(classes.map(\.name))
            .subtracting(version?.nestedNames ?? [])
        var found: [String: ValueType] = [:]
        var seen: Set<String> = []
        while !open.isEmpty {
            let names = open.subtracting(seen)
            seen.formUnion(names)
            open = []
            for type in try Self.declarations(of: names, in: sources) where found[type.name] == nil {
                found[type.name] = type
                open.formUnion(FrozenClass.identifiers(in: Syntax(type.node)))
            }
        }
        all = found.values.sorted { $0.name < $1.name }
    }

    private static func declarations(of names: Set<String>, in sources: SourceSet) throws -> [ValueType] {
        guard !names.isEmpty else { return [] }
        let words = names.sorted().flatMap { ["struct \($0)", "enum \($0)"] }
        return try sources.paths(with: words).flatMap { path in
            let file = try sources.file(path)
            return file.tree.statements.compactMap { item -> ValueType? in
                guard let node = item.item.as(DeclSyntax.self), let name = node.typeName, names.contains(name) else {
                    return nil
                }
                let isValue =
                    node.is(StructDeclSyntax.self) || node.as(EnumDeclSyntax.self).map { !hasRawValues($0) } ?? false
                return isValue ? ValueType(name: name, node: node, file: file) : nil
            }
        }
    }

    private static func hasRawValues(_ node: EnumDeclSyntax) -> Bool {
        let rawTypes: Set<String> = [
            "String", "Character", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32",
            "UInt64",
            "Double", "Float", "CGFloat",
        ]
        return node.inheritanceClause?.inheritedTypes.first.map { rawTypes.contains($0.type.trimmedDescription) }
            ?? false
    }
}
