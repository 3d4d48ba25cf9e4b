import Foundation
import PermafrostStore
import SwiftDataCrashModels
import Testing

@testable import SwiftData

/// Stores of the ledger's two versions, and the invariants that must always hold.
enum Ledgers {
    enum Version { case first, second }

    static func first(_ url: URL) throws -> ModelContext {
        ModelContext(
            try ModelContainer(for: Schema(versionedSchema: Ledger.self), configurations: ModelConfiguration(url: url)))
    }

    static func second(_ url: URL) throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: LedgerV2.self), configurations: ModelConfiguration(url: url)))
    }

    /// Makes a store with an account and its entries, some of them with large values.
    static func populate(_ url: URL, entries: Int) throws {
        let context = try first(url)
        let account = Ledger.Account()
        context.insert(account)
        for number in 0..<entries {
            let entry = Ledger.Entry(number: number)
            if number.isMultiple(of: 150) { entry.receipt = Data(repeating: 3, count: 120_000) }
            entry.account = account
        }
        account.count = entries
        try context.save()
    }

    /// Returns the version of a store. Reads the store only with SQL.
    static func version(_ url: URL) throws -> Version {
        let connection = try SQLiteConnection(path: url.path, mode: .create)
        let hashes = try StoreTables(connection).metadata().versionHashes
        if hashes == Schema(versionedSchema: Ledger.self).model.versionHashes { return .first }
        #expect(hashes == Schema(versionedSchema: LedgerV2.self).model.versionHashes)
        return .second
    }

    /// Expects that the database and its counters are valid, and that there is a file for every large value and no
    /// other file.
    static func expectSound(_ url: URL, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let connection = try SQLiteConnection(path: url.path, mode: .create)
        #expect(try connection.rows("PRAGMA integrity_check") == [[.text("ok")]], sourceLocation: sourceLocation)
        for (table, name) in [("ZENTRY", "Entry"), ("ACHANGE", "CHANGE"), ("ATRANSACTION", "TRANSACTION")] {
            let query =
                "SELECT (SELECT MAX(Z_PK) FROM \(table)) IS (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = '\(name)')"
            let hasRows = try connection.rows("SELECT 1 FROM \(table) LIMIT 1").count
            #expect(try hasRows == 0 || connection.rows(query) == [[.integer(1)]], sourceLocation: sourceLocation)
        }
        let cells = try connection.rows("SELECT ZRECEIPT FROM ZENTRY WHERE ZRECEIPT IS NOT NULL").compactMap { row in
            if case .blob(let bytes) = row[0] { LargeValueCell.fileName(in: bytes) } else { nil }
        }
        let folder = StoreFile(url).externalStorage.folder
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        #expect(files.sorted() == cells.sorted(), sourceLocation: sourceLocation)
    }
}
