import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// A comparison of a migrated store with one that was never migrated.
enum FreshStore {
    /// Expects that a migrated store equals a fresh one, except for the rows: both have the same tables, indexes,
    /// entity numbers, metadata and model cache. A table that was altered in place must only have the same columns.
    ///
    /// - Parameter altered: the tables that were altered in place, so that their SQL text differs. Nil allows any
    ///   table.
    static func expectEqual(
        _ url: URL, _ schema: Schema, altered: Set<String>? = [], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try Places.withFolder { folder in
            let freshURL = folder.appendingPathComponent("fresh.store")
            _ = try ModelContainer(for: schema, configurations: ModelConfiguration(url: freshURL))
            let (migrated, fresh) = (try StoreReader(path: url.path), try StoreReader(path: freshURL.path))
            try expectEqualTables(migrated, fresh, altered: altered, sourceLocation: sourceLocation)
            var metadata = try migrated.metadata()
            metadata.storeUUID = try fresh.metadata().storeUUID
            #expect(try metadata == fresh.metadata(), sourceLocation: sourceLocation)
            #expect(try migrated.model() == fresh.model(), sourceLocation: sourceLocation)
            try expectSound(migrated, schema, sourceLocation)
        }
    }

    /// Expects that a migrated and a fresh store have the same tables, indexes and entity numbers.
    static func expectEqualTables(
        _ migrated: StoreReader, _ fresh: StoreReader, altered: Set<String>? = [],
        sourceLocation place: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try numbers(migrated) == numbers(fresh), sourceLocation: place)
        let (texts, freshTexts) = (try objects(migrated), try objects(fresh))
        #expect(Set(texts.keys) == Set(freshTexts.keys), sourceLocation: place)
        let altered = altered ?? Set(freshTexts.keys.filter { texts[$0] != freshTexts[$0] && $0.hasPrefix("Z") })
        for (name, text) in freshTexts where !altered.contains(name) {
            #expect(texts[name] == text, sourceLocation: place)
        }
        for table in altered {
            #expect(try columns(of: table, migrated) == columns(of: table, fresh), sourceLocation: place)
            // Check that the table was altered, and not rebuilt.
            #expect(texts[table] != freshTexts[table], "\(table) was not altered in place", sourceLocation: place)
            #expect(
                texts[table]?.hasPrefix("CREATE TABLE \(table) ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT ")
                    ?? false, sourceLocation: place)
            #expect(texts[table]?.contains("\"") == false, sourceLocation: place)
        }
    }

    /// Returns the SQL text of every table and index, keyed by name. The text is empty for SQLite's own objects.
    private static func objects(_ reader: StoreReader) throws -> [String: String] {
        try reader.rows("SELECT name, coalesce(sql, '') FROM sqlite_master").reduce(into: [:]) { texts, row in
            if case .text(let name) = row[0], case .text(let text) = row[1] { texts[name] = text }
        }
    }

    private static func columns(of table: String, _ reader: StoreReader) throws -> [[SQLiteValue]] {
        try reader.rows(
            "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info('\(table)') ORDER BY name")
    }

    private static func numbers(_ reader: StoreReader) throws -> [[SQLiteValue]] {
        try reader.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT")
    }

    /// Expects that the pages, the rows' entity numbers and the counters are valid.
    private static func expectSound(_ reader: StoreReader, _ schema: Schema, _ place: SourceLocation) throws {
        #expect(try reader.rows("PRAGMA integrity_check") == [[.text("ok")]], sourceLocation: place)
        #expect(try reader.rows("PRAGMA auto_vacuum") == [[.integer(2)]], sourceLocation: place)
        let layout = StoreLayout(model: schema.model)
        for table in layout.tables {
            let number = layout.entityNumbers[table.rootEntity] ?? 0
            let family = table.entities.compactMap { layout.entityNumbers[$0] }.map(String.init).joined(separator: ", ")
            #expect(
                try reader.rows("SELECT COUNT(*) FROM \(table.name) WHERE Z_ENT NOT IN (\(family))") == [[.integer(0)]],
                sourceLocation: place)
            #expect(
                try reader.rows(
                    """
                    SELECT Z_MAX >= coalesce((SELECT max(Z_PK) FROM \(table.name)), 0) FROM Z_PRIMARYKEY
                    WHERE Z_ENT = \(number)
                    """) == [[.integer(1)]], sourceLocation: place)
        }
    }
}
