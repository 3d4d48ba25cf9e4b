// The parts of Foundation that the package uses and Linux lacks. The check imports this module into every file, and
// reports uses in files that import neither Foundation nor a module that exports it. As on Apple platforms, Foundation
// exports the C library.
@_exported import Darwin
import Foundation

/// A recorder of an app's changes that can undo them.
open class UndoManager: NSObject {}

/// A converter between values and their stored form.
open class ValueTransformer: NSObject {}

extension ProcessInfo {
    /// Asks the system for time to finish a task. The block is called with true when the time has expired.
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
}

extension URLResourceKey {
    /// The available bytes for data that the user requested, including space that the system can free for it.
    public static let volumeAvailableCapacityForImportantUsageKey = URLResourceKey(
        rawValue: "NSURLVolumeAvailableCapacityForImportantUsageKey")
}

extension URLResourceValues {
    /// The available bytes for data that the user requested, including space that the system can free for it.
    public var volumeAvailableCapacityForImportantUsage: Int64? { nil }
}
