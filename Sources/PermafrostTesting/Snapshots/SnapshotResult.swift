import Foundation

/// What came of comparing a store with its snapshot.
public enum SnapshotResult: Sendable, Hashable {
    /// The store is as the snapshot says.
    case matches(path: String)
    /// The snapshot was written.
    case recorded(path: String)
    /// There is no snapshot, and none may be written.
    case missing(path: String)
    /// The store differs: the lines that do, with a few around them.
    case differs(path: String, difference: String)

    /// Whether the store is as the snapshot says.
    public var isMatch: Bool { if case .matches = self { true } else { false } }
}

extension SnapshotResult: CustomStringConvertible {
    /// What happened, and what to do next.
    public var description: String {
        switch self {
        case .matches(let path): "the store is as \(path) says"
        case .recorded(let path):
            "the snapshot was written to \(path). Look at it, commit it, and run the test again"
        case .missing(let path):
            """
            there is no snapshot at \(path). Run the test where CI is not set, with \
            \(SnapshotRecording.variable)=missing, and commit what it writes
            """
        case .differs(let path, let difference):
            """
            the store is not as \(path) says (- snapshot, + store):
            \(difference)
            If the migration is meant to do this, run the test with \(SnapshotRecording.variable)=failed and commit what it \
            writes; otherwise, correct the plan
            """
        }
    }
}

/// Why a snapshot cannot be compared.
public enum SnapshotError: Error, Sendable, Hashable {
    /// The name is no file's.
    case unsafeName(String)
    /// The file cannot be read or written; the system's reason.
    case file(path: String, reason: String)
}

extension SnapshotError: ErrorText.WordedError {
    /// The problem.
    public var description: String {
        switch self {
        case .unsafeName(let name): "\"\(name)\" cannot be the name of a snapshot: it is empty, or no file's name"
        case .file(let path, let reason): "the snapshot \(path) cannot be read or written: \(reason)"
        }
    }
}
