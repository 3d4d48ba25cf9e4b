import Foundation
import PermafrostFixtures
import PermafrostStore

/// A command's journals for a project, in all folders that may contain journals.
struct EditJournals: Sendable {
    struct Found: Sendable {
        let place: JournalPlaces.Place
        let state: EditJournal.State
        let journal: EditJournal
        let path: String
        /// Whether the journal's location or its recorded path proves that the journal was written for the project's
        /// folder. If false, the journal may belong to a removed or moved folder that had the same inode number.
        let matchesPath: Bool
    }

    let places: JournalPlaces
    let name: String
    let identity: ProjectIdentity
    private let key: UserKey?

    /// Prepares to find and write the journals of a command.
    ///
    /// - Parameters:
    ///   - directory: the project's folder.
    ///   - places: the folders that may contain journals.
    ///   - name: the command's name.
    ///   - key: the user's key for signing journals, or nil if the user has none.
    init(of directory: String, in places: JournalPlaces, named name: String, key: UserKey?) {
        self.places = places
        self.name = name
        self.key = key
        identity = ProjectIdentity(of: directory)
    }

    private func path(_ state: EditJournal.State, in place: JournalPlaces.Place) -> String {
        place.folder.path(of: name + state.rawValue)
    }

    // MARK: Finding

    /// Returns the usable journals in one of the given states, and the journal files that can't be used. An unusable
    /// file is left out if it is in the journal folder of another path in the repository.
    ///
    /// - Throws: ``SourceEditError/unreadableJournal(path:reason:)`` if a journal can't be used, although its signature
    ///   or its location proves that this user wrote it. May also throw a `FileError`.
    func find(_ states: [EditJournal.State]) throws -> (found: [Found], unusable: [UnusableJournal]) {
        var (found, unusable): ([Found], [UnusableJournal]) = ([], [])
        for place in places.places {
            for state in states {
                do {
                    guard let journal = try read(state, in: place) else { continue }
                    found.append(journal)
                } catch let problem as UnusableJournal {
                    if !place.belongsToOtherPaths { unusable.append(problem) }
                } catch SourceEditError.unreadableJournal where place.belongsToOtherPaths {
                    continue
                }
            }
        }
        return (found, unusable)
    }

    private func read(_ state: EditJournal.State, in place: JournalPlaces.Place) throws -> Found? {
        guard FileStatus(at: place.folder.base)?.isFolder == true else { return nil }
        let name = path(state, in: place)
        let complete = place.folder.base + "/" + name
        let bytes: [UInt8]
        do {
            let root = try RootFolder(place.folder.base)
            guard try root.kind(of: name) != .absent else { return nil }
            guard try place.needsProof || root.isPrivate(place.folder.folder) && root.isPrivate(name) else {
                throw UnusableJournal(path: complete, problem: .belongsToOtherUser)
            }
            bytes = try root.read(name, limit: 1 << 28)
        } catch let error as FileError where [ELOOP, ENOTDIR, EINVAL, EACCES, EPERM].contains(error.code) {
            // For any other error, the file may be the journal of an interrupted run.
            throw UnusableJournal(path: complete, problem: .file(error.reason))
        }
        do throws(EditJournal.Unreadable) {
            let journal = try EditJournal(bytes, named: self.name, key: key, needsProof: place.needsProof)
            guard !place.needsSameFolder || journal.project.isSameFolder(as: identity) else {
                // In git's folder, such a journal belongs to another project. In a work folder, it belongs to this
                // project, which may have been copied.
                if place.needsProof { throw EditJournal.Unreadable.unproved }
                return nil
            }
            return Found(
                place: place, state: state, journal: journal, path: complete,
                matchesPath: journal.project.path == identity.path || !place.isNamedByNumber)
        } catch {
            throw unreadable(complete, error)
        }
    }

    private func unreadable(_ path: String, _ problem: EditJournal.Unreadable) -> any Error {
        if problem == .unproved { return UnusableJournal(path: path, problem: .unproved) }
        let reason =
            switch problem {
            case .path(let named):
                "the journal refers to \(named.debugDescription), which isn't a file that \(name) writes"
            case .damaged: "its checksum doesn't match"
            case .format, .unproved: "it isn't a journal of this release"
            }
        return SourceEditError.unreadableJournal(path: path, reason: reason)
    }

