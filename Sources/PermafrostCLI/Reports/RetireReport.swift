import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// The report of `retire`. It lists the files that the command changed. After a dry run, it contains a diff.
struct RetireReport: Report {
    let command = "retire"
    let retirement: Retirement
    let isWritten: Bool

    let exitCode = ExitCode.success

    func page(_ context: ReportContext) -> [String] {
        var lines: [String] = []
        if isWritten {
            for file in retirement.draft.files {
                let removed = file.removed.isEmpty ? "" : "   without \(file.removed.joined(separator: ", "))"
                let plan = file.plan.map { "   \($0): \(retirement.version) is retired" } ?? ""
                lines.append(
                    "\(file.text == nil ? "removed " : "edited  ") \(context.relative(file.path))\(plan)\(removed)")
            }
            lines += retirement.places.map {
                "marked   \($0.folder)   in \(context.relative(retirement.marksFile)). The fixture is unchanged"
            }
        } else {
            lines += diff
        }
        lines.append(
            "verified all other versions and stages are unchanged"
                + (retirement.lastRelease.map { ". The last release that migrates \(retirement.version) is \($0)" }
                    ?? ""))
        for file in retirement.draft.files {
            lines += file.projects.map {
                "\(context.relative($0)) refers to \(context.relative(file.path)). Remove the reference in Xcode"
            }
        }
        lines += retirement.failingTests.map {
            "\(context.relative($0)) opens a \(retirement.version) store. Expect MigrationError.retired there, or remove it"
        }
        return lines
    }

    private var diff: [String] {
        retirement.draft.files.flatMap { UnifiedDiff(path: $0.path, old: $0.oldText, new: $0.text ?? "").lines }
    }

    var members: [(String, CanonicalJSON?)] {
        [
            ("because", .string(retirement.reason)),
            ("diff", isWritten ? nil : .string(diff.joined(separator: "\n"))),
            (
                "edited",
                .strings(retirement.draft.files.filter { $0.text != nil }.map(\.path) + [retirement.marksFile])
            ),
            ("failingTests", .strings(retirement.failingTests)),
            ("isWritten", .boolean(isWritten)),
            ("lastRelease", retirement.lastRelease.map { .string($0) }),
            (
                "plans",
                .array(
                    retirement.places.map { place in
                        .object([
                            ("fixture", .string(place.folder)), ("hashes", .strings(place.hashes)),
                            ("plan", .string(place.plan)),
                        ])
                    })
            ),
            (
                "references",
                .array(
                    retirement.draft.files.flatMap { file in
                        file.projects.map { .object([("file", .string(file.path)), ("project", .string($0))]) }
                    })
            ),
            ("removed", .strings(retirement.draft.files.filter { $0.text == nil }.map(\.path))),
            ("schema", .string(retirement.schema)),
            ("version", .string(retirement.version)),
        ]
    }
}
