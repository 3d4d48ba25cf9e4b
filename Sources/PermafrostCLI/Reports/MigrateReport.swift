import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The report of `migrate`, with a rehearsed migration's effects.
struct MigrateReport: Report {
    let command = "migrate"
    let rehearsal: MigrationRehearsal
    /// The store's path as the user specified it.
    let store: String
    /// Whether the store, the sources or a fixture couldn't be read completely.
    let isIncomplete: Bool
    var exitCode: ExitCode { isIncomplete ? .failed : rehearsal.isClean ? .success : .findings }

    /// The maximum number of differences to show.
    private static let shownDifferences = 20

    func page(_ context: ReportContext) -> [String] {
        let style = context.style
        let route = rehearsal.route
        let result = rehearsal.result
        var lines = [Self.verdict(rehearsal, store, style)]
        lines += rehearsal.defects.map { StoreProblemMessage.line(.defect($0), style) }
        if let failure = rehearsal.failure { lines += Self.lines(failure, rehearsal, style) }
        lines += Self.lines(route, style)
        let rows = rehearsal.rows
        if !rows.isEmpty { lines += ["", style.bold("Rows")] + Self.lines(rows) }
        if !result.dropped.isEmpty {
            lines += ["", style.bold("Dropped")] + Self.lines(result.dropped, style)
        }
        if let preservation = result.preservation {
            lines += ["", style.bold("Data")] + Self.lines(preservation, result, style)
        }
        lines += result.integrityProblems.map { "\(style.red("damaged")): \($0)" }
        if result.preservation != nil { lines.append("  \(Self.cost(result))") }
        lines += ["", "The store itself wasn't changed."]
        return lines
    }

    private static func verdict(_ rehearsal: MigrationRehearsal, _ store: String, _ style: Style) -> String {
        let (failed, passed) = (style.red("failed"), style.green("passed"))
        let name = style.bold(store)
        let to = rehearsal.route.to.name
        if rehearsal.route.isAtDestination {
            return rehearsal.isClean
                ? "\(passed): \(name) already has version \(to)"
                : "\(failed): \(name) already has version \(to), but its tables don't match the version"
        }
        let versions = "from \(rehearsal.route.from?.name ?? "an unknown version") to \(to)"
        if rehearsal.failure != nil { return "\(failed): a copy of \(name) can't be migrated \(versions)" }
        if !rehearsal.result.integrityProblems.isEmpty {
            return "\(failed): the migration of a copy of \(name) \(versions) damaged the copy"
        }
        if rehearsal.keepsData, !rehearsal.defects.isEmpty {
            return "\(failed): a copy of \(name) was migrated \(versions), but its tables don't match its version"
        }
        if !rehearsal.isClean { return "\(failed): the migration of a copy of \(name) \(versions) lost data" }
        return "\(passed): a copy of \(name) was migrated \(versions)"
    }

    private static func lines(
        _ failure: MigrationRehearsal.Failure, _ rehearsal: MigrationRehearsal, _ style: Style
    ) -> [String] {
        let route = rehearsal.route
        let code = failure.code.map { " (\($0))" } ?? ""
        var hop: String?
        if route.isStepwise, let step = failure.step, route.hops.indices.contains(step - 1) {
            hop = "  in step \(step), \(route.hops[step - 1].from.name) → \(route.hops[step - 1].to.name)"
        }
        let next = nextStep(failure, rehearsal).map { "  fix: \($0)" }
        return ["  \(style.red(failure.text))\(code)", "  \(failure.reason)"] + [hop, next].compactMap { $0 }
    }

    private static func nextStep(_ failure: MigrationRehearsal.Failure, _ rehearsal: MigrationRehearsal) -> String? {
        let route = rehearsal.route
        switch route.obstacle {
        case .refusedPlan: return "Correct the plan. To list its problems, run \(ToolCommand.line("lint"))"
        case .unknownStages:
            return "Declare `stages` with a literal, or with constants that the project's sources declare"
        default: break
        }
        if rehearsal.defects.contains(where: \.isMissingPart), failure.code == nil {
            return "Restore a backup of the store, or add the missing parts"
        }
        guard let code = failure.code else { return nil }
        return switch CoreDataFailure(code: code) {
        // Other failures with the same code have no common fix.
        case .migrationFailed? where failure.isAboutMissingValues:
            "Make the property optional or, if it is an attribute, give it a default"
                + (route.steps.contains { $0.location != nil }
                    ? ". If the older version has the property, you can instead set its missing values in the willMigrate of a custom "
                        + "stage" : "")
        case .constraintViolated?: "Remove the duplicates in a custom stage before the constraint is added"
        case .missingMappingModel?:
            route.steps.count > 1 && !route.isStepwise && route.staging != .noStages
                ? "Change one of the stages to a custom stage, even one with empty hooks. Core Data then runs each "
                    + "stage (see --step-by-step)"
                : "Add a version that has both the old and the new property, and copy the values in a custom stage"
        case .unknownModelVersion?:
            "Identify the store with \(ToolCommand.line("drift")), and check the plan with \(ToolCommand.line("lint"))"
        case .backwardMigration?: "Open the store with the version of the app that wrote it, or with a later version"
        default: nil
        }
    }

