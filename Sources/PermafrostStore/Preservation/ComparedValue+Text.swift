import Foundation
import PermafrostModel

extension ComparedValue: CustomStringConvertible {
    /// The value in a report: strings in quotes, dates with every digit, long values cut.
    package var description: String {
        switch self {
        case .null: "nil"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let text): Self.cut(text.debugDescription)
        case .date(let seconds): ComparedValue.StoredDate.text(seconds)
        case .uuid(let uuid): uuid.uuidString
        case .data(let bytes):
            "\(bytes.count) bytes"
                + (bytes.isEmpty ? "" : " (SHA-256 \(Digest.hex(Digest.sha256(bytes)).prefix(12))…)")
        case .json(let text): Self.cut(text)
        case .missingFile(let name): "a large value whose file \(name) is missing"
        case .unreadable(let text): "\(Self.cut(text)), which is no value of the property's type"
        }
    }

    private static func cut(_ text: String) -> String {
        text.count > 120 ? "\(text.prefix(117))… (\(text.count) characters)" : text
    }
}

extension ComparedValue {
    /// Dates of a store as text.
    package enum StoredDate {
        /// ISO 8601 in UTC with as many digits of the second as tell it from its neighbours; seconds where a calendar cannot.
        ///
        /// - Parameter seconds: since 2001-01-01 UTC.
        package static func text(_ seconds: Double) -> String {
            // From `Date.distantPast`, the first day of year 1, to years in which ISO 8601 needs no sign.
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
}
