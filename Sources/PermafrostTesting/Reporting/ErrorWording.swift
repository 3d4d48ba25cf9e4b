import Foundation
import Permafrost

extension FixtureError: WordedError {}

extension MigrationTestError: WordedError {
    /// What is wrong, and what to do next.
    public var description: String {
        switch self {
        case .versionNotInPlan(let version, let plan, let listed):
            """
            \(plan) does not list \(version), only \(listed.joined(separator: ", ")). A version that shipped stays in the \
            plan: add it to schemas, with a stage that leads there
            """
        case .noVersions: "there is no version to migrate to: the list is empty"
        case .failed(let from, let to, let reason):
            """
            the store of \(from) does not migrate to \(to): \(reason). Every user whose store is at \(from) meets this \
            when the app opens it
            """
        }
    }
}

extension SnapshotError: WordedError {
    /// What is wrong.
    public var description: String {
        switch self {
        case .unsafeName(let name): "\"\(name)\" cannot be the name of a snapshot: it is empty, or no file's name"
        case .file(let path, let reason): "the snapshot \(path) cannot be read or written: \(reason)"
        }
    }
}

extension ObservationError: WordedError {
    /// What is wrong, and what to do next.
    public var description: String {
        switch self {
        case .nothingToCapture(let type):
            "\(type) has no stored property to compare: make it CapturableObservable, and say what its state is"
        case .unreadableMetadata(let type):
            "SwiftData's metadata of \(type) does not show the class's properties: make it CapturableObservable, and say "
                + "what its state is"
        }
    }
}
