import Foundation
import PermafrostModel
import PermafrostStore

/// The journal's file. It contains JSON, followed by a line with the JSON's SHA-256. It is replaced atomically and
/// synced.
struct JournalFile: Sendable {
    let folder: SafetyFolder
    let files: FileSystem

    /// Whether the journal exists.
    ///
    /// - Throws: ``MigrationError`` with `.store(.protected)` or `.store(.unreadable)` if the file system can't be read
    ///   now.
    var exists: Bool {
        get throws(MigrationError) {
            do { return try FileKind(of: folder.journal) != .absent } catch { throw unreadable(error) }
        }
    }

    private func unreadable(_ error: FileError) -> MigrationError {
        guard error.code != EPERM else { return MigrationError(.store(.protected), underlying: error) }
        return MigrationError(
            .store(.unreadable(reason: "The migration's journal \(folder.journal) can't be read: \(error.reason).")),
            underlying: error)
    }

    /// Reads the journal. Returns nil if the file doesn't exist.
    ///
    /// - Throws: ``MigrationError`` with `.journal(.damaged)`, `.journal(.version)`, or with `.store(.protected)` or
    ///   `.store(.unreadable)` if the journal can't be read now.
    func read() throws(MigrationError) -> MigrationJournal? {
        guard try exists else { return nil }
        func damaged(_ reason: String) -> MigrationError {
            MigrationError(.journal(.damaged(path: folder.journal, reason: reason)))
        }
        let bytes: [UInt8]
        do { bytes = try FileAccess.read(folder.journal, limit: 1 << 20) } catch {
            guard let error = error as? FileError else { throw damaged(error.localizedDescription) }
            // Another process may just have removed it.
            if error.code == ENOENT { return nil }
            guard !error.describesItem else { throw damaged(error.reason) }
            throw unreadable(error)
        }
        guard let newline = bytes.lastIndex(of: UInt8(ascii: "\n")) else { throw damaged("It is incomplete.") }
        let text = Data(bytes[..<newline])
        struct Format: Decodable { var formatVersion: Int }
        if let format = try? JSONDecoder().decode(Format.self, from: text),
            format.formatVersion != MigrationJournal.currentFormat
        {
            throw MigrationError(
                .journal(
                    .version(
                        path: folder.journal, found: format.formatVersion, known: MigrationJournal.currentFormat)))
        }
        guard Array(Self.checksum(of: text).utf8) == Array(bytes[(newline + 1)...]) else {
            throw damaged("Its checksum is wrong.")
        }
        if let reason = Self.unknown(in: text) { throw damaged(reason) }
        guard let journal = try? JSONDecoder().decode(MigrationJournal.self, from: text) else {
            throw damaged("It is incomplete.")
        }
        guard journal.namesOwnFolders else { throw damaged("It refers to a folder outside the store's backup folder.") }
        return journal
    }

    /// Returns a description of the first unknown field or of an unknown state. Returns nil if all fields and the state
    /// are known. No release with this format writes an unknown field or state, so a journal with one counts as
    /// damaged.
    private static func unknown(in text: Data) -> String? {
        guard let fields = (try? JSONSerialization.jsonObject(with: text)) as? [String: Any] else { return nil }
        let known = MigrationJournal.CodingKeys.allCases.map(\.rawValue)
        if let field = fields.keys.sorted().first(where: { !known.contains($0) }) {
            return "It has the unknown field \"\(field)\"."
        }
        guard let step = fields[MigrationJournal.CodingKeys.step.rawValue] as? String,
            MigrationJournal.Step(rawValue: step) == nil
        else { return nil }
        return "It is in the unknown state \"\(step)\"."
    }

    /// Writes the journal atomically, and replaces a previous journal.
    func write(_ journal: MigrationJournal) throws(MigrationError) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let text = try encoder.encode(journal)
            try folder.make(files)
            try files.replace(folder.journal, with: Array(text) + [UInt8(ascii: "\n")] + Self.checksum(of: text).utf8)
        } catch {
            throw MigrationError(.journal(.notWritten(path: folder.journal)), underlying: error)
        }
    }

    /// Ends the migration or restore by removing the journal.
    func close() throws(MigrationError) {
        do {
            try files.remove(folder.journal)
            try files.sync(folder.path)
        } catch {
            throw MigrationError(.journal(.notWritten(path: folder.journal)), underlying: error)
        }
    }

    private static func checksum(of text: Data) -> String { Digest.hex(Digest.sha256(Array(text))) }
}
