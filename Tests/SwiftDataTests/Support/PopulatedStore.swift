import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// A store with several hundred rows to migrate, inspected through the test's own connection.
struct PopulatedStore {
    /// The journal of the file before it is opened again.
    enum Journal: String, CaseIterable, CustomTestStringConvertible, Sendable {
        /// A rollback journal.
        case delete
        /// A write-ahead log that was checkpointed into the file.
        case wal
        /// A write-ahead log that contains the last rows.
        case unmergedLog

        var testDescription: String { rawValue }
    }

    static let count = 300

    let url: URL

    /// Makes a store of the given classes in a temporary folder, and passes it to `body`. No process has the store
    /// open.
    static func with<Result>(
        _ types: [any PersistentModel.Type], journal: Journal = .delete,
        populate: (ModelContext) throws -> Void, _ body: (PopulatedStore) throws -> Result
    ) throws -> Result {
        try Places.withFolder { folder in
            let made = folder.appendingPathComponent("made.store")
            let store = PopulatedStore(url: folder.appendingPathComponent("items.store"))
            do {
                let context = ModelContext(
                    try ModelContainer(for: Schema(types), configurations: ModelConfiguration(url: made)))
                try populate(context)
                try context.save()
                // A copy of the open store has the files that a killed process leaves.
                if journal == .unmergedLog { _ = try Places.copy(made, to: store.url) }
            }
            if journal != .unmergedLog {
                let mode = journal == .wal ? "wal" : "delete"
                _ = try SQLiteConnection(path: made.path, mode: .create).rows("PRAGMA journal_mode=\(mode)")
                _ = try Places.copy(made, to: store.url)
            }
            let files = folder.path + "/.made_SUPPORT"
            if FileManager.default.fileExists(atPath: files) {
                try FileManager.default.moveItem(atPath: files, toPath: folder.path + "/.items_SUPPORT")
            }
            return try body(store)
        }
    }

    /// Opens the store with newer types, which migrates it.
    @discardableResult
    func open(
        _ types: [any PersistentModel.Type], plan: (any SchemaMigrationPlan.Type)? = nil, allowsSave: Bool = true
    ) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(types), migrationPlan: plan,
            configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
    }

    func rows(_ sql: String) throws -> [[SQLiteValue]] {
        try SQLiteConnection(path: url.path, mode: .untrusted).rows(sql)
    }

    /// The names of the files with large values next to the store.
    var largeValues: Set<String> {
        let folder = url.deletingLastPathComponent().path + "/.items_SUPPORT/_EXTERNAL_DATA"
        return Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    }

    /// Returns the contents of the store's file, its -wal and its large values, keyed by path. A missing -wal counts as
    /// an empty one.
    func bytes() throws -> [String: Data] {
        let folder = url.deletingLastPathComponent()
        let paths = ["items.store", "items.store-wal"] + largeValues.map { ".items_SUPPORT/_EXTERNAL_DATA/\($0)" }
        return paths.reduce(into: [:]) { bytes, path in
            bytes[path] = FileManager.default.contents(atPath: folder.appendingPathComponent(path).path) ?? Data()
        }
    }

    /// Expects that opening the store with the types throws Core Data's error with the given code and text, and that no
    /// byte changes.
    func expectRefusal(
        of types: [any PersistentModel.Type], plan: (any SchemaMigrationPlan.Type)? = nil, allowsSave: Bool = true,
        code: Int, text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try bytes()
        do {
            try open(types, plan: plan, allowsSave: allowsSave)
            Issue.record("The store opened.", sourceLocation: sourceLocation)
        } catch let error as SwiftDataError {
            #expect(error == .loadIssueModelContainer, sourceLocation: sourceLocation)
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            #expect(cause?.domain == NSCocoaErrorDomain, sourceLocation: sourceLocation)
            #expect(cause?.code == code, "\(error)", sourceLocation: sourceLocation)
            let told = (cause?.localizedDescription ?? "") + " " + (cause?.localizedFailureReason ?? "")
            #expect(told.contains(text), "\(told)", sourceLocation: sourceLocation)
        }
        #expect(try bytes() == before, sourceLocation: sourceLocation)
    }
}
