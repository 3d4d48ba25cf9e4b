import Foundation
import PermafrostFiles
import PermafrostFixtures

/// The backups of one store: makes them, lists them, and removes those that are no longer needed.
struct BackupShelf: Sendable {
    /// How many backups, and failed stores, are kept.
    static let count = 3
    /// How long they are kept, in seconds: 30 days.
    static let age: TimeInterval = 30 * 24 * 3600
    private static let partial = ".partial"
    private static let failed = ".failed"

    let folder: SafetyFolder
    let files: FileSystem

    /// The store's backups, the newest first.
    var backups: [StoreBackup] {
        folder.folders.compactMap { name in
            guard !name.hasSuffix(Self.partial), let manifest = BackupManifest(folder: folder.folder(name)),
                manifest.store == folder.storeName
            else { return nil }
            return StoreBackup(folder: folder.folder(name), manifest: manifest)
        }.sorted { ($0.created, $0.id) > ($1.created, $1.id) }
    }

    /// A name for the backup of a store that is to be migrated by a plan.
    func backupName(plan: String, at date: Date = Date()) -> String {
        let safe = String(plan.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" })
        return newName("\(safe.prefix(80))-\(Self.text(of: date))", "")
    }

    /// A name for the folder of a store that failed.
    func failedName(at date: Date = Date()) -> String { newName(Self.text(of: date), Self.failed) }

    /// A name that no folder has.
    private func newName(_ name: String, _ ending: String) -> String {
        let names = Set(folder.folders)
        return (1...).lazy.map { ($0 == 1 ? name : "\(name)-\($0)") + ending }
            .first { !names.contains($0) && !names.contains($0 + Self.partial) } ?? name + ending
    }

    /// The time in UTC, to the millisecond, in an order of its own: `20250131T235959.999Z`.
    private static func text(of date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .nanosecond], from: date)
        func padded(_ number: Int?, _ count: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return padded(parts.year, 4) + padded(parts.month, 2) + padded(parts.day, 2) + "T" + padded(parts.hour, 2)
            + padded(parts.minute, 2) + padded(parts.second, 2) + "."
            + padded((parts.nanosecond ?? 0) / 1_000_000, 3) + "Z"
    }

    /// Copies the store, under a name that says that the copy is not whole until it is.
    func make(_ name: String, of facts: StoreFacts, for journal: MigrationJournal, progress: (Int, Int) throws -> Void)
        throws
    {
        try removePartial()
        let partial = folder.folder(name + Self.partial)
        let copied = try StoreCopying(files: files).copy(folder.file.url, to: partial, progress: progress)
        let manifest = BackupManifest(
            store: folder.storeName, storeIdentifier: facts.identifier, version: journal.source.number,
            versionDigest: facts.digest, plan: journal.plan, destination: journal.destination.number, created: Date(),
            files: copied)
        try files.write(try manifest.encoded(), partial + "/" + BackupManifest.fileName)
        try files.sync(partial)
        try files.rename(partial, folder.folder(name))
        try files.sync(folder.path)
    }

    /// Removes copies that were never finished.
    func removePartial() throws {
        for name in folder.folders where name.hasSuffix(Self.partial) { try files.remove(folder.folder(name)) }
    }

    /// Removes backups and failed stores that are too old or too many, once the newest backup is known to be good. What
    /// cannot be removed goes another time.
    func prune(at date: Date = Date()) {
        let backups = backups
        let old = backups.indices.filter {
            $0 >= Self.count || date.timeIntervalSince(backups[$0].created) > Self.age
        }
        if !old.isEmpty, let good = backups.firstIndex(where: \.isIntact) {
            for index in old where index != good { try? files.remove(backups[index].url.path) }
        }
        let failed = folder.folders.filter { $0.hasSuffix(Self.failed) }
        for name in failed.dropLast(Self.count) { try? files.remove(folder.folder(name)) }
    }
}
