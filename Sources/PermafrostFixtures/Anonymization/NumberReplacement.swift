import Foundation
import PermafrostStore

/// A replacement for numbers and dates. Equal numbers have equal replacements, and different numbers have different
/// ones.
///
/// A number keeps its sign and its number of digits, and an integer still fits the same type. Zero, infinity and the
/// limits of the number types aren't replaced. All dates are shifted by the same interval, so their distances and
/// their order don't change.
struct NumberReplacement {
    private let key: ReplacementKey
    /// The time that is added to every date, in seconds.
    let dateShift: Double

    /// The lowest absolute value of an integer that can be replaced by any integer with the same number of digits.
    /// Smaller integers are often ratings, counts or raw values, so they are only exchanged with others in their
    /// column.
    static let smallLimit: Int64 = 1000
    /// The dates that aren't shifted, because apps use them for a missing date: 2001-01-01, 1970-01-01,
    /// `Date.distantPast` and `Date.distantFuture`. In seconds since 2001-01-01 UTC.
    static let fixedDates: Set<Double> = [0, -978_307_200, -63_114_076_800, 64_092_211_200]

    /// The magnitudes that aren't replaced, because apps use them for a missing limit.
    private static let fixedMagnitudes: Set<Double> = [
        .greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, Double(Float.greatestFiniteMagnitude),
        Double(Float.leastNonzeroMagnitude), Double(Float.leastNormalMagnitude),
    ]

    init(_ key: ReplacementKey) {
        self.key = key
        var generator = key.generator(.date, [])
        // Shift to the past, between one and ten years. A smaller number of seconds keeps the fraction exact.
        dateShift = -Double(Int64.random(in: 31_536_000...315_360_000, using: &generator))
    }

    /// Returns the replacement for an integer.
    ///
    /// - Parameter small: the replacements for integers below ``smallLimit``, or nil to replace them like larger
    ///   integers.
    func integer(_ value: Int64, small: [Int64: Int64]? = nil) -> Int64 {
        switch value {
        case 0, .max, .min, Int64(Int32.max), Int64(Int32.min), Int64(Int16.max), Int64(Int16.min): return value
        case -Self.smallLimit + 1..<Self.smallLimit:
            if let small { return small[value] ?? value }
        default: break
        }
        let replaced = Int64(magnitude(value.magnitude))
        return value < 0 ? -replaced : replaced
    }

    /// Returns a replacement with the same number of digits. If the original fits `Int16` or `Int32`, so does the
    /// replacement.
    private func magnitude(_ value: UInt64) -> UInt64 {
        var lower: UInt64 = 1
        while lower <= value / 10 { lower *= 10 }
        var upper = lower > UInt64(Int64.max) / 10 ? UInt64(Int64.max) : lower * 10
        for limit in [UInt64(Int16.max), UInt64(Int32.max)] where limit >= lower && limit < upper {
            if value < limit { upper = limit } else { lower = limit + 2 }
        }
        guard value >= lower, value < upper else { return value }
        return lower + key.permuted(value - lower, below: upper - lower, tweak: lower)
    }

    /// Returns the replacement for a floating-point number.
    ///
    /// - Parameter isFloat: whether the property has single precision.
    func real(_ value: Double, isFloat: Bool = false) -> Double {
        guard Self.isReplaced(value) else { return value }
        var text = isFloat ? Float(value).description : value.description
        // Replacing digits is a permutation of texts, but not every text is the description of a number. Repeating the
        // replacement until the text is a description is a permutation of numbers. The loop ends at the original text
        // at the latest.
        while true {
            text = number(text)
            if isFloat {
                guard let replaced = Float(text) else { return value }
                if Self.isReplaced(Double(replaced)), replaced.description == text { return Double(replaced) }
            } else {
                guard let replaced = Double(text) else { return value }
                if Self.isReplaced(replaced), replaced.description == text { return replaced }
            }
        }
    }

    /// Returns whether a number is replaced, and can be a replacement. With other digits, a number close to the limits
    /// can become infinite or 0, which aren't replacements.
    private static func isReplaced(_ value: Double) -> Bool {
        value.isFinite && value != 0 && !fixedMagnitudes.contains(value.magnitude)
    }

    /// Returns the replacement of a date in seconds since 2001-01-01 UTC.
    func date(_ seconds: Double) -> Double {
        Self.fixedDates.contains(seconds) || !seconds.isFinite ? seconds : seconds + dateShift
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

    /// Returns the integers in a random order, keyed by the original integer. Omits 0 and the integers in `kept`.
    ///
    /// - Parameter kept: the integers that aren't replaced.
    func exchange(_ values: [Int64], keeping kept: Set<Int64>) -> [Int64: Int64] {
        let own = values.filter { !kept.contains($0) && $0 != 0 }
        var generator = key.generator(.choice, own.flatMap { String($0).utf8 })
        return Dictionary(zip(own, own.shuffled(using: &generator))) { first, _ in first }
    }
}
