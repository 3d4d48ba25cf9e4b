import SwiftSyntax

/// The declarations of a project's files, and the members of versions and plans.
final class DeclarationItems {
    struct Item {
        struct ID: Hashable {
            let path: String
            let offset: Int
        }

        let node: Syntax
        let file: SwiftFile
        let names: Set<String>
        /// Whether the item is the list of a version's models, which doesn't use their members.
        let listsModels: Bool

        var id: ID { ID(path: file.path, offset: node.bounds.lowerBound) }
    }

    private let sources: SourceSet
    /// The declarations of versions and plans, whose members are items of their own.
    private let containers: [VersionPieces]
    private var known: [String: [Item]] = [:]

    init(in sources: SourceSet, containers: [VersionPieces]) {
        self.sources = sources
        self.containers = containers
    }

    /// Returns the items in the files that contain one of the names. Throws `UnreadableFile` if a file can't be read or
    /// parsed.
    func items(mentioning names: [String]) throws -> [Item] {
        try sources.files(try sources.paths(with: names)).flatMap(items)
    }

    /// Returns the members of a version's type and extensions.
    func own(_ pieces: VersionPieces) -> [Item] {
        pieces.all.flatMap { piece in
            items(of: piece.file).filter { pieces.contains($0.node.bounds.lowerBound, of: piece.file.path) }
        }
    }

    private func items(of file: SwiftFile) -> [Item] {
        if let items = known[file.path] { return items }
        let ranges = containers.flatMap(\.all).filter { $0.file.path == file.path }.map(\.range)
        let items = file.tree.statements.flatMap { Self.nodes(in: Syntax($0.item), containers: ranges) }.map { node in
            Item(
                node: node, file: file,
                names: Set(
                    node.tokens(viewMode: .sourceAccurate).compactMap { token in
                        if case .identifier = token.tokenKind { MentionedNames.name(of: token) } else { nil }
                    }),
                listsModels: Self.listsModels(node))
        }
        known[file.path] = items
        return items
    }

    /// Returns a declaration, or its members if it is or contains a version or a plan.
    private static func nodes(in node: Syntax, containers: [Range<Int>]) -> [Syntax] {
        guard
            containers.contains(where: {
                node.bounds.lowerBound <= $0.lowerBound && $0.upperBound <= node.bounds.upperBound
            }),
            let declaration = node.as(DeclSyntax.self), let members = VersionPieces.members(of: declaration)
        else { return [node] }
        return members.members.flatMap { nodes(in: Syntax($0.decl), containers: containers) }
    }

    private static func listsModels(_ node: Syntax) -> Bool {
        node.as(VariableDeclSyntax.self)?.bindings.first?.pattern.trimmedDescription == "models"
    }
}
