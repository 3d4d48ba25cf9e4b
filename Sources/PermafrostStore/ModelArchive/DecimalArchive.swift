import Foundation

/// The keyed-archive form of a decimal number: a sign, a mantissa of up to eight 16-bit words, and a power of ten. This
/// form isn't verified with a store.
enum DecimalArchive {
    /// Returns the archived entries of a decimal. Returns nil if the string isn't a valid decimal, or if the mantissa
    /// or the exponent doesn't fit in the archived form.
    static func entries(_ text: String) -> [PropertyListValue.Entry]? {
        guard let (digits, exponent, isNegative) = parts(text) else { return nil }
        var words = [UInt16](repeating: 0, count: 8)
        for digit in digits {
            var carry = UInt32(digit)
            for index in words.indices {
                let product = UInt32(words[index]) * 10 + carry
                words[index] = UInt16(truncatingIfNeeded: product)
                carry = product >> 16
            }
            guard carry == 0 else { return nil }
        }
        let length = (words.lastIndex { $0 != 0 } ?? -1) + 1
        return [
            .init("NS.compact", .boolean(true)),
            .init("NS.exponent", .integer(Int64(exponent))),
            .init("NS.length", .integer(Int64(length))),
            .init("NS.mantissa", .data(words.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })),
            // The byte order of the words. The number 1 means little-endian.
            .init("NS.mantissa.bo", .integer(1)),
            .init("NS.negative", .boolean(isNegative)),
        ]
    }

    /// Returns an archived decimal as a string, or nil if the object isn't an archived decimal.
    static func text(of object: PropertyListValue) -> String? {
        guard let exponent = object["NS.exponent"]?.integer, (-128...127).contains(exponent),
            let mantissa = object["NS.mantissa"]?.data, mantissa.count <= 16
        else { return nil }
        let isBigEndian = object["NS.mantissa.bo"]?.integer == 2
        var value = Decimal(0)
        for index in stride(from: mantissa.count - mantissa.count % 2 - 2, through: 0, by: -2) {
            let (first, second) = (UInt16(mantissa[index]), UInt16(mantissa[index + 1]))
            value = value * 65536 + Decimal(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        let isNegative = object["NS.negative"] == .boolean(true)
        return text(Decimal(sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: value))
    }

    /// Returns the shortest string for a decimal, independent of the locale.
    static func text(_ decimal: Decimal) -> String { decimal.description }

    /// Returns the significant digits, exponent and sign of a decimal string. Returns nil if the string isn't a valid
    /// decimal, or if the exponent isn't in the range from -128 to 127.
    private static func parts(_ text: String) -> (digits: [UInt8], exponent: Int, isNegative: Bool)? {
        var digits: [UInt8] = []
        var exponent = 0
        var isAfterPoint = false
        for byte in text.utf8.drop(while: { $0 == UInt8(ascii: "-") }) {
            switch byte {
            case UInt8(ascii: "."): isAfterPoint = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits.append(byte - UInt8(ascii: "0"))
                if isAfterPoint { exponent -= 1 }
            default: return nil
            }
        }
        while let last = digits.last, last == 0, digits.count > 1 {
            digits.removeLast()
            exponent += 1
        }
        if digits.allSatisfy({ $0 == 0 }) { exponent = 0 }
        guard (-128...127).contains(exponent) else { return nil }
        return (digits, exponent, text.hasPrefix("-"))
    }
}
