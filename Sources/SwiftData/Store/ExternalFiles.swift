import Foundation
import PermafrostFiles

/// The files beside a store that hold its large values: `.NAME_SUPPORT/_EXTERNAL_DATA/UUID`.
///
/// In the cell, the first byte tells where a value is: 1, the bytes follow; 2, the file's name follows, ended by NUL. [A]
final class ExternalFiles: Sendable {
    /// Values larger than this go to a file, in bytes. [A]
    static let inlineLimit = 100_000

    /// The folder; nil for a store in memory, which keeps every value in its cells.
    let folder: String?
    private let storePath: String?

    init(storePath: String?) {
        self.storePath = storePath
        folder = storePath.map { path in
            let url = URL(fileURLWithPath: path)
            let name = url.deletingPathExtension().lastPathComponent
            return url.deletingLastPathComponent()
                .appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA").path
        }
    }

    /// The cell of a value, whose file is on disk, synced, when this returns.
    func store(_ bytes: [UInt8]) throws -> [UInt8] {
        guard let folder, bytes.count > Self.inlineLimit else { return [1] + bytes }
        let name = UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/" + name
        // Foundation would make it under another name first, which a process that dies leaves behind unrecognised.
        try FileAccess.write(bytes, to: path)
        return [2] + Array(name.utf8) + [0]
    }

    /// The value of a cell; nil where its file is missing.
    func content(of cell: [UInt8]) -> Data? {
        switch cell.first {
        case 1: return Data(cell.dropFirst())
        case 2:
            return Self.fileName(in: cell).flatMap { name in
                folder.flatMap { FileManager.default.contents(atPath: $0 + "/" + name) }
            }
        case nil: return Data()
        default: return nil
        }
    }

    /// The file that a cell names; nil for a value in the cell, and for a name that is no UUID.
    static func fileName(in cell: [UInt8]) -> String? {
        guard cell.first == 2 else { return nil }
        let name = String(decoding: cell.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
        // The name comes from a file of unknown origin and must not lead out of the folder.
        return UUID(uuidString: name).map { _ in name }
    }

    /// Removes files by name; one that is gone already is no loss.
    func remove(_ names: some Sequence<String>) {
        guard let folder else { return }
        for name in names { try? FileManager.default.removeItem(atPath: folder + "/" + name) }
    }

    /// Whether another file beside the store bears its name with another ending: the folder may hold that one's values too,
    /// since its name leaves the ending out.
    var isShared: Bool {
        guard let url = storePath.map({ URL(fileURLWithPath: $0) }) else { return false }
        let own = url.lastPathComponent
        let name = url.deletingPathExtension().lastPathComponent
        let companions: Set = [own, own + "-wal", own + "-shm", own + "-journal"]
        let siblings = try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
        return (siblings ?? []).contains { sibling in
            !companions.contains(sibling)
                && URL(fileURLWithPath: sibling).deletingPathExtension().lastPathComponent == name
        }
    }

    /// The files that are there.
    var names: [String] {
        guard let folder else { return [] }
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { UUID(uuidString: $0) != nil }
    }
}
