import PermafrostDeclarations
import SwiftSyntax

extension FrozenClass {
    /// The classes that are frozen: those that shipped in the newest version and are nested in none.
    ///
    /// - Parameters:
    ///   - aliases: other names of the version, in whose extensions classes may stand.
    ///   - plan: the plan, whose stages may use what a class has.
    ///   - sources: those in which the version is as it shipped.
    /// - Throws: `NextVersionProblem` if a class is not at its place, or `UnreadableFile`.
    static func all(
        _ request: NextVersionRequest, aliases: Set<String>, plan: VersionPieces?, in sources: SourceSet
    ) throws -> [FrozenClass] {
        let names = Set(request.frozen)
        let code = StageCode(of: plan)
        let extensions = try StageCode.extensions(of: names, in: aliases.union([request.current.type]), sources)
        return try request.shipped.classes.filter { names.contains($0.key) }.sorted {
            ($0.value.file, $0.value.line) < ($1.value.file, $1.value.line)
        }.compactMap { entity, place in
            let file = try sources.file(place.file)
            guard let node = file.declaration(named: place)?.as(ClassDeclSyntax.self) else {
                throw NextVersionProblem.moved(entity, place)
            }
            guard isLive(node, aliases) else { return nil }
            return FrozenClass(node, in: file, among: names, for: code, extensions: extensions[node.name.text] ?? [])
        }
    }

    /// Whether a class stands outside of versions: at the top of a file, or in an extension of an alias that moves on.
    private static func isLive(_ node: ClassDeclSyntax, _ aliases: Set<String>) -> Bool {
        var parent = node.parent
        while let current = parent {
            if let part = current.as(ExtensionDeclSyntax.self) {
                return aliases.contains(part.extendedType.trimmedDescription)
            }
            if let declaration = current.as(DeclSyntax.self), VersionPieces.members(of: declaration) != nil {
                return false
            }
            parent = current.parent
        }
        return true
    }
}
