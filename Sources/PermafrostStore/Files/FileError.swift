import Foundation

/// A failed file operation, with its path and the system's error number.
package struct FileError: Error, Sendable, Hashable {
    /// The operations that can fail.
    package enum Operation: String, Sendable, Hashable {
        case open, read, write, sync, rename, createDirectory, list, remove, setAttributes
    }

    /// The operation that failed.
    package var operation: Operation
    /// The path of the file.
    package var path: String
    /// The system's error number (`errno`).
    package var code: Int32

    package init(operation: Operation, path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// Returns the failure of the last system call.
    package static func last(_ operation: Operation, _ path: String) -> FileError {
        FileError(operation: operation, path: path, code: errno)
    }

    /// Whether the failure tells what is at the path: nothing, or something other than a file of the expected kind
    /// and size. Other failures don't, and may not happen the next time: too many open files, a device error, a
    /// missing permission.
    package var saysWhatIsThere: Bool { [ENOENT, ENOTDIR, EISDIR, ELOOP, EINVAL, EFBIG].contains(code) }

    /// The system's text for ``code``. For a symbolic link, it says that links aren't followed.
    package var reason: String {
        code == ELOOP ? "symbolic links are not followed" : String(cString: strerror(code))
    }
}

extension FileError: LocalizedError, CustomStringConvertible {
    /// The failed operation, its path and the system's reason, without a full stop.
    package var description: String {
        let verb =
            switch operation {
            case .open: "opened"
            case .read: "read"
            case .write: "written"
            case .sync: "synced"
            case .rename: "put in place"
            case .createDirectory: "made"
            case .list: "listed"
            case .remove: "removed"
            case .setAttributes: "protected as its model"
            }
        return "\(path.visible) cannot be \(verb): \(reason)"
    }

    /// ``description``
    package var errorDescription: String? { description }
}
