import Foundation

/// A mode that determines when an assertion writes a snapshot's file. An assertion that writes a snapshot always fails,
/// so that someone reviews the snapshot.
///
/// Set the mode for one run with the `PERMAFROST_RECORD` environment variable, such as
/// `PERMAFROST_RECORD=failed swift test`, or for one assertion with its `record` parameter.
///
/// > Important: If the `CI` environment variable is set, snapshots are never written, even if a test requests it.
public enum SnapshotRecording: String, Sendable, Hashable, CaseIterable {
    /// Always write the snapshot.
    case all
    /// Write the snapshot if it differs or doesn't exist.
    ///
    /// > Warning: This replaces snapshots that differ. Review the changes before you commit them.
    case failed
    /// Write the snapshot if it doesn't exist. This is the default.
    case missing
    /// Never write the snapshot.
    case never

    /// The name of the environment variable that contains the mode for assertions that don't specify one.
    static let variable = "PERMAFROST_RECORD"

    /// Returns the mode to use: ``never`` if the `CI` variable is set, and otherwise the given mode. If that is nil,
    /// returns the environment's mode, or ``missing`` if the environment doesn't contain a valid mode.
    static func effective(
        _ given: SnapshotRecording?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> SnapshotRecording {
        if environment["CI"] != nil { return .never }
        return given ?? environment[variable].flatMap(SnapshotRecording.init(rawValue:)) ?? .missing
    }
}
