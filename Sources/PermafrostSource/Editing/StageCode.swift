import SwiftSyntax

/// What a plan's code uses of models: a frozen class has it, too, for the stages that are written for it.
struct StageCode {
    /// The names of members that it uses, of whatever type.
    private(set) var members: Set<String> = []
    /// The types that it makes values of.
    private(set) var made: Set<String> = []

    init(of plan: VersionPieces?) {
        for piece in plan?.all ?? [] {
            let node = Syntax(piece.node)
            members.formUnion(PlanEdit.NodeFinder<MemberAccessExprSyntax>.all(in: node).map(\.declName.baseName.text))
            members.formUnion(
                PlanEdit.NodeFinder<KeyPathPropertyComponentSyntax>.all(in: node).map(\.declName.baseName.text))
            for call in PlanEdit.NodeFinder<FunctionCallExprSyntax>.all(in: node) {
                let name = call.calledExpression.lastToken(viewMode: .sourceAccurate)?.text
                if let name { made.insert(name) }
            }
        }
    }

    /// The members of extensions of classes, by the class's name.
    ///
    /// - Parameter prefixes: the types in which the classes may stand.
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
