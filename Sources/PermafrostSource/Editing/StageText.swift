import PermafrostModel
import SwiftSyntax

/// The source of a SwiftData plan's stage.
struct StageText {
    /// The name of the source version's type.
    let from: String
    /// The name of the destination version's type.
    let to: String
    let kind: PlanStage.Kind

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
