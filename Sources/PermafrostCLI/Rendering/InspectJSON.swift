import PermafrostModel
import PermafrostStore

/// What a store is and holds, as JSON: the canonical model with what the store records.
struct InspectJSON {
    let json: CanonicalJSON

    init(_ inspection: StoreInspection, path: String, rows: ShownRows?, code: ExitCode) {
        let metadata = inspection.metadata
        var gaps: [String]?
        if case .tables(let found) = inspection.modelSource { gaps = found.map(\.rawValue) }
        var members: [(String, CanonicalJSON?)] = [
            ("bytes", .integer(Int64(inspection.files.bytes))),
            ("command", .string("inspect")),
            ("ddl", .array(inspection.statements.map(Self.json))),
            ("ddlChecksum", .string(inspection.ddlChecksum)),
            ("entities", .array(inspection.primaryKeys.map { Self.json($0, rows: inspection.rowCounts[$0.name]) })),
            ("exitCode", .integer(Int64(code.rawValue))),
            (
                "externalData",
                inspection.externalData.map {
                    .object([("bytes", .integer(Int64($0.bytes))), ("files", .integer(Int64($0.files)))])
                }
            ),
            ("formatVersion", .integer(1)),
            ("frameworkVersion", metadata.frameworkVersion.map { .integer($0) }),
            ("history", inspection.history.map(Self.json)),
            ("maximumFrameworkVersion", metadata.maximumFrameworkVersion.map { .integer($0) }),
            ("modelGaps", gaps.map { .strings($0) }),
            ("modelSource", .string(gaps == nil ? "modelCache" : "tables")),
            (
                "otherMetadata",
                metadata.otherEntries.isEmpty ? nil : .strings(metadata.otherEntries.keys.sortedByCodeUnit())
            ),
            ("problems", .strings(inspection.problems.map { StoreProblemWording($0).text })),
            ("rows", rows.map(Self.json)),
            ("store", .string(path)),
            ("storeUUID", .string(metadata.storeUUID)),
            ("tables", .array(inspection.tables.map(Self.json))),
            ("versionChecksum", metadata.versionChecksum.map { .string($0) }),
            ("versionHashes", .object(metadata.versionHashes.map { ($0.key, .string(Digest.hex($0.value))) })),
            ("versionHashesDigest", metadata.versionHashesDigest.map { .string($0) }),
            ("versionIdentifiers", .strings(metadata.versionIdentifiers)),
            ("walBytes", .integer(Int64(inspection.files.walBytes))),
        ]
        // A model told by its tables has no hashes of its own.
        let hashes = gaps == nil ? inspection.model.versionHashes : metadata.versionHashes
        if case .object(let parts) = inspection.model.canonicalJSON(hashes) {
            members += parts.map { ($0.key, $0.value) }
        }
        json = .object(members)
    }

    private static func json(_ statement: DDLStatement) -> CanonicalJSON {
        .object([
            ("kind", .string(statement.kind.rawValue)), ("name", .string(statement.name)),
            ("sql", .string(statement.sql)), ("table", .string(statement.table)),
        ])
    }

    private static func json(_ key: StoreLayout.PrimaryKey, rows: Int?) -> CanonicalJSON {
        .object([
            ("highestKey", .integer(Int64(key.highestKey))), ("name", .string(key.name)),
            ("number", .integer(Int64(key.entityNumber))), ("rows", rows.map { .integer(Int64($0)) }),
            ("superentityNumber", .integer(Int64(key.superentityNumber))),
        ])
    }

    private static func json(_ table: StoreInspection.Table) -> CanonicalJSON {
        .object([("name", .string(table.name)), ("rows", table.rowCount.map { .integer(Int64($0)) } ?? .null)])
    }

    private static func json(_ history: StoreHistory) -> CanonicalJSON {
        .object([
            ("deletes", .integer(Int64(history.deleteCount))),
            ("first", history.firstTime.map { .string(DateText($0).text) }),
            ("inserts", .integer(Int64(history.insertCount))),
            ("last", history.lastTime.map { .string(DateText($0).text) }),
            ("names", .strings(history.names)),
            ("transactions", .integer(Int64(history.transactionCount))),
            ("updates", .integer(Int64(history.updateCount))),
        ])
    }

    private static func json(_ rows: ShownRows) -> CanonicalJSON {
        .object([
            ("missing", rows.missing.isEmpty ? nil : .strings(rows.missing)), ("model", .string(rows.model)),
            (
                "rows",
                .array(
                    rows.rows.map { row in
                        .object([
                            ("key", .integer(row.key)), ("saveCount", .integer(row.saveCount)),
                            ("values", .object(row.values.map { ($0.name, StoredValueJSON($0.value).json) })),
                        ])
                    })
            ),
            ("total", rows.total.map { .integer(Int64($0)) }),
        ])
    }
}
