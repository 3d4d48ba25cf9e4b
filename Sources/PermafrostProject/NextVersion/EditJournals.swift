import Foundation
import PermafrostStore

/// The journals of one command in one project, in all of their places.
struct EditJournals: Sendable {
    /// A journal that was found.
    struct Found: Sendable {
        let place: JournalPlaces.Place
        let state: EditJournal.State
        let journal: EditJournal
        let path: String
        /// Whether it was written for this folder at this path, and not for a removed one whose number this folder has now.
        let isOfThisPath: Bool
    }

    let places: JournalPlaces
    let name: String
    let identity: JournalPlaces.ProjectIdentity
    private let key: UserKey?

    /// - Parameters:
    ///   - directory: the project's folder.
    ///   - name: the command.
    init(of directory: String, in places: JournalPlaces, named name: String, key: UserKey?) {
        self.places = places
        self.name = name
        self.key = key
        identity = JournalPlaces.ProjectIdentity(of: directory)
    }

    private func path(_ state: EditJournal.State, in place: JournalPlaces.Place) -> String {
        place.folder.path(of: name + state.rawValue)
    }

    // MARK: Finding

    /// The journals of some states that can be used, and what else lies in their places.
    ///
    /// - Throws: ``NextVersionOptions/NextVersionError/unreadableJournal(path:reason:)`` for one in a place that only this user writes to.
    func find(_ states: [EditJournal.State]) throws -> (found: [Found], unusable: [UnusableJournal]) {
        var (found, unusable): ([Found], [UnusableJournal]) = ([], [])
        for place in places.places {
            for state in states {
                do {
                    guard let journal = try read(state, in: place) else { continue }
                    found.append(journal)
                } catch let problem as UnusableJournal {
                    if !place.isOfOtherProjects { unusable.append(problem) }
                } catch NextVersionError.unreadableJournal where place.isOfOtherProjects {
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
                throw UnusableJournal(path: complete, problem: .isOfOthers)
            }
            bytes = try root.read(name, limit: 1 << 28)
        } catch let error as FileError where [ELOOP, ENOTDIR, EINVAL, EACCES, EPERM].contains(error.code) {
            // Any other failure may hide a journal of a run that was cut short.
            throw UnusableJournal(path: complete, problem: .file(error.reason))
        }
        do throws(EditJournal.Unreadable) {
            let journal = try EditJournal(bytes, named: self.name, key: key, needsProof: place.needsProof)
            guard !place.needsSameFolder || journal.project.isSameFolder(as: identity) else {
                // In git's folder it is another project's. A work folder is this project's, and can have been copied.
                if place.needsProof { throw EditJournal.Unreadable.unproved }
                return nil
            }
            return Found(
                place: place, state: state, journal: journal, path: complete,
                isOfThisPath: journal.project.path == identity.path || !place.isNamedByNumber)
        } catch {
            throw unreadable(complete, error)
        }
    }

    private func unreadable(_ path: String, _ problem: EditJournal.Unreadable) -> any Error {
        if problem == .unproved { return UnusableJournal(path: path, problem: .unproved) }
        let reason =
            switch problem {
            case .path(let named): "it names \(named.debugDescription), which isn't a file that \(name) writes"
            case .damaged: "its checksum does not match"
            case .format, .unproved: "it is not a journal of this release"
            }
        return NextVersionError.unreadableJournal(path: path, reason: reason)
    }

    // MARK: Writing

    /// Writes a journal to the first place that takes it.
    func begin(_ files: [SourceEdits.File]) throws -> Found {
        var refusals: [String] = []
        for place in places.places where place.isWritable {
            guard key != nil || !place.needsProof else {
                refusals.append("\(place.folder.path): this user has no key to sign it with")
                continue
            }
            do {
                return try keep(EditJournal(project: identity, files: files), .begun, in: place)
            } catch let error as FileError {
                refusals.append("\(error.path): \(error.reason)")
            }
        }
        throw NextVersionError.noJournal(reasons: refusals)
    }

    /// Writes a journal that is on the disk when this returns.
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
            place: place, state: state, journal: journal, path: place.folder.base + "/" + name, isOfThisPath: true)
    }

    /// Says that a command got further.
    func move(_ found: Found, to state: EditJournal.State) throws -> Found {
        let root = try RootFolder(found.place.folder.base)
        let name = path(state, in: found.place)
        try root.rename(path(found.state, in: found.place), to: name)
        try root.sync(found.place.folder.folder)
        return Found(
            place: found.place, state: state, journal: found.journal, path: found.place.folder.base + "/" + name,
            isOfThisPath: found.isOfThisPath)
    }

    /// Ends a journal.
    func remove(_ found: Found) throws {
        let root = try RootFolder(found.place.folder.base)
        try root.remove(path(found.state, in: found.place))
        try root.sync(found.place.folder.folder)
    }
}

/// A file in a journal's place that isn't used, and is left there.
package struct UnusableJournal: Error, Sendable, Hashable {
    /// Why it isn't used.
    package enum Problem: Sendable, Hashable {
        /// It lacks the proof that this user's tool wrote it in this project.
        case unproved
        /// It, or its folder, belongs to another user, or others may write to it.
        case isOfOthers
        /// It is about another folder, which has been removed or moved.
        case isOfAnotherFolder(String)
        /// It can't be read: a symbolic link is on the way to it, for example.
        case file(String)
    }

    /// Its complete path.
    package let path: String
    /// Why it isn't used.
    package let problem: Problem
}

/// Keeps two commands from editing a project's sources at the same time.
///
/// The lock is the system's on the project's folder (`flock`). It leaves no file, and ends with the process.
package final class ProjectLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// A file system that has no locks, such as some network volumes, is no obstacle: files are still replaced only if they have the
    /// bytes that were read.
    ///
    /// - Throws: ``NextVersionOptions/NextVersionError/inUse(directory:)`` if another process has it; a `FileError` if the folder can't be opened.
    package init(_ directory: String) throws {
        descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError.last(.open, directory) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK:
                close(descriptor)
                throw NextVersionError.inUse(directory: directory)
            default: return
            }
        }
    }

    /// Gives the lock up by name: a program that is just being started by another thread has the descriptor, too, until its own code
    /// begins, and with it a lock that is only closed here.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
