import PermafrostModel
import PermafrostStore

/// The report of `inspect`: a store's metadata, model, tables and row counts. With `--rows`, the text contains only a
/// model's rows, and the JSON contains the rows in addition to all other information.
struct InspectReport: Report {
    let command = "inspect"
    let inspection: StoreInspection
    let store: String
    /// The rows to show; nil if `--rows` wasn't given.
    let rows: ShownRows?
    /// Whether the text also has the values that identify a store and its versions, such as hashes.
    var isVerbose = false
    var exitCode: ExitCode {
        inspection.isIncomplete ? .failed : inspection.defects.isEmpty ? .success : .findings
    }

    func page(_ context: ReportContext) -> [String] {
        let style = context.style
        var lines = ["\(style.bold(store.visible))  \(sizeText)", ""]
        lines += Table(rows: (summary + details).map { [$0.0, $0.1] }).lines()
        for problem in inspection.problems {
            lines += ["", StoreProblemMessage.line(problem, style)]
        }
        lines += ["", originText]
        lines +=
            ModelListing(
                inspection.model, hashes: isVerbose ? inspection.metadata.versionHashes : [:], style: style
            ) { entity in
                inspection.rowCounts[entity].map { "  \(Counted("row", $0))" } ?? ""
            }.lines
        lines += ["", style.bold("Tables"), ""] + tableLines
        return lines
    }

    func writePage(_ context: ReportContext, to sink: ([String]) -> Void) throws {
        if let rows { try rows.writePage(context.style, to: sink) } else { sink(page(context)) }
    }

    var elements: [ReportElements] { rows.map { [$0.elements(under: "rows")] } ?? [] }

    /// The size of the store's main file and, if they aren't empty, of its `-wal` and `-journal` files.
    var sizeText: String {
        let files = inspection.files
        var parts = ["\(ByteCount(files.bytes))"]
        if files.walBytes > 0 { parts.append("-wal \(ByteCount(files.walBytes))") }
        if files.journalBytes > 0 { parts.append("-journal \(ByteCount(files.journalBytes))") }
        return parts.joined(separator: ", ")
    }

    /// The labels and values that a reader needs first: the version, the models and rows, and the app and the time that
    /// the history records.
    var summary: [(String, String)] {
        let identifiers = inspection.metadata.versionIdentifiers.filter { !$0.isEmpty }
        let isUncounted = inspection.model.entities.contains { inspection.rowCounts[$0.name] == nil }
        let count = inspection.rowCounts.values.reduce(0, +)
        let names = inspection.history?.names ?? []
        return [
            ("version", identifiers.isEmpty ? "not recorded" : identifiers.joined(separator: ", ")),
            ("models", "\(inspection.model.entities.count)"), ("rows", isUncounted ? "at least \(count)" : "\(count)"),
            ("app", names.isEmpty ? "not recorded" : names.joined(separator: ", ")),
            ("saved", inspection.history?.lastTime.map { DateText($0).text } ?? "not recorded"),
        ]
    }

    /// The labels and values that follow the summary: history and external data, and if the report is verbose, the values
    /// that identify the store.
    var details: [(String, String)] {
        let metadata = inspection.metadata
        var facts: [(String, String)] = []
        if isVerbose {
            facts += [
                ("framework", metadata.frameworkVersion.map(String.init) ?? "not recorded"),
                ("UUID", metadata.storeUUID),
            ]
            if let checksum = metadata.versionChecksum { facts.append(("version checksum", checksum)) }
            if let digest = metadata.versionHashesDigest { facts.append(("hashes digest", digest)) }
            facts.append(("DDL checksum", inspection.ddlChecksum))
        }
        facts.append(("history", inspection.history.map(Self.words) ?? "not recorded"))
        if let data = inspection.externalData {
            facts.append(("external data", "\(Counted("file", data.files)), \(ByteCount(data.bytes))"))
        }
        if !metadata.otherEntries.isEmpty {
            facts.append(("other metadata", metadata.otherEntries.keys.sortedByCodeUnit().joined(separator: ", ")))
        }
        return facts
    }

    private static func words(_ history: HistorySummary) -> String {
        guard history.transactionCount > 0 else { return "empty" }
        var parts = [
            Counted("transaction", history.transactionCount).description,
            Counted("insert", history.insertCount).description,
            Counted("update", history.updateCount).description, Counted("delete", history.deleteCount).description,
        ]
        if let first = history.firstTime, let last = history.lastTime {
            parts.append("\(DateText(first).text) to \(DateText(last).text)")
        }
        return parts.joined(separator: ", ")
    }

