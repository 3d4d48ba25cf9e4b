import Foundation
import PermafrostProject
import PermafrostStore

/// What a migration would do to a store, for people.
struct MigrateText {
    let text: String

    /// How many differences between the stores are shown.
    private static let shownDifferences = 20

    init(_ rehearsal: MigrationRehearsal, path: String, style: Style) {
        let route = rehearsal.route
        let from = route.from?.name ?? "unknown version"
        var lines = ["\(Self.verdict(rehearsal, style))  \(style.bold(path)): \(from) → \(route.to.name), on a copy"]
        if let failure = rehearsal.failure { lines += Self.lines(failure, route, style) }
        lines += Self.lines(route, style)
        if !rehearsal.rows.isEmpty { lines += ["", style.bold("Rows")] + Self.lines(rehearsal.rows) }
        if !rehearsal.dropped.isEmpty {
            lines += ["", style.bold("Dropped")] + Self.lines(rehearsal.dropped, style)
        }
        if let preservation = rehearsal.preservation {
            lines += ["", style.bold("Data")] + Self.lines(preservation, rehearsal, style)
        }
        lines += rehearsal.integrityProblems.map { "\(style.red("damaged")): \($0)" }
        if rehearsal.preservation != nil { lines.append("  \(Self.cost(rehearsal))") }
        lines += ["", "The store itself was not changed."]
        text = lines.joined(separator: "\n")
    }

    private static func verdict(_ rehearsal: MigrationRehearsal, _ style: Style) -> String {
        if rehearsal.failure != nil { return style.red("fails") }
        if !rehearsal.isClean { return style.red("loses data") }
        return style.green("ok")
    }

    private static func lines(
        _ failure: MigrationRehearsal.Failure, _ route: MigrationRoute, _ style: Style
    ) -> [String] {
        let code = failure.code.map { " (\($0))" } ?? ""
        var hop: String?
        if route.isStepwise, let step = failure.step, route.hops.indices.contains(step - 1) {
            hop = "  in step \(step), \(route.hops[step - 1].from.name) → \(route.hops[step - 1].to.name)"
        }
        let next = nextStep(failure, route).map { "  what to do: \($0)." }
        return ["  \(style.red(failure.text))\(code)", "  \(failure.reason)"] + [hop, next].compactMap { $0 }
    }

    private static func nextStep(_ failure: MigrationRehearsal.Failure, _ route: MigrationRoute) -> String? {
        if case .refusedPlan = route.obstacle { return "permafrost lint says where the plan is wrong" }
        return switch failure.code {
        case 134110: "give the property a default, make it optional, or fill it in a custom stage"
        case 134111: "remove the duplicates in a custom stage before the constraint is added"
        case 134140:
            route.steps.count > 1 && !route.isStepwise
                ? "make one of the stages a custom one, an empty one will do: the stages are then walked; see --step-by-step"
                : "lead over a version that has both properties, and copy the values in a custom stage"
        case 134504: "permafrost drift tells what the store is, permafrost lint what the plan lacks"
        case 134506: "open it with the app that wrote it"
        default: nil
        }
    }

    private static func lines(_ route: MigrationRoute, _ style: Style) -> [String] {
        guard route.obstacle == nil else { return [] }
        guard !route.isThere else { return ["  The store is of that version: there is nothing to migrate."] }
        var lines = route.steps.map { step in
            "  \(step.from.name) → \(step.to.name)  lightweight"
                + (step.location.map { "  \(style.faint("\($0)"))" } ?? "")
        }
        if route.steps.count > 1 {
            lines.append(
                route.isStepwise
                    ? "  Each step by itself, as a progressive migration takes them."
                    : "  Taken as one: the framework does not walk stages that are all lightweight.")
        }
        return lines
    }

    private static func lines(_ rows: [MigrationRehearsal.Rows]) -> [String] {
        let width = rows.map(\.entity.count).max() ?? 0
        return rows.map { row in
            "  \(row.entity.padded(to: width))  \(row.before.map(String.init) ?? "–") → \(row.after.map(String.init) ?? "–")"
        }
    }

    private static func lines(_ dropped: [DroppedValues], _ style: Style) -> [String] {
        let width = dropped.map(\.path.count).max() ?? 0
        return dropped.map { values in
            let held =
                values.count == 0
                ? "held nothing"
                : style.red("\(Counted(String(values.unit.rawValue.dropLast()), values.count)) lost")
            return "  \(values.path.padded(to: width))  \(held)"
        }
    }

    private static func lines(
        _ report: PreservationReport, _ rehearsal: MigrationRehearsal, _ style: Style
    ) -> [String] {
        let compared =
            "\(Counted("row", report.rows)), \(Counted("value", report.values)) and \(Counted("link", report.links)) compared"
        guard !report.isPreserved else {
            return ["  \(compared): \(rehearsal.dropped.isEmpty ? "all" : "all others") as they were"]
        }
        let more = report.count - min(report.differences.count, shownDifferences)
        return ["  \(compared): \(style.red("\(Counted("difference", report.count))"))"]
            + report.differences.prefix(shownDifferences).map { "  \($0)" }
            + (more > 0 ? ["  … and \(more) more"] : [])
    }

    private static func cost(_ rehearsal: MigrationRehearsal) -> String {
        let check = rehearsal.integrityProblems.isEmpty ? "integrity check passed" : "integrity check failed"
        let milliseconds = (rehearsal.seconds * 1000).formatted(
            .number.precision(.significantDigits(1...3)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
        return "\(milliseconds) ms; \(ByteCount(rehearsal.bytesBefore)) before, "
            + "\(ByteCount(rehearsal.bytesAfter)) after; \(check)"
    }
}
