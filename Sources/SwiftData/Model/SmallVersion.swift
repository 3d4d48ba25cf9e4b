import Foundation
import Observation
import Synchronization

/// A row's `Z_OPT` in three bytes.
struct SmallVersion {
    private var low: UInt16 = 0
    private var high: UInt8 = 0

    /// Creates the version 0.
    init() {}

    /// Creates a version, or returns nil if the number is negative or needs more than three bytes.
    init?(_ version: Int64) {
        guard version >> 24 == 0 else { return nil }
        low = UInt16(truncatingIfNeeded: version)
        high = UInt8(truncatingIfNeeded: version >> 16)
    }

    /// The version as a number.
    var number: Int64 { Int64(high) << 16 | Int64(low) }
}
