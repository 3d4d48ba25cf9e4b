import Foundation
import PermafrostModel
import PermafrostStore

/// The metadata of a store, read without changing its folder.
struct StoreFacts: Sendable {
    /// The store's UUID, which doesn't change during a migration.
    let identifier: String
    /// The version hashes of the store's entities, keyed by entity name.
    let hashes: [String: [UInt8]]
    /// The version number that the store records, such as `1.0.0`; nil if it records none.
    let versionNumber: String?

    /// The SHA-256 digest of the hashes, in hexadecimal.
    var digest: String { Self.digest(of: hashes) }

    /// Returns the SHA-256 digest of version hashes, in hexadecimal.
    static func digest(of hashes: [String: [UInt8]]) -> String {
        var bytes: [UInt8] = []
        for (entity, hash) in hashes.sorted(by: { $0.key < $1.key }) {
            bytes += entity.utf8
            bytes += [0] + hash
        }
        return Digest.hex(Digest.sha256(bytes))
    }

    /// Reads the store's metadata. Returns nil if there is no store, or if there is only the empty folder that reserves
    /// the store's path during a restore.
    ///
    /// - Parameter end: the time to stop waiting if another connection has locked the store exclusively. The wait never
    ///   exceeds 10 seconds, which is also the limit if the time is nil.
    /// - Throws: ``MigrationError`` with `.store(.notAFile)`, `.store(.notAStore)`, `.store(.damaged)`,
    ///   `.store(.protected)`, `.store(.unreadable)` or `.busy(.inUse)`.
    static func read(
        _ store: URL, until end: ContinuousClock.Instant? = nil
    ) throws(MigrationError) -> StoreFacts? {
        do {
            switch try FileKind(of: store.path) {
            case .absent: return nil
            case .directory where try keepsPlace(store): return nil
            case .directory, .symbolicLink, .other: throw MigrationError(.store(.notAFile))
            case .regular: break
            }
            let left = end.map { Int(min(($0 - ContinuousClock.now).timeoutSeconds, 10) * 1000) } ?? 10_000
            let metadata = try StoreOpening(path: store.path, busyTimeout: left).readMetadata()
            return StoreFacts(
                identifier: metadata.storeUUID, hashes: metadata.versionHashes,
                versionNumber: metadata.versionIdentifiers.first)
        } catch {
            throw self.error(error)
        }
    }

    /// Returns whether the folder at the store's path only reserves the path for a restore: the folder is empty, and a
    /// journal exists.
    private static func keepsPlace(_ store: URL) throws -> Bool {
        guard try FileAccess.list(store.path).isEmpty else { return false }
        return try FileKind(of: SafetyFolder(store: store).journal) == .regular
    }

    /// Returns the migration error for an error that occurred while a store was read.
    static func error(_ error: any Error) -> MigrationError {
        switch error {
        case let error as MigrationError: error
        case StoreError.sqlite(let error): self.error(error)
        case let error as StoreError: MigrationError(cause(error), underlying: error)
        case let error as SQLiteError where error.isProtected: MigrationError(.store(.protected), underlying: error)
        case let error as SQLiteError where [5, 6].contains(error.primaryCode):
            MigrationError(.busy(.inUse), underlying: error)
        case let error as FileError where error.code == EPERM:
            MigrationError(.store(.protected), underlying: error)
        case let error as SQLiteError:
            MigrationError(
                cause(isDamage(error) ? .notSQLite(path: error.path, error: error) : .sqlite(error)), underlying: error)
        default: MigrationError(.store(.unreadable(reason: error.localizedDescription)), underlying: error)
        }
    }

    static func isDamage(_ error: SQLiteError) -> Bool { error.primaryCode == 11 || error.primaryCode == 26 }

    private static func cause(_ error: StoreError) -> MigrationError.Cause {
        switch error {
        case .notSQLite(_, let error) where error.primaryCode == 11: .store(.damaged(report: error.message))
        case .empty, .notSQLite, .noMetadata: .store(.notAStore)
        case .damagedMetadata, .damagedModelCache, .noModelCache, .unsafeJournal, .tooMuchWork:
            .store(.damaged(report: error.description))
        case .unreadable, .sqlite, .alreadyExists: .store(.unreadable(reason: sentence(error.description)))
        }
    }

    /// Returns the reason that a store can't be read, as a sentence.
    static func reason(_ error: any Error) -> String {
        sentence((error as? StoreError)?.description ?? error.localizedDescription)
    }

    /// Returns a clause as a sentence, with a capital letter and a final period.
    private static func sentence(_ clause: String) -> String {
        clause.prefix(1).uppercased() + clause.dropFirst() + (clause.hasSuffix(".") ? "" : ".")
    }
}

extension MigrationError {
    /// Whether the error can result from a restore that another process finishes at the same time. The restore replaces
    /// the folder at the store's path with a file, so only a read under the store's lock is reliable.
    var mayResultFromRestore: Bool {
        switch cause {
        case .store(.notAFile), .store(.unreadable): true
        default: false
        }
    }
}
