import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// What a migration has to do, for people: the gravest changes first.
struct DiffText {
    let text: String

    init(_ difference: VersionDifference, style: Style) {
        let inference = difference.inference
        let names = "\(Self.label(difference.old)) → \(Self.label(difference.new))"
        guard let verdict = inference.verdict else {
            text = "\(style.bold(names)): no difference"
            return
        }
        var lines = [style.bold(names), ""]
        for level in MigrationVerdict.allCases.reversed() {
            let changes = inference.changes.filter { $0.verdict == level }
            guard !changes.isEmpty else { continue }
            lines.append(Self.coloured(level, style))
            for judged in changes {
                let wording = JudgementWording(judged)
                let place = difference.place(of: judged.change).map { style.faint("  \($0)") } ?? ""
                lines.append("  \(wording.what)\(place)")
                lines.append("    \(judged.rule.isInferred ? "likely: " : "")\(wording.advice)")
            }
            lines.append("")
        }
        for question in inference.questions {
            lines += ["\(style.yellow("question")): \(RenameQuestionWording(question).text)", ""]
        }
        let identity = difference.hasEqualHashes ? "equal version hashes" : "other version hashes"
        lines.append("\(Counted("change", inference.changes.count)), \(identity): \(Self.coloured(verdict, style))")
        text = lines.joined(separator: "\n")
    }

    private static func label(_ side: ModelOperand) -> String {
        switch side.sort {
        case .store, .fixture: side.name
        case .declared: side.schema == side.name ? side.name : "\(side.schema ?? "") \(side.name)"
        case .frozen: "\(side.schema ?? "") \(side.name), as frozen"
        }
    }

    private static func coloured(_ verdict: MigrationVerdict, _ style: Style) -> String {
        switch verdict {
        case .nothing, .lightweight: style.green(verdict.words)
        case .losesData: style.yellow(verdict.words)
        case .needsDefault, .needsCustomStage: style.red(verdict.words)
        }
    }
}
