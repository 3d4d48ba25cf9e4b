import Foundation
import PermafrostStore

/// A type that creates, lists and removes the backups of one store.
///
/// A folder is removed only under a condition that leaves its rows elsewhere:
///
/// | what | condition |
/// |---|---|
/// | a backup | it exceeds a limit of ``BackupRetention``, and a newer backup is intact |
/// | a store that was rolled back | its backup is intact: see ``RolledBackStore`` |
/// | a store that was replaced on request | another kept store has the same rows and large values |
/// | a folder whose name ends with `.partial` | it is an incomplete copy, or was to be removed for a reason above |
struct StoreBackups: Sendable {
    private static let partial = ".partial"
    /// The ending of a folder with a store that was rolled back.
    static let failed = ".failed"
    /// The ending of a folder with a store that was replaced on request.
    static let replaced = ".replaced"
    /// The ending of a folder with a store that the app moved aside.
    static let aside = ".aside"
    /// The character between the name of the backup and the time, in the name of a folder with a store that was rolled
    /// back. The name of a backup doesn't contain it.
    static let rolledBackTo: Character = "@"

    let folder: SafetyFolder
    let files: FileSystem

    /// The store's backups, newest first. They are sorted by sequence number, which doesn't depend on the clock.
    ///
    /// - Throws: `FileError` if the folder can't be listed or a manifest can't be read.
    var backups: [StoreBackup] {
        get throws { try manifests.map { StoreBackup(folder: folder.folder($0.name), manifest: $0.manifest) } }
    }

    private var manifests: [(name: String, manifest: BackupManifest)] {
        get throws {
            try folder.folders.compactMap { name in
                guard !name.hasSuffix(Self.partial), let manifest = try BackupManifest(folder: folder.folder(name)),
                    manifest.store == folder.storeName
                else { return nil }
                return (name, manifest)
            }.sorted { left, right in
                (left.manifest.sequence, left.manifest.created, left.name)
                    > (right.manifest.sequence, right.manifest.created, right.name)
            }
        }
    }

