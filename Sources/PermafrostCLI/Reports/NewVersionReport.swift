import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostSource

/// The report of `new-version`. It lists the files that the command wrote. After a dry run, it lists the files that the
/// command would write.
struct NewVersionReport: Report {
    let command = "new-version"
    let next: NextVersion
    /// The lines of the diff that a dry run prints. Empty after any other run.
    let diff: [String]
    let isWritten: Bool
    /// Whether the command also froze `next.version`, because it had no fixture.
    let isFrozen: Bool
    /// The report about the tests that were written. Nil if `--scaffold` wasn't given, and after a dry run.
    let scaffold: ScaffoldReport?
    /// Hints about next steps.
    let hints: [String]

    var exitCode: ExitCode {
        if scaffold?.exitCode == .failed { return .failed }
        let needsDecision = next.lockedOut != nil && !next.isStageRequested
        return needsDecision || findings.contains { $0.severity == .error }
            ? .findings : scaffold?.exitCode ?? .success
    }

    var findings: [Finding] { next.findings }

    func page(_ context: ReportContext) -> [String] {
        var lines = [summary]
        if isWritten {
            for file in next.draft.files {
                lines.append(
                    "\(file.isNew ? "wrote   " : "edited  ") \(context.relative(file.path))\(Self.message(file.changes))"
                )
            }
            if isFrozen { lines.append("froze    \(next.version)") }
            if let scaffold {
                lines +=
                    scaffold.outcomes.map { $0.line(scaffold.shown($0.path), context.style) } + scaffold.page(context)
            }
        } else {
            lines += diff
        }
        lines += next.added.map {
            "\($0) wasn't in any version and was added (to leave out the class: --without "
                + "\($0))"
        }
        lines.append(
            "verified \(next.version) matches what shipped (\(next.origin)), and \(next.nextVersion) matches the sources"
        )
        if next.isUnedited {
            let equal = "Until \(next.nextSchema) is edited, it has the same hashes as \(next.schema)"
            lines.append(
                next.stage == nil
                    ? "\(equal). This affects nobody, because the plan has no stage, and \(ToolCommand.line("check")) warns "
                        + "with PF0202"
                    : "\(equal): the app fails to launch with \(CoreDataFailure.duplicateChecksums.quotation), and "
                        + "\(ToolCommand.line("check")) fails with PF0202"
            )
        }
        lines += Self.lines(lockedOutBy: next)
        if !next.draft.testReferences.isEmpty {
            let places = next.draft.testReferences.map { "\(context.relative($0.file)):\($0.line)" }
            lines.append("Tests refer to \(next.schema): \(places.joined(separator: ", "))")
        }
        if !next.draft.otherReferences.isEmpty {
            let places = next.draft.otherReferences.map { "\(context.relative($0.file)):\($0.line)" }.unique
            lines.append(
                "Code that stages use refers to \(next.schema) and wasn't changed: \(places.joined(separator: ", "))")
        }
        guard !findings.isEmpty else { return lines }
        // After a dry run, the findings' locations are in sources that don't exist yet.
        let text =
            isWritten
            ? FindingsText(findings, directory: context.directory, style: context.style).lines
            : findings.flatMap {
                [FindingLine($0, style: context.style).text] + FindingsText.details(of: $0) + [""]
            }
        return lines + [""] + text.dropLast()
    }

    /// Returns the lines about the schemas that the plan's first stage locks out; empty if the plan gets no first stage
    /// and needs none.
    private static func lines(lockedOutBy next: NextVersion) -> [String] {
        guard let lockedOut = next.lockedOut else { return [] }
        let code = CoreDataFailure.unknownModelVersion.code
        var lines: [String] = []
        if !next.isStageRequested {
            lines.append(
                "The migration to \(next.nextVersion) needs a stage, but the plan has none, so \(next.nextSchema) was added "
                    + "without a stage.")
        }
        let subject = next.isStageRequested ? "This stage is the plan's first one. It" : "The first stage"
        if lockedOut.shapes.isEmpty {
            lines.append("\(subject) locks out no schema that is known to have shipped.")
        } else {
            let count = lockedOut.shapes.count
            lines.append(
                "\(subject) locks out the users of \(count == 1 ? "a schema" : "\(count) schemas") that no version declares "
                    + "(\(code)):")
            lines += lockedOut.shapes.map { shape in
                let source =
                    shape.tags.isEmpty ? shape.fixture.map { "fixture \($0)" } : shape.tags.joined(separator: ", ")
                return "  \(VersionTitle(schema: shape.schema, name: shape.version))"
                    + (source.map { "  \($0)" } ?? "")
            }
        }
        if lockedOut.isIncomplete {
            lines.append(
                "Other schemas may have shipped, because not every release's sources can be read from git tags.")
        }
        if !next.isStageRequested {
            lines.append(
                "To add the stage nevertheless, undo this run and repeat it with --stage custom. To keep these users, first "
                    + "declare their schemas as versions of the plan.")
        }
        return lines
    }

