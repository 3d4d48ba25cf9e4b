import Foundation
import PermafrostStore

/// A replacement for numbers and dates. Equal numbers have equal replacements, and different numbers have different
/// ones.
///
/// A number keeps its sign and its number of digits, and an integer still fits the same type. Zero and infinity aren't
/// replaced. No other number from 10 on is its own replacement, except for 1e308, because it is the only number of its
/// size with one digit. All dates are shifted by the same number of seconds, and their fractions are replaced in order.
/// So the order of dates doesn't change, and their distances change by less than a second.
struct NumberReplacement {
    private let key: ReplacementKey
    /// The time that is added to every date, in seconds.
    let dateShift: Double

    /// The dates that aren't shifted, because apps use them for a missing date: zero, `Date.distantPast` and
    /// `Date.distantFuture`. In seconds since 2001-01-01 UTC.
    static let fixedDates: Set<Double> = [0, -63_114_076_800, 64_092_211_200]

    init(_ key: ReplacementKey) {
        self.key = key
        var generator = key.generator(.date, [])
        // Shift to the past, between one and ten years.
        dateShift = -Double(Int64.random(in: 31_536_000...315_360_000, using: &generator))
    }

    /// Returns a replacement with the same number of digits. If the original fits `Int16` or `Int32`, so does the
    /// replacement.
    ///
    /// - Parameter limit: the largest integer that the property's type can represent.
    func integer(_ value: Int64, limit: Int64 = .max) -> Int64 {
        let magnitude = value.magnitude
        guard magnitude > 0 else { return value }
        var lower: UInt64 = 1
        while lower <= magnitude / 10 { lower *= 10 }
        var upper = lower * 10
        for limit in [limit, Int64(Int16.max), Int64(Int32.max), .max] {
            // There is one more negative integer than positive ones.
            let end = limit.magnitude + (value < 0 ? 2 : 1)
            guard lower < end, end < upper else { continue }
            if magnitude < end { upper = end } else { lower = end }
        }
        let replaced = lower + key.permuted(magnitude - lower, below: upper - lower, tweak: lower)
        return Int64(truncatingIfNeeded: value < 0 ? 0 &- replaced : replaced)
    }

    /// Returns the replacement for a floating-point number.
    ///
    /// - Parameter isFloat: whether the property has single precision.
    func real(_ value: Double, isFloat: Bool = false) -> Double {
        guard value.isFinite, value != 0 else { return value }
        var text = isFloat ? Float(value).description : value.description
        // Replacing digits is a permutation of texts, but not every text is the description of a number. Repeating the
        // replacement until the text is a description is a permutation of numbers. The loop ends at the original text
        // at the latest.
        while true {
            text = number(text)
            if isFloat {
                if let replaced = Float(text), replaced.description == text { return Double(replaced) }
            } else if let replaced = Double(text), replaced.description == text {
                return replaced
            }
        }
    }

    /// Returns the replacement of a date in seconds since 2001-01-01 UTC.
    func date(_ seconds: Double) -> Double {
        guard seconds.isFinite, !Self.fixedDates.contains(seconds) else { return seconds }
        let whole = seconds.rounded(.down)
        let fraction = seconds - whole
        // Each second has its own curve. It rises from 0 to 1, and differs from the fraction everywhere in between.
        var generator = key.generator(.date, withUnsafeBytes(of: whole.bitPattern) { Array($0) })
        let bend = Double.random(in: 0.25..<0.75, using: &generator) * (Bool.random(using: &generator) ? 1 : -1)
        let shifted = whole + dateShift + fraction + bend * fraction * (1 - fraction)
        // The shift can be too small to change a number that is far too large for a date.
        return shifted == seconds ? real(seconds) : shifted
    }

    /// Returns the replacement for a number's text, such as `-12.50` or `1e-05`. Only the significant digits change.
    func number(_ text: String) -> String {
        var bytes = Array(text.utf8)
        let end = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
        let digits = bytes.indices.filter { $0 < end && Self.digits.contains(bytes[$0]) }
        guard let first = digits.firstIndex(where: { bytes[$0] != UInt8(ascii: "0") }) else { return text }
        let last = digits.lastIndex { bytes[$0] != UInt8(ascii: "0") } ?? first
        let places = Array(digits[first...last])
        for start in stride(from: 0, to: places.count, by: Self.groupSize) {
            let group = places[start..<min(start + Self.groupSize, places.count)]
            let value = group.reduce(UInt64(0)) { $0 * 10 + UInt64(bytes[$1] - UInt8(ascii: "0")) }
            var replaced = replacedDigits(value, count: group.count, at: start, isLast: group.endIndex == places.count)
            for place in group.reversed() {
                bytes[place] = UInt8(ascii: "0") + UInt8(replaced % 10)
                replaced /= 10
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the replacement for a group of significant digits. The first digit of the first group and the last digit
    /// of the last group aren't 0, and don't become 0. Otherwise, 1.5 could get the same replacement as 2.
    ///
    /// - Parameter start: the number of significant digits in front of the group.
    private func replacedDigits(_ value: UInt64, count: Int, at start: Int, isLast: Bool) -> UInt64 {
        var unit: UInt64 = 1
        for _ in 1..<count { unit *= 10 }
        let tweak = ~unit &- UInt64(start)
        guard isLast, count > 1 || start > 0 else {
            let least = start == 0 ? unit : 0
            return least + key.permuted(value - least, below: unit * 10 - least, tweak: tweak)
        }
        let least = start == 0 ? unit / 10 : 0
        let place = key.permuted(
            (value / 10 - least) * 9 + value % 10 - 1, below: (unit - least) * 9, tweak: tweak)
        return (least + place / 9) * 10 + place % 9 + 1
    }

    /// The number of digits that are replaced together. A number of 18 digits is below the limit of Int64. Only decimal
    /// numbers have more digits.
    private static let groupSize = 18

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
