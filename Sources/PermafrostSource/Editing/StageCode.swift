import PermafrostModel
import SwiftSyntax

/// The names that a plan's code uses. The frozen classes keep the members with these names, so that existing stages
/// still compile.
struct StageCode {
    /// The names after a dot in the code, such as `title` in `trip.title` and `\Trip.title`.
    private(set) var members: Set<String> = []
    /// The names of the functions and types that the code calls. The code may create instances of a model class
    /// with such a name.
    private(set) var made: Set<String> = []

    init(of plan: VersionPieces?) {
        for piece in plan?.all ?? [] {
            let node = Syntax(piece.node)
            members.formUnion(
                NodeFinder<MemberAccessExprSyntax>.all(in: node).map(\.declName.baseName.text))
            members.formUnion(
                NodeFinder<KeyPathPropertyComponentSyntax>.all(in: node).map(\.declName.baseName.text))
            for call in NodeFinder<FunctionCallExprSyntax>.all(in: node) {
                let name = call.calledExpression.lastToken(viewMode: .sourceAccurate)?.text
                if let name { made.insert(name) }
            }
        }
    }

    /// Returns the members in the classes' extensions, keyed by class name.
    ///
    /// - Parameter prefixes: the names of the types that may contain the classes.
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    static func extensions(
        of classes: Set<String>, in prefixes: Set<String>, _ sources: SourceSet
    ) throws -> [String: [FrozenClass.Member]] {
        var found: [String: [FrozenClass.Member]] = [:]
        for path in try sources.paths(with: ["extension"]) {
            let file = try sources.file(path)
            for item in file.tree.statements {
                guard let part = item.item.as(ExtensionDeclSyntax.self) else { continue }
                let parts = part.extendedType.trimmedDescription.split(separator: ".").map(String.init)
                guard let name = parts.last, classes.contains(name),
                    parts.count == 1 || prefixes.contains(parts.dropLast().joined(separator: "."))
                else { continue }
                let access = part.modifiers.map(\.name.text).first { ["public", "package"].contains($0) } ?? ""
                found[name, default: []] += part.memberBlock.members.map {
                    .init(item: $0, file: file, access: access)
                }
            }
        }
        return found
    }
}