    /// The text above the model. It says whether the store contains the model or the model was inferred from the
    /// tables.
    var originText: String {
        switch inspection.modelSource {
        case .modelCache where inspection.isModelReduced:
            "The store contains its model. A migration has omitted information from it: a struct in this list can be an "
                + "enum, and the Swift types of encoded values aren't shown."
        case .modelCache: "The store contains its model."
        case .tables(let gaps):
            "The store has no readable model. The following is derived from the store's tables, which don't show "
                + gaps.map { TableGapMessage($0).text }.joined(separator: "; ") + "."
        }
    }

    /// Returns a table's row count, such as `3 rows`, or `unreadable` if the rows couldn't be counted.
    func rowText(of table: StoreInspection.Table) -> String {
        table.rowCount.map { Counted("row", $0).description } ?? "unreadable"
    }

    private var tableLines: [String] {
        let names = inspection.tables.map(\.name.visible)
        let counts = inspection.tables.map(rowText)
        let countWidth = counts.map(\.count).max() ?? 0
        let indexes = Dictionary(grouping: inspection.statements.filter { $0.kind == .index }, by: \.table)
        let triggers = inspection.statements.count { $0.kind == .trigger }
        let rows = zip(zip(inspection.tables, names), counts).map { table, count in
            let own = indexes[table.0.name]?.count ?? 0
            let words = own == 1 ? "  1 index" : "  \(own) indexes"
            return [table.1, own == 0 ? count : count.padded(to: countWidth) + words]
        }
        var lines = Table(rows: rows).lines(indentation: "  ")
        if triggers > 0 { lines.append("  and \(Counted("trigger", triggers))") }
        return lines
    }

    // MARK: JSON

    /// The model in canonical form, and the store's metadata, DDL, tables, row counts, history, external data and
    /// problems. With `--rows`, also a model's rows.
    var contents: JSONObject {
        let metadata = inspection.metadata
        var gaps: [String]?
        if case .tables(let found) = inspection.modelSource { gaps = found.map(\.rawValue) }
        let facts: JSONObject = [
            "bytes": inspection.files.bytes, "defects": inspection.defects.map(\.json),
            "ddl": inspection.statements, "ddlChecksum": inspection.ddlChecksum,
            "entities": inspection.primaryKeys.map(json), "history": inspection.history.map(Self.json),
            "isModelReduced": inspection.isModelReduced ? true : nil, "modelGaps": gaps,
            "modelSource": gaps == nil ? "modelCache" : "tables", "rows": rows?.json, "store": store,
            "problems": inspection.problems.map { StoreProblemMessage($0).text },
            "tables": inspection.tables.map { table -> JSONObject in
                ["name": table.name, "rows": CanonicalJSON.orNull(table.rowCount)]
            },
            "externalData": inspection.externalData.map { data -> JSONObject in
                ["bytes": data.bytes, "files": data.files]
            }, "walBytes": inspection.files.walBytes,
        ]
        let recorded: JSONObject = [
            "frameworkVersion": metadata.frameworkVersion,
            "maximumFrameworkVersion": metadata.maximumFrameworkVersion,
            "otherMetadata": metadata.otherEntries.keys.sortedByCodeUnit().nonEmpty,
            "storeUUID": metadata.storeUUID, "versionChecksum": metadata.versionChecksum,
            "versionHashes": metadata.versionHashes.mapValues { Digest.hex($0) },
            "versionHashesDigest": metadata.versionHashesDigest, "versionIdentifiers": metadata.versionIdentifiers,
        ]
        // A model that was inferred from tables has no hashes.
        let hashes = gaps == nil ? inspection.model.versionHashes : metadata.versionHashes
        return facts.merging(recorded).merging(inspection.model.canonicalJSON(hashes))
    }

    private func json(_ key: PrimaryKey) -> JSONObject {
        [
            "highestKey": key.highestKey, "name": key.name, "number": key.entityNumber,
            "rows": inspection.rowCounts[key.name], "superentityNumber": key.superentityNumber,
        ]
    }

    private static func json(_ history: HistorySummary) -> JSONObject {
        [
            "deletes": history.deleteCount, "first": history.firstTime.map { DateText($0).text },
            "inserts": history.insertCount, "last": history.lastTime.map { DateText($0).text },
            "names": history.names, "transactions": history.transactionCount, "updates": history.updateCount,
        ]
    }
}
