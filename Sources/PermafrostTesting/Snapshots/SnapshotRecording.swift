import Foundation

/// When a snapshot is written instead of compared. Whatever is written fails the test, so that someone looks at it.
///
/// Where the environment variable `CI` is set nothing is ever written, whatever a test asks for.
public enum SnapshotRecording: String, Sendable, Hashable, CaseIterable {
    /// Always.
    case all
    /// Where the snapshot differs, or is not there.
    case failed
    /// Where it is not there.
    case missing
    /// Never.
    case never

    /// The name of the environment variable with the mode for tests that ask for none.
    static let variable = "PERMAFROST_RECORD"

    /// The mode that counts: none if `CI` is set, else the given one, else the environment's, else ``missing``.
    static func effective(
        _ given: SnapshotRecording?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> SnapshotRecording {
        if environment["CI"] != nil { return .never }
        return given ?? environment[variable].flatMap(SnapshotRecording.init(rawValue:)) ?? .missing
    }
}
