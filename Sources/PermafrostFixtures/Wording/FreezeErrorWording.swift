import Foundation
import PermafrostFiles

extension FreezeError: LocalizedError, CustomStringConvertible {
    /// What happened, and what to do, without a full stop.
    public var description: String {
        switch self {
        case .alreadyFrozen(let version, let path):
            "\(version) is frozen already (\(path)), and a frozen version does not change: stores of it are on users' "
                + "devices. Declare a new version; if \(version) never shipped, it may be replaced"
        case .blocked(let path): "\(path) is not a folder: move it away"
        case .cannotReplaceAtomically(let path):
            "this file system cannot replace \(path) in one step: remove the folder, then freeze again"
        case .file(let error): error.description
        case .store(let path, let reason): "the store cannot be written to \(path): \(reason)"
        }
    }

    /// ``description``
    public var errorDescription: String? { description }
}

extension FileError: LocalizedError, CustomStringConvertible {
    /// What could not be done with which file, and the system's reason, without a full stop.
    public var description: String {
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
            }
        return "\(path) cannot be \(verb): \(reason)"
    }

    /// ``description``
    public var errorDescription: String? { description }
}
