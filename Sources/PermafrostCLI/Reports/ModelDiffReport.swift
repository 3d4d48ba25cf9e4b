import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The report of `diff`, with the changes that a migration has to handle, most severe first.
struct ModelDiffReport: Report {
    let command = "diff"
    let difference: VersionDifference
    /// The graph of the group that declares the newer or the older version, or nil if both are files.
    let graph: VersionGraph?
    /// Whether the newer version is a version of a Core Data model that is marked as used with CloudKit.
    let isMarkedForCloudKit: Bool
    var exitCode: ExitCode { difference.inference.changes.isEmpty ? .success : .findings }
    var findings: [Finding] { difference.findings }
    var subjects: [ReportSubject] {
        let name = "\(difference.old.name) → \(difference.new.name)"
        return [ReportSubject(suite: "versions", name: name, findings: findings)]
    }
    let rules = VersionDifference.pages

    func page(_ context: ReportContext) -> [String] {
        let style = context.style
        let inference = difference.inference
        let names = "\(Self.label(difference.old)) → \(Self.label(difference.new))"
        guard let verdict = inference.verdict else {
            return ["\(style.bold(names)): no difference"]
        }
        var lines = [style.bold(names), ""]
        for level in MigrationVerdict.allCases.reversed() {
            let changes = inference.changes.filter { $0.verdict == level }
            guard !changes.isEmpty else { continue }
            lines.append(Self.colored(level, style))
            for judged in changes {
                let wording = JudgementMessage(judged)
                let place = difference.place(of: judged.change).map { style.faint("  \($0)") } ?? ""
                lines.append("  \(wording.what)\(place)")
                lines.append("    \(wording.advice)")
            }
            lines.append("")
        }
        for question in inference.questions {
            lines += ["\(style.yellow("question")): \(text(of: question))", ""]
        }
        let identity = Self.identity(difference)
        lines.append("\(Counted("change", inference.changes.count)), \(identity): \(Self.colored(verdict, style))")
        let renamed = inference.changes.filter { $0.rule == .renamed && $0.change.property == nil }
        if isMarkedForCloudKit, let first = renamed.first {
            lines.append(
                "If the store syncs with CloudKit, Core Data refuses this migration, because the entity "
                    + "\(first.change.subject) is renamed.")
        }
        if dependsOnMissingStages {
            lines.append("A store of \(Self.label(difference.old)) \(Staging.opensToday).")
        } else if graph?.staging == .noStages, !difference.hasEqualHashes {
            lines.append("SwiftData infers this migration, because the plan has no stage.")
        }
        return lines
    }

    /// Whether a store of the older version matches no version of the plan, and is migrated only because the plan has no
    /// stage.
    private var dependsOnMissingStages: Bool {
        guard let graph, graph.staging == .noStages, let checksum = difference.old.checksum else { return false }
        return !difference.hasEqualHashes && !graph.versions.contains { $0.checksum == checksum }
    }

    private func text(of question: RenameQuestion) -> String {
        RenameQuestionMessage(question, isFromModelFile: difference.isFromModelFile).text
    }

    /// Returns a phrase that says whether two versions have the same version hashes. If they do, the framework can't
    /// distinguish a store with the older version from a store with the newer version.
    static func identity(_ difference: VersionDifference) -> String {
        difference.hasEqualHashes ? "equal version hashes" : "different version hashes"
    }

    private static func label(_ side: SchemaVersion) -> String {
        switch side.origin {
        case .store, .fixture, .live: side.name
        case .declared: side.titleWithSchema
        case .frozen: "\(side.titleWithSchema), as frozen"
        }
    }

    private static func colored(_ verdict: MigrationVerdict, _ style: Style) -> String {
        switch verdict {
        case .nothing, .lightweight: style.green(verdict.text)
        case .losesData: style.yellow(verdict.text)
        case .needsDefault, .needsCustomStage: style.red(verdict.text)
        }
    }

    // MARK: JSON

    var contents: JSONObject {
        [
            "changes": difference.inference.changes.map(json), "dependsOnMissingStages": dependsOnMissingStages,
            "hasEqualHashes": difference.hasEqualHashes, "new": Self.json(difference.new),
            "old": Self.json(difference.old), "questions": difference.inference.questions.map(json),
            "verdict": difference.inference.verdict,
        ]
    }

    private func json(_ judged: ClassifiedChange) -> JSONObject {
        let wording = JudgementMessage(judged)
        return judged.change.json(at: difference.place(of: judged.change), what: wording.what).merging([
            "advice": wording.advice, "isInferred": judged.rule.isInferred ? true : nil, "rule": judged.rule,
            "verdict": judged.verdict,
        ])
    }

    private func json(_ question: RenameQuestion) -> JSONObject {
        [
            "candidates": question.candidates, "model": question.entity, "oldName": question.oldName,
            "text": text(of: question),
        ]
    }

    private static func json(_ side: SchemaVersion) -> JSONObject {
        ["name": side.name, "schema": side.schema, "sort": sort(side), "versionChecksum": side.checksum]
    }

    /// Returns the word for a version's origin in JSON, such as `declared` or `frozen`.
    private static func sort(_ side: SchemaVersion) -> String {
        switch side.origin {
        case .store: "store"
        case .fixture: "fixture"
        case .declared, .live: "declared"
        case .frozen: "frozen"
        }
    }
}
