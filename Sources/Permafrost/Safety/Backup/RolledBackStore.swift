import Foundation
import PermafrostStore

/// A store that was replaced with its backup after its migration failed. The name of its folder contains the name of the
/// backup, which has all of the store's rows unless something else wrote to the store.
struct RolledBackStore {
    /// The name of the folder, such as `PostsPlan-20250101T120000.000Z@20250101T120003.000Z.failed`.
    let name: String
    /// The name of the backup's folder, or nil if the folder's name doesn't contain it.
    let backup: String?
    private let folder: SafetyFolder

    init(named name: String, in folder: SafetyFolder) {
        self.name = name
        self.folder = folder
        let parts = name.split(separator: StoreBackups.rolledBackTo, omittingEmptySubsequences: false)
        backup = parts.count == 2 && !parts[0].isEmpty ? String(parts[0]) : nil
    }

    private var store: String { folder.folder(name) + "/" + folder.storeName }

    /// Whether an intact backup proves that the store's rows exist elsewhere. This requires that nothing else has changed
    /// the store since the backup or had it open when it was moved, and that no second store was moved to the same folder.
    ///
    /// The rollback turns off write-ahead logging if it is alone with the store. So a store that still uses it may have
    /// rows of others.
    var isProvable: Bool {
        get throws {
            guard let backup, try !MovedStores.hasSecond(in: folder.folder(name), of: folder),
                try FileKind(of: store + "-wal") == .absent, try !StoreOpening(path: store).usesLog()
            else { return false }
            return hasOnlyOwnChanges(since: backup)
        }
    }

    /// Returns whether this app's process made all changes since the backup. The history of the store contains the name
    /// of the process of each save. Returns false if the history or the backup can't be read.
    private func hasOnlyOwnChanges(since backup: String) -> Bool {
        do {
            let last = try StoreReader(path: folder.folder(backup) + "/" + folder.storeName).connection
                .rows("SELECT COALESCE(MAX(Z_PK), 0) FROM ATRANSACTION")
            guard case .integer(let number)? = last.first?.first else { return false }
            return try StoreReader(path: store).connection.rows(
                """
                SELECT DISTINCT COALESCE(t.ZPROCESSID, p.ZNAME) FROM ATRANSACTION t
                LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS WHERE t.Z_PK > \(number)
                """
            ).allSatisfy { $0 == [.text(ProcessInfo.processInfo.processName)] }
        } catch {
            return false
        }
    }

    /// Whether the store's rows are proved to be in its backup, which is intact.
    func isProved() throws -> Bool {
        guard let backup, try isProvable else { return false }
        let path = folder.folder(backup)
        return try BackupManifest(folder: path)?.isIntact(in: path) ?? false
    }
}
