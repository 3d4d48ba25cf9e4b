import Foundation

/// A failed file operation: what was tried, on which path, and the system's error number.
package struct FileError: Error, Sendable, Hashable {
    /// What was tried.
    package enum Operation: String, Sendable, Hashable {
        case open, read, write, sync, rename, createDirectory, list, remove, setAttributes
    }

    /// What was tried.
    package var operation: Operation
    /// The path.
    package var path: String
    /// The system's error number (`errno`).
    package var code: Int32

    /// An error of the given facts.
    package init(operation: Operation, path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// The failure of the last system call.
    package static func last(_ operation: Operation, _ path: String) -> FileError {
        FileError(operation: operation, path: path, code: errno)
    }

    /// Whether the failure says what is at the path: nothing, or no file of the expected kind and size. Any other failure
    /// says nothing of it, and may be over the next time: too many open files, a device's error, a missing permission.
    package var saysWhatIsThere: Bool { [ENOENT, ENOTDIR, EISDIR, ELOOP, EINVAL, EFBIG].contains(code) }

    /// The system's text for ``code``; for a symbolic link, that it is not followed.
    package var reason: String {
        code == ELOOP ? "symbolic links aren't followed" : String(cString: strerror(code))
    }
}

extension FileError: LocalizedError, CustomStringConvertible {
    /// What could not be done with which file, and the system's reason, without a full stop.
    package var description: String {
        let verb =
            switch operation {
            case .open: "opened"
            case .read: "read"
            case .write: "written"
            case .sync: "synced"
            case .rename: "moved into place"
            case .createDirectory: "created"
            case .list: "listed"
            case .remove: "removed"
            case .setAttributes: "given its permissions and attributes"
            }
        return "\(path.visible) can't be \(verb): \(reason)"
    }

    /// ``description``
    package var errorDescription: String? { description }
}
