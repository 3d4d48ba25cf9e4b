import Foundation
import PermafrostFiles
import PermafrostModel

/// Writes several files of a project, all or none, and takes them back.
///
/// A journal with the old and the new bytes of each file is on the disk before the first one is written. A run that was cut short
/// is finished by the next one. Each file is written beside its place and renamed, so that it is the old one or the new one.
package struct SourceEdits: Sendable {
    /// A file with its bytes before and after; nil if it is not there.
    package struct File: Sendable, Hashable, Codable {
        /// The path relative to the project's folder.
        package let path: String
        let old: Data?
        let new: Data?
    }

    private struct Journal: Codable {
        var isWritten: Bool
        /// Whether the files are being taken back.
        var isTakenBack: Bool?
        var files: [File]

        var isUnfinished: Bool { isTakenBack == true || !isWritten }
    }

    private let directory: String
    private let journal: String

    /// - Parameters:
    ///   - directory: the project's folder.
    ///   - folder: where the journal is kept, with those of other projects.
    ///   - name: the journal's name: each is taken back by itself.
    package init(directory: String, journalIn folder: CacheFolder, named name: String = "new-version") {
        self.directory = directory
        // Projects may share a folder outside of them, as packages do that are built in one place. What is inside of a project goes
        // with it when it is moved.
        let isInside = folder.path.hasPrefix(directory + "/")
        let project = isInside ? "" : "-" + Digest.hex(Digest.sha256(Array(directory.utf8)).prefix(8))
        journal = folder.path + "/\(name)\(project).json"
    }

    /// Writes the texts of files, by their paths.
    ///
    /// - Throws: ``NextVersionError/changedMeanwhile(path:)`` if a file is not as it was read,
    ///   ``NextVersionError/notWritable(path:)`` or ``NextVersionError/isLink(path:)`` for one that is not to be written, or a
    ///   `FileError`. Nothing is written then; if a file cannot be put back either, the next run finishes.
    package func write(_ texts: [(path: String, text: String, isNew: Bool)], expecting old: [String: [UInt8]]) throws {
        let files = try texts.map { path, text, isNew in
            try checkPlace(of: path)
            let before = try bytes(of: path)
            guard isNew ? before == nil : before == old[path] else {
                throw NextVersionError.changedMeanwhile(path: path)
            }
            return File(path: path, old: before.map { Data($0) }, new: Data(text.utf8))
        }
        try keep(Journal(isWritten: false, files: files))
        do {
            for file in files { try put(file.new, at: file.path) }
        } catch {
            try putBack(files)
            throw error
        }
        try keep(Journal(isWritten: true, files: files))
    }

    /// Adds files that were written along with the others, for ``undo()``.
    package func note(added paths: [String]) throws {
        guard var kept = try read() else { return }
        kept.files += try paths.map { File(path: $0, old: nil, new: try bytes(of: $0).map { Data($0) }) }
        try keep(kept)
    }

    /// Refuses to go on where a run was cut short, for who may not write.
    ///
    /// - Throws: ``NextVersionError/cutShort``.
    package func expectFinished() throws {
        if try read()?.isUnfinished == true { throw NextVersionError.cutShort }
    }

    /// Finishes what a run that was cut short has begun: writing the files, or taking them back.
    ///
    /// - Returns: the files that it began with; empty if there was nothing to finish.
    /// - Throws: ``NextVersionError/unfinished(path:)`` if a file was edited since.
    package func finish() throws -> [String] {
        guard let kept = try read(), kept.isUnfinished else { return [] }
        let isTakenBack = kept.isTakenBack == true
        let open = try kept.files.filter { file in
            let now = try bytes(of: file.path).map { Data($0) }
            guard now == file.old || now == file.new else { throw NextVersionError.unfinished(path: file.path) }
            return now != file.new
        }
        guard !isTakenBack else {
            try putBack(kept.files)
            return kept.files.map(\.path)
        }
        for file in open { try put(file.new, at: file.path) }
        try keep(Journal(isWritten: true, files: kept.files))
        return kept.files.map(\.path)
    }

    /// Takes back what was written last.
    ///
    /// - Returns: the files.
    /// - Throws: ``NextVersionError/nothingToUndo``, or ``NextVersionError/editedSince(path:)`` if a file is not as it was written:
    ///   nothing is taken back then.
    package func undo() throws -> [File] {
        guard var kept = try read() else { throw NextVersionError.nothingToUndo }
        for file in kept.files {
            let now = try bytes(of: file.path).map { Data($0) }
            guard now == file.new || now == file.old else { throw NextVersionError.editedSince(path: file.path) }
        }
        // Whatever runs next takes the rest back, should this be cut short.
        kept.isTakenBack = true
        try keep(kept)
        try putBack(kept.files)
        return kept.files
    }

    /// Gives each file its old bytes, and ends the journal.
    private func putBack(_ files: [File]) throws {
        for file in files.reversed() { try put(file.old, at: file.path) }
        try FileAccess.remove(journal)
        try FileAccess.sync((journal as NSString).deletingLastPathComponent)
    }

    // MARK: Files

    private func bytes(of path: String) throws -> [UInt8]? {
        let full = directory + "/" + path
        switch try FileKind(of: full) {
        case .absent: return nil
        case .regular: return try FileAccess.read(full)
        case .directory, .symbolicLink, .other: throw NextVersionError.isLink(path: path)
        }
    }

    /// Refuses what its owner has made read-only: a rename would replace it all the same. A folder that is a link leads elsewhere.
    private func checkPlace(of path: String) throws {
        let full = directory + "/" + path
        var parent = directory
        for name in path.split(separator: "/").dropLast() {
            parent += "/" + name
            if try FileKind(of: parent) == .symbolicLink {
                throw NextVersionError.isLink(path: String(parent.dropFirst(directory.count + 1)))
            }
        }
        var folder = (full as NSString).deletingLastPathComponent
        while folder.count > directory.count, try FileKind(of: folder) == .absent {
            folder = (folder as NSString).deletingLastPathComponent
        }
        for item in [full, folder] where try FileKind(of: item) != .absent {
            let mode = try FileManager.default.attributesOfItem(atPath: item)[.posixPermissions] as? Int ?? 0o222
            guard FileStatus.isWritable(item), mode & 0o222 != 0 else {
                throw NextVersionError.notWritable(
                    path: item == full ? path : (path as NSString).deletingLastPathComponent)
            }
        }
    }

    private func put(_ bytes: Data?, at path: String) throws {
        let full = directory + "/" + path
        let folder = (full as NSString).deletingLastPathComponent
        guard let bytes else {
            if try FileKind(of: full) != .absent { try FileAccess.remove(full) }
            // A folder that was made for the file goes with it.
            var empty = folder
            while empty.count > directory.count, try isEmpty(empty) {
                try FileAccess.remove(empty)
                empty = (empty as NSString).deletingLastPathComponent
            }
            // The journal goes after what it names.
            try FileAccess.sync(empty)
            return
        }
        let root = try RootFolder(directory)
        try root.makeFolders((path as NSString).deletingLastPathComponent)
        try root.put([UInt8](bytes), at: path, replacing: true)
    }

    /// Whether nothing is at a path, or a folder without anything in it.
    private func isEmpty(_ path: String) throws -> Bool {
        switch try FileKind(of: path) {
        case .absent: true
        case .directory: try FileAccess.list(path).isEmpty
        case .regular, .symbolicLink, .other: false
        }
    }

    private func read() throws -> Journal? {
        guard try FileKind(of: journal) == .regular else { return nil }
        return try JSONDecoder().decode(Journal.self, from: Data(FileAccess.read(journal)))
    }

    private func keep(_ kept: Journal) throws {
        let folder = (journal as NSString).deletingLastPathComponent
        if try FileKind(of: folder) == .absent { try FileAccess.createDirectory(folder, isDurable: true) }
        try FileAccess.remove(journal + ".partial")
        try FileAccess.write([UInt8](JSONEncoder().encode(kept)), to: journal + ".partial")
        try FileAccess.rename(journal + ".partial", to: journal)
        try FileAccess.sync(folder)
    }
}
