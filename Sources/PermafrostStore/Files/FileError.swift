import Foundation

/// A failed file operation, with its path and the system's error number.
package struct FileError: Error, Sendable, Hashable {
    /// The operations that can fail.
    package enum Operation: String, Sendable, Hashable {
        case open, read, write, sync, rename, createDirectory, list, remove, setAttributes
    }

    package var operation: Operation
    /// The path of the file or folder.
    package var path: String
    /// The system's error number (`errno`).
    package var code: Int32

    package init(operation: Operation, path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// Returns an error for the last system call, with the code in `errno`.
    package static func last(_ operation: Operation, _ path: String) -> FileError {
        FileError(operation: operation, path: path, code: errno)
    }

    /// Whether the error is about the item at the path: it doesn't exist, or has an unexpected kind or size. False for
    /// other errors, such as too many open files, a device error or a missing permission, because they may be
    /// temporary.
    package var describesItem: Bool { [ENOENT, ENOTDIR, EISDIR, ELOOP, EINVAL, EFBIG].contains(code) }

    /// The system's description of ``code``. For a symbolic link, it explains that links aren't followed.
    package var reason: String {
        code == ELOOP ? "symbolic links aren't followed" : String(cString: strerror(code))
    }
}

extension FileError: LocalizedError, CustomStringConvertible {
    /// The failed operation, its path and the system's reason, without a period.
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

    package var errorDescription: String? { description }
}
