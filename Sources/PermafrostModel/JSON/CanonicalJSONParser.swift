import Foundation

/// A parser for JSON documents (RFC 8259, in UTF-8). It also accepts a byte order mark and trailing commas.
///
/// If several members have the same key, the first one is used. A number with an integral value is parsed as an integer
/// if it fits in 64 bits, regardless of its notation: `1.0` and `1e3` are integers. The caller must limit the size and
/// nesting.
struct CanonicalJSONParser {
    /// The error that is thrown if the bytes can't be parsed.
    struct Failure: Error {}

    private let bytes: [UInt8]
    private var place = 0

    /// Parses a JSON document.
    ///
    /// - Throws: ``Failure`` if the bytes aren't a single JSON value, or if they contain an unpaired surrogate or a
    ///   number that is too large for a `Double`.
    static func value(of bytes: [UInt8]) throws(Failure) -> CanonicalJSON {
        var parser = CanonicalJSONParser(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.place = 3 }
        parser.skipSpace()
        let value = try parser.value()
        parser.skipSpace()
        guard parser.place == bytes.count else { throw Failure() }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    // MARK: Values

    /// Parses the value that starts at the current byte.
    private mutating func value() throws(Failure) -> CanonicalJSON {
        switch next {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object() throws(Failure) -> CanonicalJSON {
        var members: [(String, CanonicalJSON?)] = []
        var keys: Set<String> = []
        try list(endingWith: UInt8(ascii: "}")) { parser throws(Failure) in
            guard parser.next == UInt8(ascii: "\"") else { throw Failure() }
            let key = try parser.string()
            parser.skipSpace()
            guard parser.skip(UInt8(ascii: ":")) else { throw Failure() }
            parser.skipSpace()
            let value = try parser.value()
            if keys.insert(key).inserted { members.append((key, value)) }
        }
        return .object(members)
    }

    private mutating func array() throws(Failure) -> CanonicalJSON {
        var elements: [CanonicalJSON] = []
        try list(endingWith: UInt8(ascii: "]")) { parser throws(Failure) in elements.append(try parser.value()) }
        return .array(elements)
    }

    /// Parses comma-separated parts and the closing bracket. The current byte is the opening bracket. A trailing comma
    /// is allowed.
    private mutating func list(
        endingWith end: UInt8, part: (inout Self) throws(Failure) -> Void
    ) throws(Failure) {
        place += 1
        skipSpace()
        if skip(end) { return }
        while true {
            try part(&self)
            skipSpace()
            if skip(end) { return }
            guard skip(UInt8(ascii: ",")) else { throw Failure() }
            skipSpace()
            if skip(end) { return }
        }
    }

    private mutating func word(_ word: StaticString, _ value: CanonicalJSON) throws(Failure) -> CanonicalJSON {
        let end = place + word.utf8CodeUnitCount
        guard end <= bytes.count, word.withUTF8Buffer({ $0.elementsEqual(bytes[place..<end]) }) else {
            throw Failure()
        }
        place = end
        return value
    }

    // MARK: Numbers

    private mutating func number() throws(Failure) -> CanonicalJSON {
        let start = place
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try digits() }
        if skip(UInt8(ascii: ".")) { try digits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        if let integer = Int64(text) { return .integer(integer) }
        guard let double = Double(text), double.isFinite else { throw Failure() }
        return Self.integer(text, near: double).map(CanonicalJSON.integer) ?? .double(double)
    }

    private mutating func digits() throws(Failure) {
        guard let first = next, Self.isDigit(first) else { throw Failure() }
        while let digit = next, Self.isDigit(digit) { place += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Returns a number as an integer, or nil if its value isn't integral or doesn't fit in 64 bits.
    private static func integer(_ text: String, near double: Double) -> Int64? {
        guard let integer = Int64(exactly: double) else { return nil }
        if double.magnitude < 0x1p53 { return integer }
        // From here on, adjacent doubles are at least 2 apart.
        guard let decimal = Decimal(string: text) else { return nil }
        let exact = NSDecimalNumber(decimal: decimal).int64Value
        return Decimal(exact) == decimal ? exact : nil
    }

    // MARK: Strings

    /// Parses a string. The current byte is the opening quotation mark.
    private mutating func string() throws(Failure) -> String {
        place += 1
        let start = place
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { place += 1 }
        if next == UInt8(ascii: "\"") {
            defer { place += 1 }
            return try Self.text(bytes[start..<place])
        }
        var text = Array(bytes[start..<place])
        while let byte = next, byte >= 0x20 {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return try Self.text(text[...])
            case UInt8(ascii: "\\"): try appendEscape(to: &text)
            default: text.append(byte)
            }
        }
        throw Failure()
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws(Failure) -> String {
        guard let text = String(validUTF8: bytes) else { throw Failure() }
        return text
    }

    /// Parses an escape sequence and appends its character. The current byte is the one after the backslash.
    private mutating func appendEscape(to text: inout [UInt8]) throws(Failure) {
        guard let byte = next else { throw Failure() }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += Array(String(try scalar()).utf8)
        default: throw Failure()
        }
    }

    /// Parses the character of a `\u` escape, or of two escapes that form a surrogate pair. The first `\u` was already
    /// parsed.
    private mutating func scalar() throws(Failure) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else { throw Failure() }
        let second = try codeUnit()
        let number = 0x1_0000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF
        guard UTF16.isTrailSurrogate(second), let scalar = Unicode.Scalar(number) else { throw Failure() }
        return scalar
    }

    private mutating func codeUnit() throws(Failure) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Failure() }
            unit = unit << 4 | UInt16(digit)
            place += 1
        }
        return unit
    }

    // MARK: Bytes

    /// The current byte, or nil at the end.
    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Advances if the current byte is the given one. Returns whether it advanced.
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }
}
