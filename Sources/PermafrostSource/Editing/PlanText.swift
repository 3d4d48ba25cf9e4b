import PermafrostModel
import SwiftSyntax

/// The source of a new plan, for versions that no plan lists yet. It contains all versions, and a stage between every
/// two consecutive versions.
struct PlanText {
    /// The plan's name, derived from the newest version's name or module.
    let name: String
    private let versions: [String]
    private let kind: PlanStage.Kind
    private let access: String
    private let attributes: [String]

    /// Creates the source of a plan.
    ///
    /// - Parameters:
    ///   - versions: the versions' types, oldest first.
    ///   - kind: the last stage's kind. All other stages are lightweight.
    ///   - newest: the newest version's declaration. The plan copies its access level.
    ///   - attributes: the plan's attributes, such as `@available`.
    init(versions: [String], kind: PlanStage.Kind, like newest: VersionPiece, attributes: [String]) {
        self.versions = versions
        self.kind = kind
        self.attributes = attributes
        let last = VersionPieces.lastName(versions.last ?? "")
        var base = last.prefix(
            upTo: last.firstRange(of: /_?[A-Za-z]?[0-9]+(?:[_p][0-9]+)*$/)?.lowerBound ?? last.endIndex)
        for word in ["Versioned", "Schema"] where base.hasSuffix(word) { base = base.dropLast(word.count) }
        let first = base.isEmpty ? SourcePaths.module(of: newest.file.path) ?? "App" : String(base)
        name = first + "MigrationPlan"
        let modifiers = newest.node.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
        access = modifiers.map(\.name.text).first { ["public", "package"].contains($0) }.map { $0 + " " } ?? ""
    }

    /// The source of the plan's declaration.
    var text: String {
        let list = versions.map { "\($0).self" }.joined(separator: ", ")
        let stages = zip(versions, versions.dropFirst()).map { from, to in
            let stage = StageText(from: from, to: to, kind: to == versions.last ? kind : .lightweight)
            return "            " + stage.call(indent: "            ", prefix: "", lineEnd: "\n")
        }
        let lines =
            ["/// The schema versions, oldest first, and the stages between them."] + attributes
            + [
                "\(access)enum \(name): SchemaMigrationPlan {",
                "    \(access)static var schemas: [any VersionedSchema.Type] { [\(list)] }", "",
                "    \(access)static var stages: [MigrationStage] {", "        [",
                stages.joined(separator: ",\n"), "        ]", "    }", "}",
            ]
        return lines.joined(separator: "\n")
    }
}
