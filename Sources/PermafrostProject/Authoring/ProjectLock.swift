import Foundation
import PermafrostStore

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
    /// - Throws: ``NextVersionError/inUse(directory:)`` if another process has it; a `FileError` if the folder can't be opened.
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
