import Foundation

/// The mode that decides when a snapshot is written instead of compared. Every written snapshot fails its test, so that
/// someone reviews it.
///
/// Set the mode for one run with the environment variable `PERMAFROST_RECORD`, such as
/// `PERMAFROST_RECORD=failed swift test`, or for one assertion with its `record` parameter.
///
/// > Important: If the environment variable `CI` is set, no snapshot is ever written, whatever a test requests.
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

    /// The name of the environment variable with the mode for tests that don't request one.
    static let variable = "PERMAFROST_RECORD"

    /// Returns the mode to use: ``never`` if `CI` is set, or else the given one, or else the environment's, or else
    /// ``missing``.
    static func effective(
        _ given: SnapshotRecording?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> SnapshotRecording {
        if environment["CI"] != nil { return .never }
        return given ?? environment[variable].flatMap(SnapshotRecording.init(rawValue:)) ?? .missing
    }
}
