import Foundation
import PermafrostStore
import SwiftData

/// What must hold before a store is migrated. Looking changes nothing.
struct Preflight: Sendable {
    let folder: SafetyFolder
    let files: FileSystem
    /// How many times the store's size is needed beside it; 0 if nothing is copied.
    let copies: Int64

    /// What is needed beside the copies, in bytes: a manifest, the journal, and folders.
    private static let margin: Int64 = 1 << 20

    /// Whether there is a place for a journal and for backups.
    func checkFolder() throws(MigrationError) {
        guard files.isWritable(folder.parent) else {
            throw MigrationError(.store(.readOnlyFolder(path: folder.parent)))
        }
    }

    /// Whether the store is sound, and whether there is space for what is made beside it.
    func checkStore() throws(MigrationError) {
        let damages: [String]
        do { damages = try StoreOpening(path: folder.store.path).read { try $0.damages() } } catch {
            throw StoreFacts.error(error)
        }
        guard damages.isEmpty else { throw MigrationError(.store(.damaged(report: damages.joined(separator: "; ")))) }
        guard copies > 0 else { return }
        let needed: Int64
        let available: Int64
        do {
            let size = try StoreCopy.size(of: folder.file)
            let (bytes, isTooMuch) = size.multipliedReportingOverflow(by: copies)
            needed = isTooMuch ? .max : bytes + Self.margin
            available = try files.freeSpace(folder.parent)
        } catch {
            throw MigrationError(.backup(.failed), underlying: error)
        }
        guard needed <= available else {
            throw MigrationError(.store(.notEnoughSpace(needed: needed, available: available)))
        }
    }
}
