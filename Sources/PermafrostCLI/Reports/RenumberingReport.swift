import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// The report of `new-version --onto`. It lists the files that the command wrote. After a dry run, it lists the files
/// that the command would write.
struct RenumberingReport: Report {
    let command = "new-version"
    let renumbered: RenumberedVersions
    let isWritten: Bool
    /// The report about the generated tests. Nil if the branch had none, and after a dry run.
    let scaffold: ScaffoldReport?

    var exitCode: ExitCode {
        if scaffold?.exitCode == .failed { return .failed }
        return findings.contains { $0.severity == .error } || !renumbered.dropped.isEmpty ? .findings : .success
    }

    var findings: [Finding] { renumbered.findings }

    func page(_ context: ReportContext) -> [String] {
        var lines = renumbered.versions.map { version in
            "\(version.version) (\(version.schema)) becomes \(version.newVersion) "
                + "(\(version.newSchema)), after \(renumbered.newest.version) (\(renumbered.newest.schema)) of "
                + renumbered.reference
        }
        if isWritten {
            // A new test may be at the path of an old one.
            let files = renumbered.draft.files.filter { file in
                file.change != .removed || scaffold?.outcomes.contains { $0.path.hasSuffix("/" + file.path) } != true
            }
            lines += files.map { line($0, context) }
            lines += renumbered.fixtures.map { "froze    \(context.relative($0)), with the same version hashes" }
            if let scaffold {
                lines +=
                    scaffold.outcomes.map { $0.line(scaffold.shown($0.path), context.style) } + scaffold.page(context)
            }
        } else {
            lines += renumbered.draft.files.flatMap { file in
                UnifiedDiff(path: file.path, old: file.oldText, new: file.text ?? "").lines
            }
            lines += renumbered.fixtures.map { "would freeze \(context.relative($0))" }
        }
        lines.append(
            "verified the models of all versions in \(renumbered.plan) are unchanged")
        let newest = renumbered.newest.schema
        for stage in renumbered.draft.customStages {
            lines.append(
                "The stage \(stage) now starts at \(newest). Its code was written for the models of another version, so read "
                    + "it")
        }
        if let first = renumbered.versions.first, !renumbered.dropped.isEmpty {
            lines.append(
                "The stage from \(newest) to \(first.newSchema) drops \(renumbered.dropped.listed), which \(first.newSchema) "
                    + "doesn't have. To keep the values, add them to \(first.newSchema), and run "
                    + "\(ToolCommand.line("freeze")) \(first.newVersion.asShellWord) --force")
        }
        for path in renumbered.draft.untargeted {
            lines.append(
                "\(context.relative(path)) may not be in all targets of the original file: check them in Xcode")
        }
        return lines + NewVersionReport.lines(of: findings)
    }

    private func line(_ file: RenumberingDraft.File, _ context: ReportContext) -> String {
        let path = context.relative(file.path)
        return switch file.change {
        case .renamed: "edited   \(path)   uses the new names"
        case .moved(let origin): "wrote    \(path)   was \(context.relative(origin))"
        case .taken: "\(file.oldText == nil ? "wrote   " : "edited  ") \(path)   as on \(renumbered.reference)"
        case .combined: "edited   \(path)   contains the versions of both branches"
        case .removed: "removed  \(path)"
        }
    }

    func notes(_ format: ReportFormat) -> [String] {
        guard isWritten else { return [] }
        let branch = renumbered.reference.asShellWord
        var notes = (scaffold?.notes(format) ?? []) + ["Commit this, and then run git merge \(branch)"]
        let combined = renumbered.draft.combined.map(\.asShellWord).joined(separator: " ")
        if !combined.isEmpty {
            notes.append(
                "git reports a conflict in files that already contain both branches' changes. Keep yours: "
                    + "git checkout --ours \(combined) && git add \(combined)")
        }
        if !renumbered.draft.conflicts.isEmpty {
            notes.append(
                "Both branches also changed \(renumbered.draft.conflicts.map(\.visible).listed). Resolve these conflicts in "
                    + "the merge")
        }
        return notes + ["To undo this, run it again with --undo"]
    }

    var members: [(String, CanonicalJSON?)] {
        [
            ("combined", .strings(renumbered.draft.combined)),
            ("conflicts", .strings(renumbered.draft.conflicts)),
            ("customStages", .strings(renumbered.draft.customStages)),
            ("dropped", .strings(renumbered.dropped)),
            ("files", .array(renumbered.draft.files.map(Self.json))),
            ("findings", .array(findings.map { FindingJSON($0).json })),
            ("fixtures", .strings(renumbered.fixtures)),
            ("isWritten", .boolean(isWritten)),
            ("newestSchema", .string(renumbered.newest.schema)),
            ("newestVersion", .string(renumbered.newest.version)),
            ("onto", .string(renumbered.reference)),
            ("plan", .string(renumbered.plan)),
            ("scaffold", scaffold.map { .object($0.members.filter { $0.0 != "findings" }) }),
            (
                "versions",
                .array(
                    renumbered.versions.map { version in
                        .object([
                            ("newSchema", .string(version.newSchema)), ("newVersion", .string(version.newVersion)),
                            ("schema", .string(version.schema)), ("version", .string(version.version)),
                        ])
                    })
            ),
        ]
    }

    private static func json(_ file: RenumberingDraft.File) -> CanonicalJSON {
        var origin: String?
        let change: String
        switch file.change {
        case .renamed: change = "renamed"
        case .moved(let path): (change, origin) = ("moved", path)
        case .taken: change = "taken"
        case .combined: change = "combined"
        case .removed: change = "removed"
        }
        return .object([
            ("change", .string(change)), ("origin", origin.map { .string($0) }), ("path", .string(file.path)),
        ])
    }
}
