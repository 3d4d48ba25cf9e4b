import PermafrostModel
import SwiftSyntax

/// The source of a new plan, for versions that no plan lists yet. It contains all versions, and a stage between every
/// two consecutive versions.
struct PlanText {
    /// The plan's name, derived from the newest version's name or module.
    let name: String
    private let versions: [String]
    private let kind: VersionGraph.PlanStage.Kind
    private let access: String
    private let attributes: [String]

    /// Creates the source of a plan.
    ///
    /// - Parameters:
    ///   - versions: the versions' types, oldest first.
    ///   - kind: the last stage's kind. All other stages are lightweight.
    ///   - newest: the newest version's declaration. The plan copies its access level.
    ///   - attributes: the plan's attributes, such as `@available`.
    init(versions: [String], kind: VersionGraph.PlanStage.Kind, like newest: VersionPieces.Piece, attributes: [String])
    {
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
            let stage = PlanText.Stage(from: from, to: to, kind: to == versions.last ? kind : .lightweight)
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

extension PlanText {
    /// The source of a SwiftData plan's stage.
    struct Stage {
        /// The name of the source version's type.
        let from: String
        /// The name of the destination version's type.
        let to: String
        let kind: VersionGraph.PlanStage.Kind

        /// Returns a call that creates the stage.
        ///
        /// - Parameters:
        ///   - indent: the indentation of the line that the call starts on.
        ///   - prefix: the text before `.lightweight` or `.custom`: `MigrationStage` or an empty string.
        ///   - lineEnd: the line ending, or nil for a call on a single line. Pass nil only for a lightweight stage.
        func call(indent: String, prefix: String, lineEnd: String?) -> String {
            let arguments = ["fromVersion: \(from).self", "toVersion: \(to).self"]
            let inner = indent + "    "
            guard kind == .custom, let lineEnd else {
                let start = "\(prefix).lightweight("
                guard let lineEnd else { return start + arguments.joined(separator: ", ") + ")" }
                return start + lineEnd + inner + arguments.joined(separator: ",\(lineEnd)\(inner)") + lineEnd + indent
                    + ")"
            }
            let lines =
                ["\(prefix).custom("] + arguments.map { inner + $0 + "," } + [
                    "\(inner)willMigrate: { context in",
                    "\(inner)    // The store has the models of \(from) here.",
                    "\(inner)    try context.save()",
                    "\(inner)},",
                    "\(inner)didMigrate: { context in",
                    "\(inner)    // The store has the models of \(to) here.",
                    "\(inner)    try context.save()",
                    "\(inner)}",
                    "\(indent))",
                ]
            return lines.joined(separator: lineEnd)
        }
    }
}

extension PlanText {
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
                    PlanEdit.NodeFinder<MemberAccessExprSyntax>.all(in: node).map(\.declName.baseName.text))
                members.formUnion(
                    PlanEdit.NodeFinder<KeyPathPropertyComponentSyntax>.all(in: node).map(\.declName.baseName.text))
                for call in PlanEdit.NodeFinder<FunctionCallExprSyntax>.all(in: node) {
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
}