    private static func lines(_ route: MigrationRoute, _ style: Style) -> [String] {
        guard route.obstacle == nil else { return [] }
        guard !route.isAtDestination else { return ["  Nothing to migrate."] }
        var lines = route.steps.map { step in
            "  \(step.from.name) → \(step.to.name)  lightweight"
                + (step.location.map { "  \(style.faint("\($0)"))" } ?? "")
        }
        if route.dependsOnMissingStages {
            lines.append("  The store matches no version of the plan. It \(Staging.opensToday).")
        } else if route.staging == .noStages {
            lines.append("  The migration is inferred, because the plan has no stage.")
        } else if route.steps.count > 1 {
            lines.append(
                route.isStepwise
                    ? "  Each stage runs separately, as in a progressive migration."
                    : "  The stages run as one migration, because all of them are lightweight.")
        }
        return lines
    }

    private static func lines(_ rows: [RehearsalResult.Rows]) -> [String] {
        let cells = rows.map { row in
            [row.entity, "\(row.before.map(String.init) ?? "–") → \(row.after.map(String.init) ?? "–")"]
        }
        return Table(rows: cells).lines(indentation: "  ")
    }

    private static func lines(_ dropped: [DroppedPart], _ style: Style) -> [String] {
        let rows = dropped.map { values in
            let count = "\(Counted(String(values.unit.rawValue.dropLast()), values.count))"
            let held =
                values.count == 0
                ? "was empty" : values.reason == nil ? style.red("\(count) lost") : "\(count), declared"
            let reason = values.reason.map { $0.isEmpty ? "" : ": \($0)" } ?? ""
            return [values.path, held + reason]
        }
        return Table(rows: rows).lines(indentation: "  ")
    }

    private static func lines(
        _ report: DataDiff, _ result: RehearsalResult, _ style: Style
    ) -> [String] {
        let compared =
            "\(Counted("row", report.rows)), \(Counted("value", report.values)) and \(Counted("link", report.links)) compared"
        guard !report.passed else {
            return ["  \(compared): \(result.dropped.isEmpty ? "all" : "all others") unchanged"]
        }
        let more = report.count - min(report.differences.count, shownDifferences)
        return ["  \(compared): \(style.red("\(Counted("difference", report.count))"))"]
            + report.differences.prefix(shownDifferences).map { "  \($0)" }
            + (more > 0 ? ["  … and \(more) more"] : [])
    }

    private static func cost(_ result: RehearsalResult) -> String {
        let check = result.integrityProblems.isEmpty ? "integrity check passed" : "integrity check failed"
        let milliseconds = (result.seconds * 1000).formatted(
            .number.precision(.significantDigits(1...3)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
        return "\(milliseconds) ms; \(ByteCount(result.bytesBefore)) before, "
            + "\(ByteCount(result.bytesAfter)) after; \(check)"
    }

    // MARK: JSON

    var contents: JSONObject {
        let (route, result) = (rehearsal.route, rehearsal.result)
        return [
            "bytesAfter": result.bytesAfter, "bytesBefore": result.bytesBefore,
            "defects": rehearsal.defects.map(\.json), "dependsOnMissingStages": route.dependsOnMissingStages,
            "dropped": result.dropped, "failure": rehearsal.failure, "from": route.from.map(Self.json),
            "group": route.group, "integrityProblems": result.integrityProblems, "isDryRun": true,
            "isStepwise": route.isStepwise, "preservation": result.preservation.map(Self.json),
            "rows": rehearsal.rows, "seconds": result.seconds, "steps": route.steps.map(Self.json), "store": store,
            "to": Self.json(route.to),
        ]
    }

    private static func json(_ version: SchemaVersion) -> JSONObject {
        ["schema": version.schema, "version": version.name]
    }

    private static func json(_ step: MigrationRoute.Step) -> JSONObject {
        [
            "column": step.location?.column, "file": step.location?.file, "from": step.from.name,
            "kind": "lightweight", "line": step.location?.line, "to": step.to.name,
        ]
    }

    private static func json(_ report: DataDiff) -> JSONObject {
        [
            "differenceCount": report.count, "differences": report.differences.map(\.description),
            "isPreserved": report.passed, "links": report.links, "rows": report.rows, "values": report.values,
        ]
    }
}

extension MigrationRehearsal.Failure {
    /// Whether the migration failed because rows have no value for a mandatory property.
    fileprivate var isAboutMissingValues: Bool {
        CoreDataFailure.MandatoryProperty.allCases.contains { reason.contains(CoreDataFailure.missingValues(of: $0)) }
    }
}
