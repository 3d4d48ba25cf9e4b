import Foundation

extension FreezeError: LocalizedError, CustomStringConvertible {
    /// What happened, and what to do, without a full stop.
    package var description: String {
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
    package var errorDescription: String? { description }
}
