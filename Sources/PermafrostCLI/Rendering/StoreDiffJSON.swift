import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostStore

/// In what two stores differ, as JSON.
struct StoreDiffJSON {
    let json: CanonicalJSON

    init(_ difference: StoreDifference, paths: [String], code: ExitCode) {
        let schema = difference.schema
        json = .object([
            ("command", .string("store-diff")),
            ("exitCode", .integer(Int64(code.rawValue))),
            ("formatVersion", .integer(1)),
            (
                "hasEqualHashes",
                .boolean(difference.old.metadata.versionHashes == difference.new.metadata.versionHashes)
            ),
            (
                "models",
                difference.modelChanges.map { changes in
                    .array(
                        changes.map { change in
                            .object(
                                ChangeJSON(change, at: nil).members
                                    + [("what", .string(ChangeWording(change).sentence))])
                        })
                }
            ),
            ("new", .string(paths[1])),
            ("old", .string(paths[0])),
            (
                "problems",
                .strings((difference.old.problems + difference.new.problems).map { StoreProblemWording($0).text })
            ),
            (
                "rowCounts",
                .array(
                    schema.rowCounts.map { count in
                        .object([
                            ("new", count.new.map { .integer(Int64($0)) } ?? .null),
                            ("old", count.old.map { .integer(Int64($0)) } ?? .null), ("table", .string(count.table)),
                        ])
                    })
            ),
            ("rows", difference.rows.map(Self.json)),
            (
                "schema",
                .array(
                    schema.removed.map { Self.json(old: $0, new: nil) }
                        + schema.added.map { Self.json(old: nil, new: $0) }
                        + schema.changed.map { Self.json(old: $0.old, new: $0.new) })
            ),
        ])
    }

    private static func json(old: DDLStatement?, new: DDLStatement?) -> CanonicalJSON {
        .object([
            ("kind", (old ?? new).map { .string($0.kind.rawValue) }), ("name", (old ?? new).map { .string($0.name) }),
            ("new", new.map { .string($0.sql) }), ("old", old.map { .string($0.sql) }),
            ("table", (old ?? new).map { .string($0.table) }),
        ])
    }

    private static func json(_ rows: RowsComparison) -> CanonicalJSON {
        .object([
            ("differing", .array(rows.rows.map(json))),
            (
                "links",
                .array(
                    rows.links.map { link in
                        .object([
                            ("change", .string(link.isAdded ? "added" : "removed")),
                            ("destination", .string(link.destination)),
                            ("destinationKey", .integer(link.destinationKey)), ("key", .integer(link.key)),
                            ("model", .string(link.entity)), ("relationship", .string(link.relationship)),
                        ])
                    })
            ),
            (
                "totals",
                .array(
                    rows.totals.map { totals in
                        .object([
                            ("added", .integer(Int64(totals.added))), ("changed", .integer(Int64(totals.changed))),
                            ("equal", .integer(Int64(totals.equal))), ("removed", .integer(Int64(totals.removed))),
                            ("subject", .string(totals.subject)),
                        ])
                    })
            ),
            ("uncompared", .strings(rows.uncompared)),
        ])
    }

    private static func json(_ row: RowsComparison.Row) -> CanonicalJSON {
        var (change, values): (String, [RowsComparison.Value]?)
        switch row.change {
        case .removed: (change, values) = ("removed", nil)
        case .added: (change, values) = ("added", nil)
        case .changed(let differing): (change, values) = ("changed", differing)
        }
        return .object([
            ("change", .string(change)), ("key", .integer(row.key)), ("model", .string(row.entity)),
            (
                "values",
                values.map { values in
                    .object(
                        values.map { value in
                            let pair = [
                                ("new", Optional(StoredValueJSON(value.new).json)),
                                ("old", StoredValueJSON(value.old).json),
                            ]
                            return (value.property, .object(pair))
                        })
                }
            ),
        ])
    }
}
