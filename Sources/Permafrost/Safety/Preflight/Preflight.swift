import Foundation
import PermafrostStore
import SwiftData

/// A check that a store can be migrated. It doesn't change anything.
struct Preflight: Sendable {
    let folder: SafetyFolder
    let files: FileSystem
    /// The number of copies of the store that need space; 0 if nothing is copied.
    let copies: Int64

    /// The space in bytes for everything except the copies: the manifest, the journal, and folders.
    static let margin: Int64 = 1 << 20

    /// Throws an error if the store's folder isn't writable, because the journal and the backups are written there.
    func checkFolder() throws(MigrationError) {
        guard files.isWritable(folder.parent) else {
            throw MigrationError(.store(.readOnlyFolder(path: folder.parent)))
        }
    }

    /// Throws an error if the store can't be read or is damaged, or if it isn't known that there is enough space for
    /// the copies.
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
