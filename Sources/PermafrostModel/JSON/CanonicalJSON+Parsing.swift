extension CanonicalJSON {
    /// Arrays and objects nest at most this deep; those of frozen models nest 5 deep, and 2 more for each struct in a struct.
    public static let depthLimit = 512

    /// Reads a JSON text (RFC 8259) in UTF-8, with or without a byte order mark; whole numbers become ``integer(_:)``.
    ///
    /// The time is that of one pass, whatever the text holds. Throws ``ModelDocumentError/notJSON(_:)`` with the place of
    /// what is no JSON, stands twice in one object, or goes beyond ``depthLimit`` or the numbers that a `Double` has.
    public init(parsing bytes: some Sequence<UInt8>) throws {
        let text = Array(bytes)
        self = try text.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(buffer)
            return try parser.document()
        }
    }
}

/// One pass over a text.
private struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func document() throws -> CanonicalJSON {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { index = 3 }
        let value = try value(depth: 0)
        skipSpace()
        guard index == bytes.count else { throw unexpected("the end") }
        return value
    }

    /// The byte at the index; 0, which no JSON has outside its strings, at the end.
    private var current: UInt8 { index < bytes.count ? bytes[index] : 0 }

    private mutating func skipSpace() {
        while current == 0x20 || current == 0x0A || current == 0x0D || current == 0x09 { index += 1 }
    }

    private mutating func value(depth: Int) throws -> CanonicalJSON {
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw unexpected("a value")
        }
    }

    private mutating func word(_ word: StaticString, _ value: CanonicalJSON) throws -> CanonicalJSON {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count, word.withUTF8Buffer({ $0.elementsEqual(bytes[index..<end]) }) else {
            throw unexpected("a value")
        }
        index = end
        return value
    }

    // MARK: Collections

    private mutating func array(depth: Int) throws -> CanonicalJSON {
        var elements: [CanonicalJSON] = []
        try list(end: UInt8(ascii: "]"), depth: depth) { parser in
            elements.append(try parser.value(depth: depth + 1))
        }
        return .array(elements)
    }

    private mutating func object(depth: Int) throws -> CanonicalJSON {
        let start = index
        var members: [(String, CanonicalJSON?)] = []
        try list(end: UInt8(ascii: "}"), depth: depth) { parser in
            parser.skipSpace()
            guard parser.current == UInt8(ascii: "\"") else { throw parser.unexpected("a key") }
            let key = try parser.string()
            parser.skipSpace()
            guard parser.current == UInt8(ascii: ":") else { throw parser.unexpected("a colon") }
            parser.index += 1
            members.append((key, try parser.value(depth: depth + 1)))
        }
        let object = CanonicalJSON.object(members)
        if case .object(let sorted) = object {
            for (member, next) in zip(sorted, sorted.dropFirst()) where member.key == next.key {
                throw error("the key \(member.key) stands twice in the object", at: start)
            }
        }
        return object
    }

    /// Elements between commas, from the bracket at the index to the one that closes it.
    private mutating func list(end: UInt8, depth: Int, element: (inout Self) throws -> Void) throws {
        guard depth < CanonicalJSON.depthLimit else { throw error("the text is nested too deeply", at: index) }
        index += 1
        skipSpace()
        if current == end {
            index += 1
            return
        }
        while true {
            try element(&self)
            skipSpace()
            if current == end { break }
            guard current == UInt8(ascii: ",") else { throw unexpected("a comma or the closing bracket") }
            index += 1
        }
        index += 1
    }

    // MARK: Numbers

    private mutating func number() throws -> CanonicalJSON {
        let start = index
        if current == UInt8(ascii: "-") { index += 1 }
        if current == UInt8(ascii: "0") { index += 1 } else { try digits() }
        var isWhole = true
        if current == UInt8(ascii: ".") {
            index += 1
            try digits()
            isWhole = false
        }
        if current | 0x20 == UInt8(ascii: "e") {
            index += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
            try digits()
            isWhole = false
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let double = Double(text), double.isFinite else { throw error("the number is too large", at: start) }
        return Int64(exactly: double).map(CanonicalJSON.integer) ?? .double(double)
    }

    private mutating func digits() throws {
        let start = index
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(current) { index += 1 }
        guard index > start else { throw unexpected("a digit") }
    }

    // MARK: Strings

    private mutating func string() throws -> String {
        let start = index
        index += 1
        var content: [UInt8] = []
        while index < bytes.count {
            let plain = index
            while index < bytes.count, bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\""),
                bytes[index] != UInt8(ascii: "\\")
            { index += 1 }
            content += bytes[plain..<index]
            switch current {
            case UInt8(ascii: "\"") where index < bytes.count:
                index += 1
                guard let string = String(validating: content, as: UTF8.self) else {
                    throw error("the string is not UTF-8", at: start)
                }
                return string
            case UInt8(ascii: "\\"): try escape(into: &content)
            default: throw unexpected("the string's end")
            }
        }
        throw unexpected("the string's end")
    }

    private mutating func escape(into content: inout [UInt8]) throws {
        index += 1
        let letter = current
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(letter)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content += Array(String(try scalar()).utf8)
        default:
            index -= 1
            throw unexpected("a letter of an escape")
        }
    }

    /// The scalar of the four digits at the index, or of two escapes that are a surrogate pair.
    private mutating func scalar() throws -> Character {
        let start = index
        var value = try hexadecimal()
        if (0xD800..<0xDC00).contains(value), current == UInt8(ascii: "\\") {
            index += 1
            guard current == UInt8(ascii: "u") else { throw unexpected("the other half of a surrogate pair") }
            index += 1
            let low = try hexadecimal()
            guard (0xDC00..<0xE000).contains(low) else { throw error("half a surrogate pair", at: start) }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw error("half a surrogate pair", at: start) }
        return Character(scalar)
    }

    private mutating func hexadecimal() throws -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(current)).hexDigitValue else {
                throw unexpected("a hexadecimal digit")
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    // MARK: Errors

    private func unexpected(_ expected: String) -> ModelDocumentError {
        error("\(expected) is missing", at: min(index, bytes.count))
    }

    private func error(_ what: String, at offset: Int) -> ModelDocumentError {
        let before = bytes[..<offset]
        let line = before.count { $0 == 0x0A } + 1
        let column = offset - (before.lastIndex(of: 0x0A) ?? -1)
        return .notJSON("\(what) at line \(line), column \(column)")
    }
}
