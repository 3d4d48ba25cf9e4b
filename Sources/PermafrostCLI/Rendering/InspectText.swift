import PermafrostFiles
import PermafrostModel
import PermafrostStore

/// What a store is and holds, for people.
struct InspectText {
    let text: String

    init(_ inspection: StoreInspection, path: String, style: Style) {
        var lines = ["\(style.bold(path.visible))  \(Self.size(inspection.files))", ""]
        lines += FactTable(Self.facts(inspection)).lines
        for problem in inspection.problems {
            lines += ["", "\(style.yellow("note")): \(StoreProblemWording(problem).text)"]
        }
        lines += ["", Self.origin(inspection.modelSource)]
        lines +=
            ModelText(inspection.model, hashes: inspection.metadata.versionHashes, style: style) { entity in
                inspection.rowCounts[entity].map { "  \(Counted("row", $0))" } ?? ""
            }.lines
        lines += ["", style.bold("Tables"), ""] + Self.tables(inspection)
        text = lines.joined(separator: "\n")
    }

    private static func size(_ files: StoreFiles) -> String {
        var parts = ["\(ByteCount(files.bytes))"]
        if files.walBytes > 0 { parts.append("-wal \(ByteCount(files.walBytes))") }
        if files.journalBytes > 0 { parts.append("-journal \(ByteCount(files.journalBytes))") }
        return parts.joined(separator: ", ")
    }

    private static func facts(_ inspection: StoreInspection) -> [(String, String)] {
        let metadata = inspection.metadata
        let identifiers = metadata.versionIdentifiers.filter { !$0.isEmpty }
        var facts = [
            ("version", identifiers.isEmpty ? "none given" : identifiers.joined(separator: ", ")),
            ("framework", metadata.frameworkVersion.map(String.init) ?? "not recorded"),
            ("UUID", metadata.storeUUID),
        ]
        if let checksum = metadata.versionChecksum { facts.append(("version checksum", checksum)) }
        if let digest = metadata.versionHashesDigest { facts.append(("hashes digest", digest)) }
        facts.append(("DDL checksum", inspection.ddlChecksum))
        facts.append(("history", inspection.history.map(words) ?? "not recorded"))
        if let data = inspection.externalData {
            facts.append(("external data", "\(Counted("file", data.files)), \(ByteCount(data.bytes))"))
        }
        if !metadata.otherEntries.isEmpty {
            facts.append(("other metadata", metadata.otherEntries.keys.sortedByCodeUnit().joined(separator: ", ")))
        }
        return facts
    }

    private static func words(_ history: StoreHistory) -> String {
        guard history.transactionCount > 0 else { return "empty" }
        var parts = [
            Counted("transaction", history.transactionCount).description,
            Counted("insert", history.insertCount).description,
            Counted("update", history.updateCount).description, Counted("delete", history.deleteCount).description,
        ]
        if let first = history.firstTime, let last = history.lastTime {
            parts.append("\(DateText(first).text) to \(DateText(last).text)")
        }
        if !history.names.isEmpty { parts.append("by \(history.names.joined(separator: ", "))") }
        return parts.joined(separator: ", ")
    }

    private static func origin(_ source: StoreInspection.ModelSource) -> String {
        switch source {
        case .modelCache: "The model that the store carries, with the version hashes that it records:"
        case .tables(let gaps):
            "The store carries no model that can be read. This is what its tables tell; unknown are "
                + gaps.map { TableGapWording($0).text }.joined(separator: "; ") + "."
        }
    }

    private static func tables(_ inspection: StoreInspection) -> [String] {
        let names = inspection.tables.map(\.name.visible)
        let width = names.map(\.count).max() ?? 0
        let counts = inspection.tables.map { $0.rowCount.map { Counted("row", $0).description } ?? "not readable" }
        let countWidth = counts.map(\.count).max() ?? 0
        let indexes = Dictionary(grouping: inspection.statements.filter { $0.kind == .index }, by: \.table)
        let triggers = inspection.statements.count { $0.kind == .trigger }
        var lines = zip(zip(inspection.tables, names), counts).map { table, count in
            let own = indexes[table.0.name]?.count ?? 0
            let start = "  \(table.1.padded(to: width))  "
            return own == 0
                ? start + count : start + count.padded(to: countWidth) + (own == 1 ? "  1 index" : "  \(own) indexes")
        }
        if triggers > 0 { lines.append("  and \(Counted("trigger", triggers))") }
        return lines
    }
}

/// Names and values in two columns.
struct FactTable {
    let lines: [String]

    init(_ facts: [(String, String)]) {
        let width = facts.map(\.0.count).max() ?? 0
        lines = facts.map { "\($0.padded(to: width))  \($1)" }
    }
}