    /// Returns an unused name for the backup of a store that a plan is about to migrate.
    ///
    /// - Throws: `FileError` if the folder can't be listed.
    func backupName(plan: String, at date: Date = Date()) throws -> String {
        let safe = String(plan.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" })
        return try newName("\(safe.prefix(80))-\(Self.text(of: date))", "")
    }

    /// Returns an unused name for the folder of a store that a backup replaces.
    ///
    /// - Parameter backup: the name of the backup that the store is rolled back to. Nil if the app requested the
    ///   restore, or if the backup doesn't prove that the store's rows exist elsewhere. The folder is then kept.
    /// - Throws: `FileError` if the folder can't be listed.
    func replacedName(rollingBackTo backup: String?, at date: Date = Date()) throws -> String {
        guard let backup else { return try newName(Self.text(of: date), Self.replaced) }
        return try newName("\(backup)\(Self.rolledBackTo)\(Self.text(of: date))", Self.failed)
    }

    /// Returns an unused name for the folder of a store that the app moves aside. Unlike the folder of a replaced
    /// store, this folder is never removed.
    ///
    /// - Throws: `FileError` if the folder can't be listed.
    func asideName(at date: Date = Date()) throws -> String { try newName(Self.text(of: date), Self.aside) }

    /// Returns the stores that were rolled back, oldest first.
    private func rolledBack(_ folders: [String]) -> [RolledBackStore] {
        // Don't sort by name only: if the clock was set back, the newest folder's name would sort first.
        folders.filter { $0.hasSuffix(Self.failed) }
            .map { (name: $0, changed: FileStatus(at: folder.folder($0))?.changed ?? 0) }
            .sorted { ($0.changed, $0.name) < ($1.changed, $1.name) }
            .map { RolledBackStore(named: $0.name, in: folder) }
    }

    /// Returns an unused folder name: the given name followed by the ending. If a folder with that name exists, inserts
    /// a number before the ending.
    private func newName(_ name: String, _ ending: String) throws -> String {
        let names = Set(try folder.folders)
        return (1...).lazy.map { ($0 == 1 ? name : "\(name)-\($0)") + ending }
            .first { !names.contains($0) && !names.contains($0 + Self.partial) } ?? name + ending
    }

    /// Returns a UTC time with milliseconds in a sortable form: `20250131T235959.999Z`.
    static func text(of date: Date) -> String {
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

    /// Returns the time in the name of a folder with a kept store; nil if there is none.
    static func date(in name: String) -> Date? {
        let text = name.split(separator: rolledBackTo).last.map(String.init) ?? name
        guard let end = text.firstIndex(of: "Z") else { return nil }
        let format = ISO8601DateFormatter()
        format.formatOptions = [
            .withYear, .withMonth, .withDay, .withTime, .withFractionalSeconds, .withTimeZone,
        ]
        return format.date(from: String(text[...end]))
    }

    /// Backs up the store. The copy's name marks it as partial until it is complete. If the newest backup is intact and
    /// has the same files, the copy is discarded. An app that fails at each launch then doesn't fill the disk.
    ///
    /// - Returns: the name of the new backup, or of the newest one if the copy was discarded.
    /// - Throws: the error that `progress` throws, or an error in copying the store or writing a file.
    func make(
        _ name: String, of facts: StoreFacts, for journal: MigrationJournal, progress: (Int, Int) throws -> Void
    ) throws -> String {
        try removePartial()
        let previous = try manifests.first
        let partial = folder.folder(name + Self.partial)
        let copied = try StoreCopy(files: files).copy(folder.file.url, to: partial, progress: progress)
        if let previous, previous.manifest.storeIdentifier == facts.identifier, previous.manifest.files == copied,
            try previous.manifest.isIntact(in: folder.folder(previous.name))
        {
            try files.remove(partial)
            return previous.name
        }
        let manifest = BackupManifest(
            store: folder.storeName, storeIdentifier: facts.identifier, version: journal.source.number,
            versionDigest: facts.digest, plan: journal.plan, destination: journal.destination.number, created: Date(),
            files: copied, sequence: max(previous?.manifest.sequence ?? 0, (previous?.manifest.sequence ?? 0) &+ 1))
        try finish(manifest, name)
        return name
    }

    /// Writes the manifest to a partial backup, and gives the backup's folder its final name.
    private func finish(_ manifest: BackupManifest, _ name: String) throws {
        let partial = folder.folder(name + Self.partial)
        try files.write(try manifest.encoded(), partial + "/" + manifest.fileName)
        try files.sync(partial)
        try files.rename(partial, folder.folder(name))
        try files.sync(folder.path)
    }

    /// Removes a backup or a kept store. Renames the folder first, so that it isn't listed if it is only partly removed.
    func discard(_ name: String) throws {
        let partial = folder.folder(name + Self.partial)
        try files.rename(folder.folder(name), partial)
        try files.sync(folder.path)
        try files.remove(partial)
    }

    /// Removes incomplete copies, and the remains of folders that were only partly removed.
    func removePartial() throws {
        for name in try folder.folders where name.hasSuffix(Self.partial) { try files.remove(folder.folder(name)) }
    }

    /// Removes the backups that exceed a limit of `retention`. The newest intact backup always stays. If no backup is
    /// intact, all backups stay. If the backups can't be read, nothing is removed. If a file can't be removed now, the
    /// next call removes it.
    ///
    /// First removes stores that were rolled back, if their backup is intact. The newest one is kept for diagnosis, with
    /// its backup.
    func prune(_ retention: BackupRetention, at date: Date = Date()) {
        guard let backups = try? backups, let folders = try? folder.folders else { return }
        for store in rolledBack(folders).dropLast() where (try? store.isProved()) == true { try? discard(store.name) }
        guard let remaining = try? folder.folders else { return }
        var bytes: Int64 = 0
        let old = backups.indices.filter { index in
            if index > 0 {
                let (total, isTooMuch) = bytes.addingReportingOverflow(backups[index].byteCount)
                bytes = isTooMuch ? .max : total
            }
            return index >= retention.count || bytes > retention.bytes
                || date.timeIntervalSince(backups[index].created) > retention.age / .seconds(1)
        }
        if !old.isEmpty, let good = backups.firstIndex(where: \.isIntact) {
            // A backup stays while it is the proof that a store isn't needed.
            let proofs = Set(rolledBack(remaining).filter { (try? $0.isProved()) != false }.map(\.backup))
            for index in old where index != good && !proofs.contains(backups[index].url.lastPathComponent) {
                try? discard(backups[index].url.lastPathComponent)
            }
        }
    }

    /// Removes a store that was replaced on request if another kept store has the same rows and large values.
    func keepOnce(_ name: String) {
        guard name.hasSuffix(Self.replaced) else { return }
        let others = ((try? folder.folders) ?? []).filter { $0.hasSuffix(Self.replaced) && $0 != name }
        guard !others.isEmpty, let content = KeptContent(in: folder.folder(name), folder) else { return }
        if others.contains(where: { KeptContent(in: folder.folder($0), folder, like: content) == content }) {
            try? discard(name)
        }
    }
}
