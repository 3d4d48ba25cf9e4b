import Foundation

/// The result of comparing a store with its snapshot, for tests that decide which results are failures. See
/// ``verifyMigrationSnapshot(_:matches:excluding:record:file:)``.
public enum SnapshotReport: Sendable, Hashable {
    /// The store equals the snapshot.
    case matches(path: String)
    /// The snapshot was written.
    case recorded(path: String)
    /// The snapshot doesn't exist, and the recording mode doesn't allow writing it.
    case missing(path: String)
    /// The store differs from the snapshot. `difference` contains the lines that differ, with some context.
    case differs(path: String, difference: String)

    /// Whether the store equals the snapshot.
    public var passed: Bool { if case .matches = self { true } else { false } }
}

extension SnapshotReport: CustomStringConvertible {
    /// A description of the result and, if the store doesn't match, what to do next.
    public var description: String {
        switch self {
        case .matches(let path): "the store matches \(path)"
        case .recorded(let path):
            "the snapshot was written to \(path). Look at the file, commit it, and run the test again"
        case .missing(let path):
            """
            there is no snapshot at \(path). Run the test outside of CI with \
            \(SnapshotRecording.variable)=missing, and commit the snapshot
            """
        case .differs(let path, let difference):
            """
            the store doesn't match \(path) (- snapshot, + store):
            \(difference)
            If this is intended, run the test with \(SnapshotRecording.variable)=failed and commit the new snapshot. \
            Otherwise, correct the plan
            """
        }
    }
}

/// The reason why a snapshot can't be compared or recorded.
public enum SnapshotError: Error, Sendable, Hashable {
    /// The name can't be used as a file name.
    case unsafeName(String)
    /// The file can't be read or written. The reason comes from the system.
    case file(path: String, reason: String)
}

extension SnapshotError: WordedError {
    /// A description of the problem.
    public var description: String {
        switch self {
        case .unsafeName(let name): "\"\(name)\" can't be the name of a snapshot: it is empty, or not a valid file name"
        case .file(let path, let reason): "the snapshot \(path) can't be read or written: \(reason)"
        }
    }
}
