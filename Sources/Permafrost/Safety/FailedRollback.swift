import Foundation
import SwiftData

/// The underlying error if both a migration and its rollback failed, and the rollback's error has a reason.
struct FailedRollback: LocalizedError {
    /// The reason that the rollback failed.
    let reason: any Error
    /// The error of the migration.
    let migration: MigrationError

    var errorDescription: String? {
        let text = reason.localizedDescription
        return text + (text.hasSuffix(".") ? "" : ".") + " Before that, the migration failed: \(migration)"
    }
}
