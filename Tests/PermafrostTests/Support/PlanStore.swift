import Foundation
import PermafrostStore
import SwiftData

@testable import Permafrost

/// A store in its own folder, which is deleted with this object.
final class PlanStore {
    let folder: URL
    let url: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("permafrost-plan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appendingPathComponent("App.store")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func configuration(_ schema: Schema) -> ModelConfiguration {
        ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .none)
    }

    /// Makes a store of a version, and fills it.
    func fill(_ version: any VersionedSchema.Type, _ body: (ModelContext) throws -> Void) throws {
        let schema = Schema(versionedSchema: version)
        let context = ModelContext(try ModelContainer(for: schema, configurations: configuration(schema)))
        context.autosaveEnabled = false
        try body(context)
        try context.save()
    }

    /// Opens the store with a plan.
    @discardableResult
    func migrate(_ plan: MigrationPlan, run: MigrationRun = MigrationRun()) throws -> ModelContainer {
        let schema = plan.schemas.last.map { Schema(versionedSchema: $0) } ?? Schema()
        return try PlanContainer.open(
            schema: schema, plan: plan, configurations: [configuration(schema)], run: run)
    }

    /// Opens the store with a plan that must fail. Returns the error, or nil if the migration succeeded or didn't throw
    /// a ``MigrationError``.
    func failure(_ plan: MigrationPlan, run: MigrationRun = MigrationRun()) -> MigrationError? {
        do {
            try migrate(plan, run: run)
            return nil
        } catch {
            return error as? MigrationError
        }
    }

    /// Returns the rows of a query's result.
    func rows(_ sql: String) throws -> [[SQLiteValue]] {
        try SQLiteConnection(path: url.path, mode: .create).rows(sql)
    }

    /// Returns the first column of each row as text.
    func column(_ sql: String) throws -> [String] {
        try rows(sql).map { row in
            switch row[0] {
            case .null: "NULL"
            case .integer(let number): "\(number)"
            case .real(let number): "\(number)"
            case .text(let text): text
            case .blob(let bytes): "\(bytes.count) bytes"
            }
        }
    }
}
