import Foundation
import PermafrostModel
import PermafrostStore

/// A date in ISO 8601 format and UTC, with every stored digit and at least milliseconds. A date outside the years 1
/// to 9999 is a number of seconds since 2001-01-01.
struct DateText {
    let text: String

    /// Formats a date.
    ///
    /// - Parameter seconds: the number of seconds since 2001-01-01 00:00 UTC.
    init(_ seconds: Double) {
        // Format only the years 1 to 9999. Calendars don't have to support other years.
        guard (-63_114_076_800..<252_423_993_600).contains(seconds) else {
            text = "\(seconds) s since 2001-01-01"
            return
        }
        let whole = seconds.rounded(.down)
        // Use decimal arithmetic to compute the digits that distinguish a `Double` from its neighbors. On Linux,
        // `Decimal(_: Double)` isn't exact.
        let exact = Decimal(string: "\(seconds)", locale: Locale(identifier: "en_US_POSIX")) ?? 0
        let digits = "\(exact - Decimal(Int64(whole)))".dropFirst("0.".count)
        text =
            Date(timeIntervalSinceReferenceDate: whole).formatted(Date.ISO8601FormatStyle()).dropLast()
            + ".\(String(digits).padding(toLength: max(3, digits.count), withPad: "0", startingAt: 0))Z"
    }
}
