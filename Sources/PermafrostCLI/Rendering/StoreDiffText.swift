import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostStore

/// In what two stores differ, for people.
struct StoreDiffText {
    let text: String

    init(_ difference: StoreDifference, paths: [String], style: Style) {
        var lines = [style.bold("\(paths[0]) → \(paths[1])")]
        for inspection in [difference.old, difference.new] {
            lines += inspection.problems.map { "\(style.yellow("note")): \(StoreProblemWording($0).text)" }
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
        if let rows = difference.rows {
            add("Rows", Self.rows(rows, style))
            add("In all", Self.totals(rows))
        }
        if difference.isEmpty {
            lines += ["", difference.rows == nil ? "No difference; rows were not compared." : "No difference."]
        }
        text = lines.joined(separator: "\n")
    }

    private static func models(_ difference: StoreDifference) -> [String] {
        if let changes = difference.modelChanges {
            return changes.map { "  \(ChangeWording($0).sentence) [\($0.kind.rawValue)]" }
        }
        let (old, new) = (difference.old.metadata.versionHashes, difference.new.metadata.versionHashes)
        let names = Set(old.keys).union(new.keys).sortedByCodeUnit().filter { old[$0] != new[$0] }
        return names.map { name in
            if old[name] == nil { return "  the model \(name) was added" }
            return new[name] == nil ? "  the model \(name) was removed" : "  \(name) has another version hash"
        }
    }

    private static func statements(_ schema: SchemaComparison, _ style: Style) -> [String] {
        func lines(_ removed: [DDLStatement], _ added: [DDLStatement]) -> [String] {
            removed.map { style.red("  - \($0.sql)") } + added.map { style.green("  + \($0.sql)") }
        }
        return lines(schema.removed, schema.added) + schema.changed.flatMap { lines([$0.old], [$0.new]) }
    }

    private static func rows(_ rows: RowsComparison, _ style: Style) -> [String] {
        let differing = rows.rows.flatMap { row -> [String] in
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
        let links = rows.links.map { link in
            let text = "\(link.entity) \(link.key).\(link.relationship) → \(link.destination) \(link.destinationKey)"
            return link.isAdded ? style.green("  + \(text)") : style.red("  - \(text)")
        }
        let uncompared = rows.uncompared.map { "  \($0) stands in one of the stores only, and was not compared" }
        return differing + links + uncompared
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
}
