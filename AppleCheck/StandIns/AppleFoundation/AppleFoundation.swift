// What Foundation has on Apple platforms and lacks on Linux, as far as the package uses it. The check imports the module into
// every file, and reports uses in files that import neither Foundation nor a module that exports it. As there, Foundation exports the C library.
@_exported import Darwin
import Foundation

/// What an app's changes are recorded with, to undo them.
open class UndoManager: NSObject {}

/// Turns values into others, to store them.
open class ValueTransformer: NSObject {}

extension ProcessInfo {
    /// Asks the system to let the process finish something; the block is called with true once the time is over.
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
}

extension URLResourceKey {
    /// The bytes for what the user asked for, with what the system would remove for it.
    public static let volumeAvailableCapacityForImportantUsageKey = URLResourceKey(
        rawValue: "NSURLVolumeAvailableCapacityForImportantUsageKey")
}

extension URLResourceValues {
    /// The bytes for what the user asked for, with what the system would remove for it.
    public var volumeAvailableCapacityForImportantUsage: Int64? { nil }
}