    // MARK: Writing

    /// Writes a journal to the first location that accepts it. Throws ``SourceEditError/noJournal(reasons:)`` if no
    /// location does.
    func begin(_ files: [SourceEdits.File], before tests: ScaffoldRequest? = nil) throws -> Found {
        var refusals: [String] = []
        for place in places.places where place.isWritable {
            guard key != nil || !place.needsProof else {
                refusals.append("\(place.folder.path): this user has no key to sign the journal")
                continue
            }
            do {
                return try keep(EditJournal(project: identity, files: files, tests: tests), .begun, in: place)
            } catch let error as FileError {
                refusals.append("\(error.path): \(error.reason)")
            }
        }
        throw SourceEditError.noJournal(reasons: refusals)
    }

    /// Writes and syncs a journal.
    func keep(_ journal: EditJournal, _ state: EditJournal.State, in place: JournalPlaces.Place) throws -> Found {
        let root = try RootFolder(making: place.folder.base)
        try root.makePrivateFolders(place.folder.folder)
        guard try place.needsProof || root.isPrivate(place.folder.folder) else {
            throw FileError(operation: .write, path: place.folder.path, code: EPERM)
        }
        let name = path(state, in: place)
        let partial = name + ".partial"
        try root.remove(partial)
        do {
            try root.writePrivate(journal.sealed(named: self.name, key: key), to: partial)
            try root.rename(partial, to: name)
        } catch {
            try root.remove(partial)
            throw error
        }
        try root.sync(place.folder.folder)
        return Found(
            place: place, state: state, journal: journal, path: place.folder.base + "/" + name, matchesPath: true)
    }

    /// Changes a journal's state by renaming its file.
    func move(_ found: Found, to state: EditJournal.State) throws -> Found {
        let root = try RootFolder(found.place.folder.base)
        let name = path(state, in: found.place)
        try root.rename(path(found.state, in: found.place), to: name)
        try root.sync(found.place.folder.folder)
        return Found(
            place: found.place, state: state, journal: found.journal, path: found.place.folder.base + "/" + name,
            matchesPath: found.matchesPath)
    }

    func remove(_ found: Found) throws {
        let root = try RootFolder(found.place.folder.base)
        try root.remove(path(found.state, in: found.place))
        try root.sync(found.place.folder.folder)
    }
}

/// A journal file that can't be used. It isn't removed.
package struct UnusableJournal: Error, Sendable, Hashable {
    /// The reason that the file can't be used.
    package enum Problem: Sendable, Hashable {
        /// The file must be signed, but has no valid signature. Therefore, it isn't certain that this user's Permafrost
        /// wrote it for this project.
        case unproved
        /// The file or its folder belongs to another user, or can be written by other users.
        case belongsToOtherUser
        /// The file belongs to another folder, which was removed or moved. The value is that folder's path.
        case belongsToOtherFolder(String)
        /// The file can't be read. For example, its path contains a symbolic link.
        case file(String)
    }

    package let path: String
    package let problem: Problem
}

/// A lock that prevents two commands from editing a project's sources at the same time.
///
/// It is a system lock (`flock`) on the project's folder. It doesn't create a file, and the system releases it when the
/// process ends.
package final class ProjectLock: Sendable {
    private let descriptor: Int32

    /// Acquires the lock of a folder.
    ///
    /// If the file system doesn't support locks, as on some network volumes, the initializer returns without a lock.
    /// Edits are still checked: a file is replaced only if it still contains the bytes that were read.
    ///
    /// - Throws: ``SourceEditError/inUse(directory:)`` if another process holds the lock, or a `FileError` if the
    ///   folder can't be opened.
    package init(_ directory: String) throws {
        descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError.last(.open, directory) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK:
                close(descriptor)
                throw SourceEditError.inUse(directory: directory)
            default: return
            }
        }
    }

    /// Releases the lock explicitly, because closing the descriptor might not release it. If another thread is starting
    /// a program, the new process also has the descriptor until its own code begins.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
