import Foundation
import PermafrostModel

/// Functions that format dates in a store.
package enum StoredDate {
    /// Returns a date in ISO 8601 format in UTC, with up to nine fractional digits. If the date isn't in the years
    /// 1 to 9999, returns the number of seconds instead.
    ///
    /// - Parameter seconds: the number of seconds since 2001-01-01 UTC.
    package static func text(_ seconds: Double) -> String {
        // The range starts at `Date.distantPast`, the first day of year 1, and ends with the last year that ISO
        // 8601 writes without a sign.
        guard seconds >= -63_114_076_800, seconds < 252_455_616_000 else {
            return "\(seconds) s since 2001-01-01 UTC"
        }
        let whole = seconds.rounded(.down)
        let date = Date(timeIntervalSinceReferenceDate: whole)
        let base = date.formatted(.iso8601)
        let fraction = seconds - whole
        guard fraction > 0 else { return base }
        var digits = String(format: "%.9f", fraction).dropFirst(2)
        while digits.hasSuffix("0"), digits.count > 1 { digits.removeLast() }
        return "\(base.dropLast()).\(digits)Z"
    }
}
