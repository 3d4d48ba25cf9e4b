import PermafrostModel

/// What a store is and holds, its rows aside: files, metadata, model, tables, counts and history.
///
/// What cannot be read stands in ``problems``, and the rest is there. Reading takes the same time whatever the number of
/// rows, except for counting them.
package struct StoreInspection: Sendable {
    /// Where the model comes from.
    package enum ModelSource: Sendable, Hashable {
        /// The store carries it.
        case modelCache
        /// The store carries none that can be read: it is what the tables show, with what they do not.
        case tables(gaps: [TableModel.Gap])
    }

    /// Something about a store that cannot be read, or that no store has which a framework wrote.
    package enum Problem: Sendable, Hashable {
        /// The model that it carries cannot be read.
        case damagedModel(ModelArchive.Failure)
        /// A table cannot be counted; its name, and why.
        case unreadableTable(String, StoreError)
        /// The history cannot be read.
        case unreadableHistory(StoreError)
        /// The model that it carries has other version hashes than the metadata records, for these entities.
        case modelOfOtherHashes(entities: [String])
        /// Views and virtual tables, which are never read.
        case foreignObjects([String])

        /// Whether something is missing from the inspection because of it.
        package var isLoss: Bool {
            switch self {
            case .damagedModel, .unreadableTable, .unreadableHistory: true
            case .modelOfOtherHashes, .foreignObjects: false
            }
        }
    }

    /// A table and the number of its rows, nil if they cannot be counted.
    package struct Table: Sendable, Hashable {
        package var name: String
        package var rowCount: Int?
    }

    /// The store's files.
    package let files: StoreReader.Files
    /// What the store says of itself.
    package let metadata: StoreMetadata
    /// The model; its version identifiers are the model's own, where it has any.
    package let model: SchemaModel
    /// Where it comes from.
    package let modelSource: ModelSource
    /// The schema's statements, in the order of `ORDER BY tbl_name, type DESC, name`.
    package let statements: [DDLStatement]
    /// SHA-256 of the DDL in lower-case hexadecimal, as a fixture records it.
    package let ddlChecksum: String
    /// The rows of Z_PRIMARYKEY.
    package let primaryKeys: [StoreLayout.PrimaryKey]
    /// The tables, by name.
    package let tables: [Table]
    /// The names of each table's columns, in order.
    package let columns: [String: [String]]
    /// The rows of each entity by name, those of its subentities not among them.
    package let rowCounts: [String: Int]
    /// The history; nil if the store records none.
    package let history: StoreTables.HistorySummary?
    /// The files that hold data of this store, and their bytes; nil if there is no folder for them.
    package let externalData: ExternalStorage.Count?
    /// What is wrong.
    package let problems: [Problem]

    /// Reads a store. Throws if the file is not a store: no database, or no metadata that can be read.
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
            throw .unreadable(path: reader.path, reason: "The folder with its large values can't be listed: \(error)")
        }
        let read = Set(tables.map(\.name))
        let foreign = statements.filter { $0.kind == .view || $0.kind == .table && !read.contains($0.name) }
        if !foreign.isEmpty { problems.append(.foreignObjects(foreign.map(\.name))) }
        self.problems = problems
    }

    /// Whether something of the store could not be read.
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
