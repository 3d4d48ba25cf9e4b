import PermafrostModel

/// A description of a store without its rows: files, metadata, model, schema, row counts, history and external data.
///
/// Parts that can't be read are listed in ``problems``. All other parts are still available. Only counting rows takes
/// longer for a larger store.
package struct StoreInspection: Sendable {
    package enum ModelSource: Sendable, Hashable {
        /// The model in the store's model cache.
        case modelCache
        /// The tables, because the store contains no readable model. The gaps are the parts of the model that can't be
        /// derived from tables.
        case tables(gaps: [TableModel.Gap])
    }

    /// A problem with a part of a store: either it can't be read, or Apple's frameworks never write such a part.
    package enum Problem: Sendable, Hashable {
        /// The model in the store can't be read.
        case damagedModel(ModelArchiveError)
        /// The rows of a table can't be counted. Contains the table's name and the reason.
        case unreadableTable(String, StoreError)
        case unreadableHistory(StoreError)
        /// The version hashes of the given entities differ between the store's model and its metadata.
        case modelOfOtherHashes(entities: [String])
        /// The store contains views or virtual tables with the given names. They are never read.
        case foreignObjects([String])
        /// A table that the store's model requires, or a part of one, is missing or different.
        case defect(TableDefect)
        /// The given columns belong to no property. They have no effect.
        case extraColumns([String])

        /// Whether the inspection is incomplete because of the problem.
        package var isLoss: Bool {
            switch self {
            case .damagedModel, .unreadableTable, .unreadableHistory: true
            case .modelOfOtherHashes, .foreignObjects, .defect, .extraColumns: false
            }
        }
    }

    /// A table and its number of rows. The number is nil if the rows can't be counted.
    package struct Table: Sendable, Hashable {
        package var name: String
        package var rowCount: Int?
    }

    package let files: StoreReaderFiles
    package let metadata: StoreMetadata
    /// The store's model, from the model cache or, if the cache isn't readable, derived from the tables.
    package let model: SchemaModel
    package let modelSource: ModelSource
    /// Whether the model in the store lacks information, because a migration omitted it: a composite attribute may be an
    /// enum although the model doesn't show it, and a transformable attribute may have a value class.
    package let isModelReduced: Bool
    /// The schema's statements, sorted as by `ORDER BY tbl_name, type DESC, name`.
    package let statements: [DDLStatement]
    /// The SHA-256 of the DDL in lowercase hexadecimal, as recorded in fixtures.
    package let ddlChecksum: String
    /// The rows of `Z_PRIMARYKEY`, sorted by entity number. They include the history's own entities.
    package let primaryKeys: [PrimaryKey]
    /// The tables, sorted by name.
    package let tables: [Table]
    /// The columns and unique indexes of the tables.
    package let storedTables: StoredTables
    /// The names of each table's columns in order, keyed by table name.
    package var columns: [String: [String]] { storedTables.tables.mapValues { $0.columns.map(\.name) } }
    /// The number of rows of each entity, without its subentities' rows, keyed by entity name. Omits entities whose
    /// rows can't be counted.
    package let rowCounts: [String: Int]
    /// A summary of the store's history. Nil if the store doesn't record history, or if the history can't be read.
    package let history: HistorySummary?
    /// The number and size of the files with the store's large values, or nil if their folder doesn't exist.
    package let externalData: ExternalStorage.Count?
    package private(set) var problems: [Problem]

    /// Reads a store. Throws if the file isn't a database, or if its metadata, its schema, or the folder of its large
    /// values can't be read.
    package init(_ reader: StoreReader) throws(StoreError) {
        var problems: [Problem] = []
        metadata = try reader.metadata()
        files = reader.files
        let statements = try reader.statements()
        self.statements = statements.inQueryOrder()
        ddlChecksum = Digest.hex(Digest.sha256(Array(self.statements.text.utf8)))
        primaryKeys = try reader.primaryKeys()
        (model, modelSource, isModelReduced) = try Self.model(reader, metadata, &problems)

        storedTables = try StoredTables(reader)
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
        // If the model in the store isn't the one that the metadata identifies, its tables aren't known.
        let isOfOtherHashes = problems.contains { if case .modelOfOtherHashes = $0 { true } else { false } }
        if modelSource == .modelCache, !isOfOtherHashes {
            problems += Self.problems(Self.comparison(of: storedTables, metadata, model))
        }
        self.problems = problems
    }

    /// Returns a comparison of the store's tables with the tables that a model requires.
    package func comparison(with model: SchemaModel) -> TableComparison {
        Self.comparison(of: storedTables, metadata, model)
    }

    /// The defects of the tables, compared with the model in the store.
    package var defects: [TableDefect] {
        problems.compactMap { if case .defect(let defect) = $0 { defect } else { nil } }
    }

    /// Returns a copy whose tables are compared with the model of a version instead of the one in the store.
    package func comparingTables(with version: SchemaModel) -> StoreInspection {
        var copy = self
        copy.problems =
            problems.filter { problem in
                switch problem {
                case .defect, .extraColumns: false
                default: true
                }
            } + Self.problems(comparison(with: version))
        return copy
    }

    private static func comparison(
        of tables: StoredTables, _ metadata: StoreMetadata, _ model: SchemaModel
    ) -> TableComparison {
        TableComparison(tables, model: model, entities: Set(metadata.versionHashes.keys))
    }

    private static func problems(_ comparison: TableComparison) -> [Problem] {
        comparison.defects.map(Problem.defect)
            + (comparison.extraColumns.isEmpty ? [] : [.extraColumns(comparison.extraColumns)])
    }

    /// Whether a part of the store couldn't be read.
    package var isIncomplete: Bool { problems.contains(where: \.isLoss) }

    private static func model(
        _ reader: StoreReader, _ metadata: StoreMetadata, _ problems: inout [Problem]
    ) throws(StoreError) -> (SchemaModel, ModelSource, isReduced: Bool) {
        do {
            let (model, isReduced) = try reader.archivedModel()
            let hashes = model.versionHashes
            let names = Set(hashes.keys).union(metadata.versionHashes.keys)
            let differing = names.filter { hashes[$0] != metadata.versionHashes[$0] }
            if !differing.isEmpty { problems.append(.modelOfOtherHashes(entities: differing.sortedByCodeUnit())) }
            return (model, .modelCache, isReduced)
        } catch {
            switch error {
            case .noModelCache: break
            case .damagedModelCache(_, let error): problems.append(.damagedModel(error))
            default: throw error
            }
        }
        let tables = try reader.tableModel()
        return (tables.model, .tables(gaps: tables.gaps), false)
    }
}
