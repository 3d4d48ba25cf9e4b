import SwiftSyntax

/// The code outside the versions and the plan that migrates stores. It mentions an older version, or SwiftData's types
/// for stages and plans. Code that mentions only the newest version is included if the plan or other migration code
/// uses it.
///
/// In migration code, a reference to the newest version means the version as it shipped. In all other code, such a
/// reference means the version that the app uses, which is now the next version.
struct MigrationCode {
    /// The ranges of the declarations that migrate stores, keyed by path.
    private var ranges: [String: [Range<Int>]] = [:]

    /// A declaration at the top level of a file, or in a type that contains a version or the plan.
    private struct Item {
        let path: String
        let range: Range<Int>
        /// The names that other code uses for the declaration or its members.
        let names: Set<String>
        let identifiers: Set<String>
    }

    /// Finds the declarations that migrate stores.
    ///
    /// - Parameters:
    ///   - newest: the newest version's unqualified name. A declaration that mentions only this version is included if
    ///     the plan or other migration code uses the declaration.
    ///   - older: the older versions' unqualified names. A declaration migrates stores if it mentions one of these
    ///     names, or SwiftData's types for stages and plans.
    ///   - pieces: the declarations of all versions and the plan, which aren't searched.
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    init(
        newest: String, older: Set<String>, plan: VersionPieces?, besides pieces: [VersionPieces], in sources: SourceSet
    ) throws {
        let roots = older.union(["MigrationStage", "SchemaMigrationPlan"])
        var used = Set((plan?.all ?? []).flatMap { FrozenClass.identifiers(in: Syntax($0.node)) })
        var open: [Item] = []
        for file in try sources.files(try sources.paths(with: [newest] + roots.sorted())) {
            let known = pieces.flatMap(\.all).filter { $0.file.path == file.path }.map(\.range)
            let nodes = file.tree.statements.flatMap { statement in
                statement.item.as(DeclSyntax.self).map { Self.declarations(in: $0, besides: known) } ?? []
            }
            for node in nodes {
                let identifiers = Set(FrozenClass.identifiers(in: Syntax(node)))
                let item = Item(
                    path: file.path, range: node.bounds, names: Self.names(of: node), identifiers: identifiers)
                if !identifiers.isDisjoint(with: roots) {
                    add(item)
                    used.formUnion(identifiers)
                } else if identifiers.contains(newest) {
                    open.append(item)
                }
            }
        }
        while true {
            let more = open.filter { !$0.names.isDisjoint(with: used) }
            if more.isEmpty { break }
            open.removeAll { !$0.names.isDisjoint(with: used) }
            for item in more {
                add(item)
                used.formUnion(item.identifiers)
            }
        }
    }

    private mutating func add(_ item: Item) { ranges[item.path, default: []].append(item.range) }

    /// Returns whether the offset in a file is inside a declaration that migrates stores.
    func contains(_ offset: Int, of path: String) -> Bool {
        ranges[path, default: []].contains { $0.contains(offset) }
    }

    /// Returns a declaration or, if it contains a version or the plan, its other members. Omits typealiases.
    private static func declarations(in node: DeclSyntax, besides known: [Range<Int>]) -> [DeclSyntax] {
        if node.is(TypeAliasDeclSyntax.self) || known.contains(where: { node.isInside($0) }) { return [] }
        guard known.contains(where: { node.bounds.contains($0.lowerBound) }) else { return [node] }
        return (node.typeMembers?.members ?? []).flatMap { declarations(in: $0.decl, besides: known) }
    }

    /// Returns the names that other code uses for a declaration or its members. For an extension, these are the names
    /// of its members. For an `#if` block, these are all identifiers in the block. A model class has no such name,
    /// because stages use a version's copy of the class.
    private static func names(of node: DeclSyntax) -> Set<String> {
        if let part = node.as(ExtensionDeclSyntax.self) {
            return part.memberBlock.members.reduce(into: []) { $0.formUnion(names(of: $1.decl)) }
        }
        if let variable = node.as(VariableDeclSyntax.self) {
            return Set(variable.bindings.map(\.pattern.trimmedDescription))
        }
        if node.is(IfConfigDeclSyntax.self) { return Set(FrozenClass.identifiers(in: Syntax(node))) }
        if let model = node.as(ClassDeclSyntax.self), UnlistedModels.isModel(model) { return [] }
        return (node.asProtocol((any NamedDeclSyntax).self)?.name.text).map { [$0] } ?? []
    }
}
