import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// The report of `squash`. It lists the parts that were removed from each class, and the parts that remain with the
/// reasons. After a dry run, it lists the parts that the command would remove.
struct SquashReport: Report {
    let command = "squash"
    let squash: Squash
    /// The lines of the diff that a dry run prints; empty after any other run.
    let diff: [String]
    let isWritten: Bool

    let exitCode = ExitCode.success

    // MARK: Text

    func page(_ context: ReportContext) -> [String] {
        let versions = Dictionary(squash.versions.map { ($0.schema, $0.version) }) { first, _ in first }
        var lines: [String] = []
        for found in squash.draft.classes {
            let title = "\(versions[found.schema] ?? found.schema)  \(found.schema).\(found.name)"
            if let omission = found.omission {
                lines.append("\(title)  unchanged: \(Self.text(omission, context))")
                continue
            }
            guard found.isChanged || !found.kept.isEmpty else { continue }
            lines.append(context.style.bold(title))
            let comments =
                found.commentCount == 0 ? [] : [Counted("documentation comment", found.commentCount).description]
            if found.isChanged {
                lines.append(
                    "  \(isWritten ? "removed" : "removes") \((found.removed + comments).joined(separator: ", "))")
            }
            lines += found.kept.map {
                "  \(isWritten ? "kept   " : "keeps  ") \($0.part): \(Self.text($0.reason, context))"
            }
        }
        lines += squash.skipped.map { "\($0.version)  \($0.schema)  skipped, because it isn't frozen" }
        lines += isWritten ? squash.draft.files.map { "edited  \(context.relative($0.path))" } : diff
        lines.append(
            "verified that the canonical models of \(Counted("version", squash.comparedCount)), and the stages of their plans, are "
                + "unchanged")
        return lines
    }

    private static func text(_ reason: SquashDraft.Reason, _ context: ReportContext) -> String {
        switch reason {
        case .mentioned(let place): "\(context.relative(place.file)):\(place.line) mentions the name"
        case .mayBeUsed: "code that uses the version's classes may use it without its name"
        case .required(let name): "\(name) may require it"
        }
    }

    private static func text(_ omission: SquashDraft.Omission, _ context: ReportContext) -> String {
        func at(_ place: SourceLocation) -> String { "\(context.relative(place.file)):\(place.line)" }
        return switch omission {
        case .live: "the newest version also lists the class"
        case .notNested: "the class isn't declared in the version's type"
        case .conditional(let place): "\(at(place)) has an #if block"
        case .unknown(let name, let place): "the effect of \(name) isn't known (\(at(place)))"
        }
    }

    // MARK: JSON

    var members: [(String, CanonicalJSON?)] {
        [
            ("classes", .array(squash.draft.classes.map(Self.json))),
            ("comparedVersions", .integer(Int64(squash.comparedCount))),
            ("diff", isWritten ? nil : .string(diff.joined(separator: "\n"))),
            ("files", .strings(squash.draft.files.map(\.path))),
            ("isWritten", .boolean(isWritten)),
            ("skipped", .strings(squash.skipped.map(\.version))),
            ("versions", .strings(squash.versions.map(\.version))),
        ]
    }

    private static func json(_ found: SquashDraft.Class) -> CanonicalJSON {
        .object([
            ("documentationComments", .integer(Int64(found.commentCount))), ("file", .string(found.location.file)),
            ("kept", .array(found.kept.map(json))), ("line", .integer(Int64(found.location.line))),
            ("model", .string(found.name)), ("removed", .strings(found.removed)), ("schema", .string(found.schema)),
            ("unchanged", found.omission.map { .string(word($0)) }),
        ])
    }

    private static func json(_ kept: SquashDraft.Kept) -> CanonicalJSON {
        let (reason, place, name): (String, SourceLocation?, String?) =
            switch kept.reason {
            case .mentioned(let place): ("mentioned", place, nil)
            case .mayBeUsed: ("mayBeUsed", nil, nil)
            case .required(let name): ("required", nil, name)
            }
        return .object([
            ("file", place.map { .string($0.file) }), ("line", place.map { .integer(Int64($0.line)) }),
            ("part", .string(kept.part)), ("protocol", name.map { .string($0) }), ("reason", .string(reason)),
        ])
    }

    private static func word(_ omission: SquashDraft.Omission) -> String {
        switch omission {
        case .live: "live"
        case .notNested: "notNested"
        case .conditional: "conditional"
        case .unknown: "unknown"
        }
    }
}
