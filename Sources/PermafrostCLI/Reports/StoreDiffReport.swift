import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The report of `store-diff`, with the differences between two stores.
struct StoreDiffReport: Report {
    let command = "store-diff"
    let difference: StoreDifference
    /// The stores' paths, as the user specified them, older store first.
    let paths: [String]
    /// The maximum number of differing rows, and of differing links, to show.
    let limit: Int
    /// The name of the plan that the user specified; nil if none was specified.
    let plan: String?
    var exitCode: ExitCode { difference.isIncomplete ? .failed : difference.isEmpty ? .success : .findings }

    func page(_ context: ReportContext) -> [String] {
        let style = context.style
        var lines = [style.bold("\(paths[0]) → \(paths[1])")]
        for inspection in [difference.old, difference.new] {
            lines += inspection.problems.map { "\(style.yellow("note")): \(StoreProblemMessage($0).text)" }
        }
        func add(_ heading: String, _ part: [String]) {
            if !part.isEmpty { lines += ["", style.bold(heading)] + part }
        }
        add("Models", Self.models(difference))
        add("Tables and indexes", Self.statements(difference.schema, style))
        add(
            "Row counts",
            difference.schema.rowCounts.map { count in
                "  \(count.table)  \(count.old.map(String.init) ?? "–") → \(count.new.map(String.init) ?? "–")"
            })
        return lines
    }

    func writePage(_ context: ReportContext, to sink: ([String]) -> Void) throws {
        sink(page(context))
        if let rows = difference.rows { try writeRows(rows, context, to: sink) }
        if difference.isEmpty {
            sink(["", difference.rows == nil ? "No difference. Rows weren't compared." : "No difference."])
        }
    }

    private func writeRows(_ rows: RowsComparison, _ context: ReportContext, to sink: ([String]) -> Void) throws {
        let style = context.style
        var heading = ["", style.bold("Rows")]
        func add(_ lines: [String]) {
            guard !lines.isEmpty else { return }
            sink(heading + lines)
            heading = []
        }
        try rows.forEachRow(limit: limit) { add(Self.lines($0, style)) }
        try rows.forEachLink(limit: limit) { add([Self.line($0, style)]) }
        add(rows.uncompared.map { "  \($0) is in only one of the stores, so it wasn't compared" })
        let totals = Self.totals(rows)
        if !totals.isEmpty { sink(["", style.bold("Total")] + totals) }
    }

    func notes(_ format: ReportFormat) -> [String] {
        guard let plan, difference.isOnPlan == false else { return [] }
        return [
            "permafrost: \(plan) doesn't migrate from the version of \(paths[0]) to the version of \(paths[1])"
        ]
    }

    private static func models(_ difference: StoreDifference) -> [String] {
        if let changes = difference.modelChanges {
            return changes.map { "  \(JudgementMessage($0).what) [\($0.change.kind.rawValue)]" }
        }
        let (old, new) = (difference.old.metadata.versionHashes, difference.new.metadata.versionHashes)
        let names = Set(old.keys).union(new.keys).sortedByCodeUnit().filter { old[$0] != new[$0] }
        return names.map { name in
            if old[name] == nil { return "  the model \(name) was added" }
            return new[name] == nil ? "  the model \(name) was removed" : "  the version hash of \(name) changed"
        }
    }

    private static func statements(_ schema: SchemaComparison, _ style: Style) -> [String] {
        func lines(_ removed: [DDLStatement], _ added: [DDLStatement]) -> [String] {
            removed.map { style.red("  - \($0.sql)") } + added.map { style.green("  + \($0.sql)") }
        }
        return lines(schema.removed, schema.added) + schema.changed.flatMap { lines([$0.old], [$0.new]) }
    }

    private static func lines(_ row: RowsComparison.Row, _ style: Style) -> [String] {
        let name = "\(row.entity) \(row.key)"
        switch row.change {
        case .removed: return [style.red("  - \(name)")]
        case .added: return [style.green("  + \(name)")]
        case .changed(let values):
            return values.map { value in
                "  \(name).\(value.property): \(StoredValueText(value.old).text) → \(StoredValueText(value.new).text)"
            }
        }
    }

    private static func line(_ link: RowsComparison.Link, _ style: Style) -> String {
        let text = "\(link.entity) \(link.key).\(link.relationship) → \(link.destination) \(link.destinationKey)"
        return link.isAdded ? style.green("  + \(text)") : style.red("  - \(text)")
    }

    private static func totals(_ rows: RowsComparison) -> [String] {
        rows.totals.filter { $0.differing > 0 }.map { totals in
            let parts = [
                (totals.changed, "changed"), (totals.removed, "removed"), (totals.added, "added"),
                (totals.equal, "equal"),
            ]
            return "  \(totals.subject): " + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        }
    }

    // MARK: JSON

    var contents: JSONObject {
        let schema = difference.schema
        let statements =
            schema.removed.map { Self.json(old: $0, new: nil) } + schema.added.map { Self.json(old: nil, new: $0) }
            + schema.changed.map { Self.json(old: $0.old, new: $0.new) }
        return [
            "hasEqualHashes": difference.old.metadata.versionHashes == difference.new.metadata.versionHashes,
            "models": difference.modelChanges?.map { $0.change.json(at: nil, what: JudgementMessage($0).what) },
            "new": paths[1], "old": paths[0],
            "problems": (difference.old.problems + difference.new.problems).map { StoreProblemMessage($0).text },
            "rowCounts": schema.rowCounts.map { count -> JSONObject in
                ["new": CanonicalJSON.orNull(count.new), "old": CanonicalJSON.orNull(count.old), "table": count.table]
            }, "rows": difference.rows.map(Self.json), "schema": statements,
        ]
    }

    var elements: [ReportElements] {
        guard let rows = difference.rows else { return [] }
        return [
            ReportElements(at: ["rows", "differing"]) { body in
                try rows.forEachRow(limit: limit) { try body(Self.json($0)) }
            },
            ReportElements(at: ["rows", "links"]) { body in
                try rows.forEachLink(limit: limit) { try body(Self.json($0)) }
            },
        ]
    }

    private static func json(old: DDLStatement?, new: DDLStatement?) -> JSONObject {
        let either = old ?? new
        return ["kind": either?.kind, "name": either?.name, "new": new?.sql, "old": old?.sql, "table": either?.table]
    }

    private static func json(_ rows: RowsComparison) -> JSONObject {
        [
            "differing": ReportElements.standIn(isEmpty: !rows.hasDifferingRows),
            "links": ReportElements.standIn(isEmpty: !rows.hasDifferingLinks), "totals": rows.totals,
            "uncompared": rows.uncompared,
        ]
    }

    private static func json(_ link: RowsComparison.Link) -> JSONObject {
        [
            "change": link.isAdded ? "added" : "removed", "destination": link.destination,
            "destinationKey": link.destinationKey, "key": link.key, "model": link.entity,
            "relationship": link.relationship,
        ]
    }

    private static func json(_ row: RowsComparison.Row) -> JSONObject {
        let (change, values): (String, [RowsComparison.Value]?) =
            switch row.change {
            case .removed: ("removed", nil)
            case .added: ("added", nil)
            case .changed(let differing): ("changed", differing)
            }
        let differing = values?.reduce(into: [:] as JSONObject) { object, value in
            object[value.property] =
                ["new": StoredValueJSON(value.new).json, "old": StoredValueJSON(value.old).json] as JSONObject
        }
        return ["change": change, "key": row.key, "model": row.entity, "values": differing]
    }
}
