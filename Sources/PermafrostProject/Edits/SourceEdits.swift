import Foundation
import PermafrostFixtures
import PermafrostStore

/// An editor for files in a project. A write either changes all of its files or none, and the last write can be undone.
///
/// Before the first file is written, a journal with the old and new bytes of all files is written and synced. After an
/// interruption, the next run completes the edits. Files are replaced atomically, so each contains either its old or
/// its new bytes. A folder of new files is also added atomically. Symbolic links in paths are never followed.
package struct SourceEdits: Sendable {
    /// A file with its bytes before and after the edit. The old bytes are nil for a new file.
    package struct File: Sendable, Hashable, Codable {
        /// The path of the file relative to the project's folder.
        package let path: String
        let old: Data?
        let new: Data
    }

    /// The result of finishing an interrupted run or of undoing a run.
    package struct Done: Sendable {
        /// The paths of the files in the journal.
        package let paths: [String]
        /// Whether the files were reverted to their old bytes.
        package let isReverted: Bool
        /// The tests that the interrupted run had not written. Pass them to `ProjectScaffold`, and write them with
        /// these edits, or call ``SourceEdits/endWithoutTests()``.
        package var tests: ScaffoldRequest?
        package let journal: String
    }

    private let directory: String
    private let journals: EditJournals
    private var project: EditedFiles { EditedFiles(directory: directory) }

    /// Prepares to edit a project's files, or to undo earlier edits.
    ///
    /// - Parameters:
    ///   - directory: the project's folder.
    ///   - places: the locations for journals.
    ///   - command: the command's name. Each command's edits are undone separately.
    ///   - environment: the environment variables that determine the location of the user's key.
    package init(
        directory: String, journalsIn places: JournalPlaces, command: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.init(
            directory: directory, journalsIn: places, command: command,
            key: UserKey(environment: environment, outside: places.checkout))
    }

    init(directory: String, journalsIn places: JournalPlaces, command: String, key: UserKey?) {
        self.directory = directory
        journals = EditJournals(of: directory, in: places, named: command, key: key)
    }

    // MARK: Writing

    /// Writes the given texts to new or existing files, and adds further new files.
    ///
    /// - Parameters:
    ///   - old: the bytes that the existing files in `texts` must contain, keyed by path.
    ///   - added: further new files.
    ///   - tests: the tests that the caller will then write with these edits. Until then, the run counts as interrupted.
    /// - Returns: the path of the journal, or nil if there was nothing to write.
    /// - Throws: a `FileError` or one of the following errors. Files that were already written are then reverted. If a
    ///   file can't be reverted, the journal remains, and the next run completes the edits.
    ///   - ``SourceEditError/changedMeanwhile(path:)`` if a file no longer contains its old bytes, or if a new file
    ///     already exists.
    ///   - ``SourceEditError/notWritable(path:)``, ``SourceEditError/isLink(path:)``,
    ///     ``SourceEditError/isNoFile(path:)`` or ``SourceEditError/isOutside(path:)`` if a path can't be written.
    ///   - ``SourceEditError/noJournal(reasons:)`` if the journal can't be written.
    ///   - ``SourceEditError/journalNotUpdated(journal:reason:)`` if the journal can't be updated after all files were
    ///     written. In this case, no file is reverted.
    @discardableResult
    package func write(
        _ texts: [(path: String, text: String, isNew: Bool)], expecting old: [String: [UInt8]],
        adding added: [(path: String, bytes: [UInt8])] = [], before tests: ScaffoldRequest? = nil
    ) throws -> String? {
        let root = try RootFolder(directory)
        let files = try texts.map { path, text, isNew in
            try project.checkPlace(of: path, root)
            let before = try project.bytes(of: path, root)
            guard isNew ? before == nil : before == old[path] else {
                throw SourceEditError.changedMeanwhile(path: path)
            }
            return File(path: path, old: before.map { Data($0) }, new: Data(text.utf8))
        }
        return try write(files + new(added, root), before: tests, root)
    }

    /// Writes or replaces a file. The old bytes are nil for a file that must not exist. Throws the same as
    /// ``write(_:expecting:adding:before:)``.
    package func replace(_ path: String, old: [UInt8]?, new: [UInt8]) throws {
        let root = try RootFolder(directory)
        try project.checkPlace(of: path, root)
        guard try project.bytes(of: path, root) == old else { throw SourceEditError.changedMeanwhile(path: path) }
        try write([File(path: path, old: old.map { Data($0) }, new: Data(new))], root)
    }

    @discardableResult
    private func write(_ files: [File], before tests: ScaffoldRequest? = nil, _ root: RootFolder) throws -> String? {
        guard !files.isEmpty else { return nil }
        let begun = try journals.begin(files, before: tests)
        do {
            try project.put(files, root)
        } catch {
            try project.putBack(files, root)
            try journals.remove(begun)
            throw error
        }
        return tests == nil ? try end(begun) : begun.path
    }

    /// Adds new files and records them in the journal of the last write, so that all files are undone together. If
    /// there is no such journal, writes a new one.
    ///
    /// - Throws: the same errors as ``write(_:expecting:adding:before:)``, with the same effect on the additional files.
    package func add(_ added: [(path: String, bytes: [UInt8])]) throws {
        let root = try RootFolder(directory)
        try append(try new(added, root), root)
    }

    /// Writes or replaces files that the last write didn't change, and records them in its journal. The paths are
    /// absolute. Throws the same errors as ``add(_:)``.
    func add(replacing changes: [(path: String, bytes: [UInt8])]) throws {
        let root = try RootFolder(directory)
        let files = try changes.map { path, new in
            guard path.hasPrefix(directory + "/") else { throw SourceEditError.isOutside(path: path) }
            let path = String(path.dropFirst(directory.count + 1))
            try project.checkPlace(of: path, root)
            return File(path: path, old: try project.bytes(of: path, root).map { Data($0) }, new: Data(new))
        }
        try append(files, root)
    }

    /// Ends the last write without the tests that it was followed by.
    package func endWithoutTests() throws { try append([], RootFolder(directory)) }

    private func append(_ files: [File], _ root: RootFolder) throws {
        let open = try journals.find([.begun]).found.first { $0.journal.tests != nil }
        guard !files.isEmpty || open != nil else { return }
        guard let last = try open ?? journals.find([.written]).found.first else {
            try write(files, root)
            return
        }
        var journal = last.journal
        journal.files += files
        journal.tests = nil
        let begun = try journals.keep(journal, .begun, in: last.place)
        do {
            try project.put(files, root)
        } catch {
            try project.putBack(files, root)
            if let open {
                _ = try journals.keep(open.journal, .begun, in: open.place)
            } else {
                try journals.remove(begun)
            }
            throw error
        }
        _ = try end(begun)
    }

    private func new(_ added: [(path: String, bytes: [UInt8])], _ root: RootFolder) throws -> [File] {
        try added.map { path, bytes in
            try project.checkPlace(of: path, root)
            guard try project.bytes(of: path, root) == nil else { throw SourceEditError.changedMeanwhile(path: path) }
            return File(path: path, old: nil, new: Data(bytes))
        }
    }

    /// Marks a journal as written, and removes older journals.
    private func end(_ begun: EditJournals.Found) throws -> String {
        do {
            let written = try journals.move(begun, to: .written)
            for older in try journals.find([.written]).found where older.path != written.path {
                try journals.remove(older)
            }
            return written.path
        } catch let error as FileError {
            throw SourceEditError.journalNotUpdated(journal: begun.path, reason: error.reason)
        }
    }

    // MARK: Finishing

    /// Returns the journal files that can't be used. Includes journals of another folder that had this folder's inode
    /// number before.
    package func unusable() throws -> [UnusableJournal] {
        let (found, unusable) = try journals.find(EditJournal.State.allCases)
        let root = try RootFolder(directory)
        return try unusable + found.compactMap { try foreign($0, root) }
    }

    /// Checks that no earlier run was interrupted while it wrote or reverted files. Used by commands that must not
    /// write.
    ///
    /// - Throws: ``SourceEditError/cutShort(journal:)`` if a run was interrupted and some of its files differ from
    ///   their old bytes.
    package func expectFinished() throws {
        let root = try RootFolder(directory)
        for found in try journals.find([.begun, .undoing]).found where try foreign(found, root) == nil {
            let now = try project.present(found.journal.files, root)
            let isBegun = zip(found.journal.files, now).contains { $0.old != $1 }
            if isBegun { throw SourceEditError.cutShort(journal: found.path) }
        }
    }

    /// Completes interrupted runs by writing or reverting their files.
    ///
    /// - Returns: the completed runs. A run whose files all have their old bytes is discarded, and isn't included.
    /// - Throws: ``SourceEditError/unfinished(path:journal:)`` if a file has been edited since.
    package func finish() throws -> [Done] {
        let root = try RootFolder(directory)
        return try journals.find([.begun, .undoing]).found.compactMap { found in
            if try foreign(found, root) != nil { return nil }
            let files = found.journal.files
            let now = try project.present(files, root)
            for (file, bytes) in zip(files, now) where bytes != file.old && bytes != file.new {
                throw SourceEditError.unfinished(path: file.path, journal: found.path)
            }
            let isUntouched = zip(files, now).allSatisfy { $0.old == $1 }
            if found.state == .undoing || isUntouched {
                try project.putBack(files, root)
                try journals.remove(found)
                return isUntouched ? nil : Done(paths: files.map(\.path), isReverted: true, journal: found.path)
            }
            try project.put(zip(files, now).filter { $0.new != $1 }.map(\.0), root)
            let tests = found.journal.tests
            return Done(
                paths: files.map(\.path), isReverted: false, tests: tests,
                journal: tests == nil ? try end(found) : found.path)
        }
    }

    /// Reverts the files that the last run wrote.
    ///
    /// - Throws: ``SourceEditError/nothingToUndo(places:)`` if no journal can be undone,
    ///   ``SourceEditError/editedSince(path:journal:)`` if a file contains neither its old nor its new bytes, or
    ///   ``SourceEditError/alreadyReverted(journal:)`` if all files contain their old bytes. In these cases, nothing is
    ///   reverted.
    package func undo() throws -> Done {
        let root = try RootFolder(directory)
        let all = try journals.find([.begun, .undoing]).found + journals.find([.written]).found
        for found in all where try foreign(found, root) == nil {
            let files = found.journal.files
            let now = try project.present(files, root)
            for (file, bytes) in zip(files, now) where bytes != file.old && bytes != file.new {
                throw SourceEditError.editedSince(path: file.path, journal: found.path)
            }
            let isUntouched = zip(files, now).allSatisfy { $0.old == $1 }
            if found.state == .begun, isUntouched {
                try project.putBack(files, root)
                try journals.remove(found)
                continue
            }
            // If the paths differ, this folder was never edited. It is a copy of the project, or a new folder with the
            // inode number of a deleted one.
            if found.state == .written, isUntouched {
                if found.matchesPath { throw SourceEditError.alreadyReverted(journal: found.path) }
                continue
            }
            // If this is interrupted, the next run reverts the remaining files.
            let undoing = found.state == .undoing ? found : try journals.move(found, to: .undoing)
            try project.putBack(files, root)
            try journals.remove(undoing)
            return Done(paths: files.map(\.path), isReverted: true, journal: found.path)
        }
        let places = journals.places.places.filter { $0.isWritable || FileStatus(at: $0.folder.path) != nil }
        throw SourceEditError.nothingToUndo(places: places.map(\.folder.path))
    }

    /// Returns an error if a journal belongs to another folder, which had this folder's inode number before. Returns
    /// nil if the journal belongs to this folder.
    ///
    /// The journal belongs to another folder if it records a different path, and some of its files contain neither
    /// their old nor their new bytes.
    private func foreign(_ found: EditJournals.Found, _ root: RootFolder) throws -> UnusableJournal? {
        guard !found.matchesPath else { return nil }
        let files = found.journal.files
        let isHere = try zip(files, project.present(files, root)).allSatisfy { $1 == $0.old || $1 == $0.new }
        let path = found.journal.project.path
        return isHere ? nil : UnusableJournal(path: found.path, problem: .belongsToOtherFolder(path))
    }
}
