import Foundation
import PermafrostFiles
import PermafrostStore
import SwiftData

/// What must hold before a store is migrated. Looking changes nothing.
struct Preflight: Sendable {
    let folder: SafetyFolder
    let files: FileSystem
    let safety: MigrationSafety

    /// What a backup needs beside the store's own size, in bytes: its manifest, the journal, and folders.
    private static let margin: Int64 = 1 << 20

    /// Whether there is a place for a journal and for backups.
    func checkFolder() throws(MigrationError) {
        guard files.isWritable(folder.parent) else { throw MigrationError(.readOnlyFolder(path: folder.parent)) }
    }

    /// Whether the store is sound, and whether there is space for its backup.
    func checkStore() throws(MigrationError) {
        let damages: [String]
        do { damages = try StoreIdentity(path: folder.store.path).read { try $0.damages() } } catch {
            throw StoreFacts.error(error)
        }
        guard damages.isEmpty else { throw MigrationError(.damaged(report: damages.joined(separator: "; "))) }
        guard safety != .none else { return }
        let needed: Int64
        let available: Int64
        do {
            needed = try StoreCopying.size(of: folder.file) + Self.margin
            available = try files.freeSpace(folder.parent)
        } catch {
            throw MigrationError(.backupFailed, underlying: error)
        }
        guard needed <= available else {
            throw MigrationError(.notEnoughSpace(needed: needed, available: available))
        }
    }
}
