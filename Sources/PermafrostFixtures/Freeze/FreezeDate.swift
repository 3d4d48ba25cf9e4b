import Foundation

/// The time that a fixture says it was frozen at.
package enum FreezeDate {
    /// Now, or the time of `SOURCE_DATE_EPOCH`, in UTC; nil where that is no time of the years to 9999.
    package static func text(_ environment: [String: String]) -> String? {
        guard let text = environment["SOURCE_DATE_EPOCH"], !text.isEmpty else { return Date().formatted(.iso8601) }
        guard let seconds = Int64(text), (0..<253_402_300_800).contains(seconds) else { return nil }
        return Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}
