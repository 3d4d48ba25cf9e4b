import PermafrostModel

/// A stage of a plan of SwiftData's, as it is written.
struct StageText {
    /// The types of its versions.
    let from: String
    let to: String
    let kind: PlanStage.Kind

    /// The call that makes the stage; in one line without a line end.
    func call(indent: String, prefix: String, lineEnd: String?) -> String {
        let arguments = ["fromVersion: \(from).self", "toVersion: \(to).self"]
        let inner = indent + "    "
        guard kind == .custom, let lineEnd else {
            let start = "\(prefix).lightweight("
            guard let lineEnd else { return start + arguments.joined(separator: ", ") + ")" }
            return start + lineEnd + inner + arguments.joined(separator: ",\(lineEnd)\(inner)") + lineEnd + indent + ")"
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
