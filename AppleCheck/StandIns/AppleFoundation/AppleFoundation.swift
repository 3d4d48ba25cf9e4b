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

// The parts of XCTest that the package uses and Linux's XCTest lacks.

/// A file or data that a test keeps with its result.
open class XCTAttachment {
    /// The results with which an attachment is kept.
    public enum Lifetime { case keepAlways, deleteOnSuccess }
    public init(data: Data, uniformTypeIdentifier: String) {}
    open var name: String? {
        get { nil }
        set {}
    }
    open var lifetime: Lifetime {
        get { .deleteOnSuccess }
        set {}
    }
}

/// A part of a running test.
@MainActor public protocol XCTActivity {
    func add(_ attachment: XCTAttachment)
}

/// The running test, as its activities see it.
@MainActor open class XCTContext {
    open class func runActivity<Result>(
        named name: String, block: (any XCTActivity) throws -> Result
    ) rethrows -> Result { fatalError() }
}
