import PermafrostModel

/// A description of a store without its rows: files, metadata, model, tables, counts and history.
///
/// Parts that can't be read are listed in ``problems``; the rest is available. The time for reading doesn't depend on
/// the number of rows, except for counting them.
package struct StoreInspection: Sendable {
    /// The source of the model.
    package enum ModelSource: Sendable, Hashable {
        /// The model in the store's model cache.
        case modelCache
        /// The tables, because the store contains no readable model. The gaps are the information that tables don't
        /// contain.
        case tables(gaps: [TableModel.Gap])
    }

    /// A problem with a part of a store. The part can't be read, or doesn't occur in stores that a framework writes.
    package enum Problem: Sendable, Hashable {
        /// The model in the store can't be read.
        case damagedModel(ModelArchive.Failure)
        /// A table can't be counted, with its name and the reason.
        case unreadableTable(String, StoreError)
        /// The history can't be read.
        case unreadableHistory(StoreError)
        /// The version hashes of the store's model differ from the ones in the metadata, for these entities.
        case modelOfOtherHashes(entities: [String])
        /// Views and virtual tables, which are never read.
        case foreignObjects([String])

        /// Whether the problem makes the inspection incomplete.
        package var isLoss: Bool {
            switch self {
            case .damagedModel, .unreadableTable, .unreadableHistory: true
            case .modelOfOtherHashes, .foreignObjects: false
            }
        }
    }

    /// A table and its number of rows; nil if they can't be counted.
    package struct Table: Sendable, Hashable {
        package var name: String
        package var rowCount: Int?
    }

    package let files: StoreReader.Files
    /// The metadata of the store.
    package let metadata: StoreMetadata
    /// The model, with its own version identifiers if it has any.
    package let model: SchemaModel
    /// The source of the model in ``model``.
    package let modelSource: ModelSource
    /// The schema's statements, in the order of `ORDER BY tbl_name, type DESC, name`.
    package let statements: [DDLStatement]
    /// The SHA-256 of the DDL in lowercase hexadecimal, as recorded in a fixture.
    package let ddlChecksum: String
    /// The rows of `Z_PRIMARYKEY`.
    package let primaryKeys: [StoreLayout.PrimaryKey]
    /// The tables, by name.
    package let tables: [Table]
    /// The names of each table's columns, in order.
    package let columns: [String: [String]]
    /// The number of rows of each entity by name, without its subentities.
    package let rowCounts: [String: Int]
    /// The history; nil if the store records none.
    package let history: StoreTables.HistorySummary?
    /// The number and size of the external data files of this store; nil if they have no folder.
    package let externalData: ExternalStorage.Count?
    /// The problems that were found.
    package let problems: [Problem]

    /// Reads a store. Throws if the file isn't a store, because it isn't a database or has no readable metadata.
    package init(_ reader: StoreReader) throws(StoreError) {
        var problems: [Problem] = []
        metadata = try reader.metadata()
        files = reader.files
        let statements = try reader.statements()
        self.statements = statements.inQueryOrder()
        ddlChecksum = Digest.hex(Digest.sha256(Array(self.statements.text.utf8)))
        primaryKeys = try reader.primaryKeys()
        (model, modelSource) = try Self.model(reader, metadata, &problems)

        var columns: [String: [String]] = [:]
        for table in try reader.tableNames() { columns[table] = try reader.columns(of: table).map(\.name) }
        self.columns = columns
        var counter = RowCounter(reader)
        tables = try counter.tables()
        rowCounts = counter.rowCounts(of: model, tables: tables, primaryKeys: primaryKeys)
        problems += counter.problems
        do { history = try reader.history() } catch {
            history = nil
            problems.append(.unreadableHistory(error))
        }
        do { externalData = try StoreFile(path: reader.path).externalStorage.count() } catch {
            throw .unreadable(path: reader.path, reason: "the folder with its large values can't be listed: \(error)")
        }
        let read = Set(tables.map(\.name))
        let foreign = statements.filter { $0.kind == .view || $0.kind == .table && !read.contains($0.name) }
        if !foreign.isEmpty { problems.append(.foreignObjects(foreign.map(\.name))) }
        self.problems = problems
    }

    /// Whether a part of the store couldn't be read.
    package var isIncomplete: Bool { problems.contains(where: \.isLoss) }

    private static func model(
        _ reader: StoreReader, _ metadata: StoreMetadata, _ problems: inout [Problem]
    ) throws(StoreError) -> (SchemaModel, ModelSource) {
        do {
            let model = try reader.model()
            let hashes = model.versionHashes
            let names = Set(hashes.keys).union(metadata.versionHashes.keys)
            let differing = names.filter { hashes[$0] != metadata.versionHashes[$0] }
            if !differing.isEmpty { problems.append(.modelOfOtherHashes(entities: differing.sortedByCodeUnit())) }
            return (model, .modelCache)
        } catch {
            switch error {
            case .noModelCache: break
            case .damagedModelCache(_, let error): problems.append(.damagedModel(error))
            default: throw error
            }
        }
        let tables = try reader.tableModel()
        return (tables.model, .tables(gaps: tables.gaps))
    }
}
