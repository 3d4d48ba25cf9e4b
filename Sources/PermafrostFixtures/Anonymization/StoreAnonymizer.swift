import Foundation
import PermafrostModel
import PermafrostStore

/// A writer for a store's anonymized copy. The copy has the same model, tables, rows, keys, links and NULLs. All other
/// values are replaced, except for values in the declaration and in properties that the user keeps.
///
/// The copy is a new file, so it has no free pages, no `-wal` and no history. CloudKit's tables are omitted.
package struct StoreAnonymizer {
    package struct Options: Sendable {
        /// The properties whose values aren't replaced, such as `Post.title`. Each name begins with the entity that
        /// declares the property.
        package var kept: Set<String>
        /// The maximum number of rows that are chosen of each entity. The rows that they refer to are added. Nil to copy
        /// all rows.
        package var rowLimit: Int?
        package var key: ReplacementKey

        package init(
            kept: Set<String> = [], rowLimit: Int? = nil, key: ReplacementKey = ReplacementKey()
        ) {
            self.kept = kept
            self.rowLimit = rowLimit
            self.key = key
        }
    }

    /// The contents of a written copy.
    package struct Summary: Sendable, Hashable {
        /// The number of copied rows of all models.
        package var rows = 0
        /// The number of rows that aren't in the sample, or nil if all rows are copied.
        package var omittedRows: Int?
        /// The number of files with large values.
        package var files = 0
        /// The number of large values that have no file next to the store.
        package var missingFiles = 0
        /// The columns with values that were emptied, because they don't belong to the column.
        package var emptied: [Emptied] = []
        /// The tables that were left out.
        package var removedTables: [String] = []
    }

    /// A column with values that were emptied.
    package struct Emptied: Sendable, Hashable, Encodable {
        /// The property with its entity, such as `Post.cover`, or the table and the column, such as `ZPOST.ZOLD`.
        package let column: String
        /// A noun phrase that describes one of the values.
        package let reason: String
        /// The number of such values.
        package let count: Int

        private enum CodingKeys: String, CodingKey {
            case column, reason
            case count = "values"
        }
    }

    /// The maximum size of a store including its files, in bytes. A larger store doesn't belong in a repository.
    package static let sizeLimit = 1 << 30

    let reader: StoreReader
    /// The store's model, with the declaration's defaults. The app evaluated the defaults in the store's own model on
    /// the person's device, so the name of the device can be one of them.
    let model: SchemaModel
    let layout: StoreLayout
    let schema: CopiedSchema
    let options: Options
    private let declared: SchemaModel?
    private let hasModelCache: Bool

    /// Opens a store to anonymize it. Doesn't change the store's folder.
    ///
    /// - Throws: ``AnonymizationError`` if the store is too large or damaged; `StoreError` if it can't be read.
    package static func open(_ path: String, limit: Int = sizeLimit) throws -> StoreReader {
        let files = StoreReaderFiles(path: path)
        let large = try StoreFile(path: path).externalStorage.count()?.bytes ?? 0
        let bytes = files.bytes + files.walBytes + files.journalBytes + large
        guard bytes <= limit else { throw AnonymizationError.tooLarge(bytes: bytes, limit: limit) }
        let reader = try StoreReader(path: path)
        let damages: [String]
        do { damages = try reader.connection.damages() } catch { throw StoreError(error, path: path) }
        // A store can appear damaged while another process writes to it.
        try reader.assertUnchanged()
        guard damages.isEmpty else { throw AnonymizationError.damaged(damages) }
        return reader
    }

    /// Returns whether a store uses write-ahead logging, but has no `-wal` next to it. If an app had the store open
    /// when the store was copied, the newest rows are only in the `-wal`.
    ///
    /// - Throws: a Foundation error if the store can't be read.
    package static func lacksLog(_ path: String) throws -> Bool {
        guard !FileStatus.exists(FileStatus.resolved(path) + "-wal") else { return false }
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let header = try file.read(upToCount: 20).map(Array.init) ?? []
        // Bytes 18 and 19 are the versions of the format for writing and reading.
        return header.count == 20 && header[18] == 2
    }

    /// Prepares to write the copy of a store.
    ///
    /// - Parameters:
    ///   - declared: the declared model of the store's version, which has the Swift types of values. If nil, enums' raw
    ///     values are replaced, because they can't be recognized.
    /// - Throws: ``AnonymizationError`` if `options` specify an unknown property, or if the store contains an unknown
    ///   statement; `StoreError` if the store can't be read.
    package init(_ reader: StoreReader, declared: SchemaModel? = nil, _ options: Options) throws {
        self.reader = reader
        self.declared = declared
        self.options = options
        let own = try Self.model(reader, isNeeded: declared == nil).map { own in
            declared.map { own.describingStore(withHashes: $0.versionHashes, version: $0) } ?? own
        }
        hasModelCache = own != nil
        let complete = own ?? declared ?? SchemaModel()
        model = declared.map { Self.model(complete, withDefaultsOf: $0) } ?? complete
        let hasHistory = try reader.tableNames().contains("ATRANSACTION")
        layout = StoreLayout(model: model, hasHistory: hasHistory)
        schema = try CopiedSchema(reader, layout)
        // A column has the values of the model that declares the property, and of all its submodels. Don't keep these
        // values if only one submodel is named.
        let known = model.entities.flatMap { entity in entity.properties.map { "\(entity.name).\($0.name)" } }
        for name in options.kept.sortedByCodeUnit() where !known.contains(name) {
            let property = name.split(separator: ".").last.map { "." + $0.lowercased() } ?? name
            throw AnonymizationError.unknownProperty(
                name, near: known.filter { $0.lowercased().hasSuffix(property) })
        }
    }

    /// Returns the model in the store. Returns nil if the store doesn't contain a model and `isNeeded` is false.
    private static func model(_ reader: StoreReader, isNeeded: Bool) throws(StoreError) -> SchemaModel? {
        do { return try reader.model() } catch {
            switch error {
            case .noModelCache where !isNeeded: return nil
            default: throw error
            }
        }
    }

    /// Writes the copy, and the files with its large values next to it.
    ///
    /// - Throws: ``AnonymizationError`` if values violate a constraint; `StoreError`, `SQLiteError`
    ///   or `FileError` if the store can't be read, if another process changes it, or if the copy can't be written. In
    ///   these cases, an incomplete copy remains.
    package func write(to path: String) throws -> Summary {
        guard FileStatus(at: path, followsLink: false) == nil else { throw StoreError.alreadyExists(path: path) }
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute(
            """
            PRAGMA synchronous=OFF; PRAGMA journal_mode=OFF; PRAGMA page_size=4096; PRAGMA encoding='UTF-8'; \
            PRAGMA auto_vacuum=2; PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-65536
            """)
        return try reader.connection.snapshot { () -> Summary in
            var rows = try AnonymizedRows(self, target: StoreFile(path: path).externalStorage)
            var summary = Summary(removedTables: schema.removed)
            try connection.transaction {
                for statement in schema.tables { try connection.execute(statement.sql) }
                for table in layout.tables { summary.rows += try rows.copy(table, to: connection) }
                for table in layout.joinTables { try rows.copy(table, to: connection) }
                try writeAdministration(connection)
                for statement in schema.indexes {
                    try AnonymizedRows.explainingConflicts(in: statement.table) {
                        try connection.execute(statement.sql)
                    }
                }
                for statement in schema.triggers { try connection.execute(statement.sql) }
            }
            try reader.assertUnchanged()
            summary.emptied = rows.emptied
            summary.files = rows.files
            summary.missingFiles = rows.missingFiles
            summary.omittedRows = rows.omittedRows
            return summary
        }
    }

    /// Returns the attribute that a column stores. For a composite's element, the composite attribute and the nested
    /// elements that contain it come first. These are from the declared model, which also has the Swift types, if it
    /// matches the store's own model.
    func path(_ entity: String, _ names: [String]) -> [Attribute] {
        let own = Self.path(entity, names, in: model)
        let declared = declared.map { Self.path(entity, names, in: $0) } ?? []
        return declared.count == own.count && declared.last?.type == own.last?.type ? declared : own
    }

    private static func path(_ entity: String, _ names: [String], in model: SchemaModel) -> [Attribute] {
        var attributes = model.entity(named: entity)?.attributes ?? []
        var path: [Attribute] = []
        for name in names {
            guard let attribute = attributes.first(where: { $0.name == name }) else { return [] }
            path.append(attribute)
            attributes = attribute.elements
        }
        return path
    }

    /// Writes the entities' numbers, the metadata and the model. Omits everything that a frozen store doesn't have,
    /// such as an app's own metadata.
    private func writeAdministration(_ connection: SQLiteConnection) throws {
        let tables = Set(schema.tables.map(\.name))
        let names = Set(model.entities.flatMap { [$0.name, $0.renamingIdentifier ?? $0.name] })
        if tables.contains("Z_PRIMARYKEY") {
            let insert = try connection.prepare(
                "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)")
            for key in try reader.primaryKeys() where names.contains(key.name) {
                try insert.run([
                    .integer(Int64(key.entityNumber)), .text(key.name), .integer(Int64(key.superentityNumber)),
                    .integer(Int64(key.highestKey)),
                ])
            }
        }
        let metadata = try metadata()
        try connection.prepare("INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)")
            .run([.text(metadata.storeUUID), .blob(metadata.propertyList)])
        if hasModelCache, tables.contains("Z_MODELCACHE") {
            try connection.prepare("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)")
                .run([.blob(ModelArchive.encode(model))])
        }
    }

    private static func model(_ model: SchemaModel, withDefaultsOf declared: SchemaModel) -> SchemaModel {
        let entities = model.entities.map { entity in
            var entity = entity
            let others = declared.entity(named: entity.name)?.attributes ?? []
            entity.setProperties(
                entity.properties.map { property in
                    guard case .attribute(let attribute) = property else { return property }
                    return .attribute(
                        Self.attribute(
                            attribute, withDefaultOf: others.first { $0.name == attribute.name },
                            origin: [entity.name, attribute.name]))
                })
            return entity
        }
        return SchemaModel(
            entities: entities, configurations: model.configurations, versionIdentifiers: model.versionIdentifiers,
            frameworkVariants: model.frameworkVariants)
    }

    private static func attribute(
        _ attribute: Attribute, withDefaultOf other: Attribute?, origin: [String]
    ) -> Attribute {
        var attribute = attribute
        switch (attribute.defaultValue, attribute.type, other?.defaultValue) {
        case (nil, _, _): break
        // The default of an enum is a case or a raw value. Keep the form that the framework wrote.
        case (_, .composite, .string?), (_, .composite, .integer?): break
        default: attribute.defaultValue = other.flatMap { ArchivedDefault.value(of: $0, origin: origin) }
        }
        attribute.elements = attribute.elements.map { element in
            Self.attribute(
                element, withDefaultOf: other?.elements.first { $0.name == element.name },
                origin: origin + [element.name])
        }
        return attribute
    }

    private func metadata() throws -> StoreMetadata {
        let old = try reader.metadata()
        var generator = options.key.generator(.uuid, [])
        var new = StoreMetadata(
            model: model, storeUUID: DigestGenerator.text(ofUUID: generator.uuid()))
        new.frameworkVersion = old.frameworkVersion
        new.maximumFrameworkVersion = old.maximumFrameworkVersion
        new.versionHashes = old.versionHashes.filter { model.entity(named: $0.key) != nil && $0.value.count == 32 }
        new.versionHashesVersion = old.versionHashesVersion
        new.versionHashesDigest = old.versionHashesDigest.map { _ in model.versionHashesDigest(of: new.versionHashes) }
        new.versionChecksum = old.versionChecksum.map { _ in model.versionChecksum(of: new.versionHashes) }
        new.versionIdentifiers = declared?.versionIdentifiers ?? old.versionIdentifiers
        if old.storeType == nil { new.storeType = nil }
        if old.autoVacuumLevel == nil { new.autoVacuumLevel = nil }
        return new
    }
}