    var nextSteps: [String] { (scaffold?.nextSteps ?? []) + hints }

    private var summary: String {
        guard let commit = next.commit else {
            let modified = next.modifiers.map { "\($0.entity).\($0.property)" }.joined(separator: ", ")
            let what =
                !next.added.isEmpty
                ? "adds \(next.added.joined(separator: ", "))"
                : modified.isEmpty ? "is a copy for you to edit" : "gives \(modified) a hashModifier"
            return "\(next.version) is unchanged since it shipped (\(next.origin)). \(next.nextVersion) \(what)."
        }
        let changes = next.changes.prefix(3).map { ChangeMessage($0).sentence }
        let rest = next.changes.count > 3 ? " and \(Counted("change", next.changes.count - 3)) more" : ""
        return
            "\(next.version) was edited since it shipped: \(changes.joined(separator: "; "))\(rest). \(next.nextVersion) keeps "
            + "the edit, and \(next.version) is reverted to \(commit.shortID)."
    }

    private static func message(references lines: [String]) -> String {
        "uses the next version on \(lines.count == 1 ? "line" : "lines") \(lines.listed)"
    }

    private static func message(_ changes: [DraftChange]) -> String {
        let words = changes.map { change in
            switch change {
            case .frozen(let classes):
                "\(classes.count == 1 ? "1 class" : "\(classes.count) classes") as shipped: \(classes.joined(separator: ", "))"
            case .frozenValues(let types):
                "\(Counted("value type", types.count)) as shipped: \(types.joined(separator: ", "))"
            case .version(let classes): "lists \(classes.joined(separator: ", "))"
            case .plan(let stage?): "added to the plan, with the stage \(stage)"
            case .plan(nil): "added to the plan, which has no stage"
            case .newPlan(let versions): "a plan with \(versions.joined(separator: ", "))"
            case .references(let places): message(references: places.map { "\($0.line)" }.unique)
            case .restored: "reverted to what shipped"
            case .pinned: "uses the frozen classes"
            case .renamed(let oldName, let name): "\(oldName) was renamed to \(name)"
            case .hashModifier(let name): "gives \(name) a hashModifier"
            case .notRenamed(let oldName): "notes that \(oldName) wasn't renamed"
            }
        }
        return words.isEmpty ? "" : "   " + words.joined(separator: "; ")
    }

    var contents: JSONObject {
        let frozen: [String] = isFrozen ? [next.version] : []
        return [
            "added": next.added, "changes": next.changes.map { ChangeMessage($0).sentence },
            "commit": next.commit?.id, "diff": isWritten ? nil : diff.joined(separator: "\n"),
            "files": next.draft.files.map(\.json), "findings": listedFindings.map(\.json), "omitted": omittedCount,
            "frozen": frozen, "isWritten": isWritten, "lockedOut": next.lockedOut,
            "nextSchema": next.nextSchema, "nextVersion": next.nextVersion, "origin": next.origin,
            "otherReferences": next.draft.otherReferences, "renames": next.answers.map(Self.json),
            "scaffold": scaffold?.contentsWithoutFindings, "schema": next.schema, "stage": next.stage,
            "testReferences": next.draft.testReferences, "verdict": next.verdict, "version": next.version,
        ]
    }

    /// Returns the JSON of an answer about a rename, with the option that gave the answer. The JSON format has no
    /// prompt, so every answer comes from an option.
    private static func json(_ answer: PropertyRenamings.Answer) -> JSONObject {
        [
            "isRenamed": answer.name != nil, "model": answer.entity, "oldName": answer.oldName,
            "option": answer.name == nil ? "--not-renamed" : "--renamed", "property": answer.name,
        ]
    }
}
