import PermafrostModel
import PermafrostProject
import PermafrostStore

/// What a migration would do to a store, as JSON.
struct MigrateJSON {
    let json: CanonicalJSON

    init(_ rehearsal: MigrationRehearsal, path: String, code: ExitCode) {
        let route = rehearsal.route
        json = .object([
            ("bytesAfter", .integer(Int64(rehearsal.bytesAfter))),
            ("bytesBefore", .integer(Int64(rehearsal.bytesBefore))),
            ("command", .string("migrate")),
            ("dropped", .array(rehearsal.dropped.map(Self.json))),
            ("exitCode", .integer(Int64(code.rawValue))),
            ("failure", rehearsal.failure.map(Self.json)),
            ("formatVersion", .integer(1)),
            ("from", route.from.map(Self.json)),
            ("group", .string(route.group)),
            ("integrityProblems", .strings(rehearsal.integrityProblems)),
            ("isDryRun", .boolean(true)),
            ("isStepwise", .boolean(route.isStepwise)),
            ("preservation", rehearsal.preservation.map(Self.json)),
            ("rows", .array(rehearsal.rows.map(Self.json))),
            ("seconds", .double(rehearsal.seconds)),
            ("steps", .array(route.steps.map(Self.json))),
            ("store", .string(path)),
            ("to", Self.json(route.to)),
        ])
    }

    private static func json(_ version: MigrationRoute.Version) -> CanonicalJSON {
        .object([("schema", version.schema.map { .string($0) }), ("version", .string(version.name))])
    }

    private static func json(_ step: MigrationRoute.Step) -> CanonicalJSON {
        .object([
            ("column", step.location.map { .integer(Int64($0.column)) }),
            ("file", step.location.map { .string($0.file) }), ("from", .string(step.from.name)),
            ("kind", .string("lightweight")), ("line", step.location.map { .integer(Int64($0.line)) }),
            ("to", .string(step.to.name)),
        ])
    }

    private static func json(_ failure: MigrationRehearsal.Failure) -> CanonicalJSON {
        .object([
            ("code", failure.code.map { .integer(Int64($0)) }), ("reason", .string(failure.reason)),
            ("step", failure.step.map { .integer(Int64($0)) }), ("text", .string(failure.text)),
        ])
    }

    private static func json(_ rows: MigrationRehearsal.Rows) -> CanonicalJSON {
        .object([
            ("after", rows.after.map { .integer(Int64($0)) }), ("before", rows.before.map { .integer(Int64($0)) }),
            ("model", .string(rows.entity)),
        ])
    }

    private static func json(_ dropped: DroppedValues) -> CanonicalJSON {
        .object([
            ("count", .integer(Int64(dropped.count))), ("path", .string(dropped.path)),
            ("unit", .string(dropped.unit.rawValue)),
        ])
    }

    private static func json(_ report: PreservationReport) -> CanonicalJSON {
        .object([
            ("differenceCount", .integer(Int64(report.count))),
            ("differences", .strings(report.differences.map(\.description))),
            ("isPreserved", .boolean(report.isPreserved)), ("links", .integer(Int64(report.links))),
            ("rows", .integer(Int64(report.rows))), ("values", .integer(Int64(report.values))),
        ])
    }
}
