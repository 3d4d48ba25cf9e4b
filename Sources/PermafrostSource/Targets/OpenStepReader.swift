/// A reader for OpenStep property lists. Their values are words, quoted strings, data, arrays such as `( value, )`, and
/// dictionaries such as `{ key = value; }`.
struct OpenStepReader {
    typealias Malformed = MalformedPropertyList

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Returns the property list, which must be the file's only value.
    mutating func document() throws(Malformed) -> PropertyList {
        let value = try value(depth: 0)
        try skipSpace()
        guard position == bytes.count else { throw malformed("there is content after the property list") }
        return value
    }

    private func malformed(_ problem: String) -> Malformed { Malformed(problem, at: position, of: bytes) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(Malformed) -> PropertyList {
        guard depth < PropertyList.depthLimit else { throw malformed("values are nested too deeply") }
        try skipSpace()
        if take("{") { return try dictionary(depth) }
        if take("(") { return try array(depth) }
        if take("<") { return try data() }
        return .string(try string())
    }

    private mutating func dictionary(_ depth: Int) throws(Malformed) -> PropertyList {
        var members: [String: PropertyList] = [:]
        while true {
            try skipSpace()
            if take("}") { return .dictionary(members) }
            let key = try string()
            try skipSpace()
            guard take("=") else { throw malformed("a key has no value") }
            members[key] = try value(depth: depth + 1)
            try skipSpace()
            guard take(";") else { throw malformed("a value doesn't end with a semicolon") }
        }
    }

    private mutating func array(_ depth: Int) throws(Malformed) -> PropertyList {
        var elements: [PropertyList] = []
        while true {
            try skipSpace()
            if take(")") { return .array(elements) }
            elements.append(try value(depth: depth + 1))
            try skipSpace()
            if take(",") { continue }
            guard take(")") else { throw malformed("a list doesn't end") }
            return .array(elements)
        }
    }

    /// Skips data such as `<0fbd77>`, which Permafrost doesn't use. Returns an empty string instead of the data.
    private mutating func data() throws(Malformed) -> PropertyList {
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: ">") { return .string("") }
            guard Self.hexDigit(byte) != nil || byte <= UInt8(ascii: " ") else { break }
        }
        throw malformed("bytes aren't written in hexadecimal")
    }

    // MARK: Strings

    private mutating func string() throws(Malformed) -> String {
        if take("\"") { return try quoted(until: UInt8(ascii: "\"")) }
        if take("'") { return try quoted(until: UInt8(ascii: "'")) }
        let start = position
        while let byte = next, Self.isPlain(byte) { position += 1 }
        guard position > start else {
            throw malformed(position < bytes.count ? "expected a value" : "the file ends too early")
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quoted(until quote: UInt8) throws(Malformed) -> String {
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            if byte == quote { return String(decoding: text, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            try escape(&text)
        }
        throw malformed("a string doesn't end")
    }

    private mutating func escape(_ text: inout [UInt8]) throws(Malformed) {
        guard let byte = next else { throw malformed("a string doesn't end") }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "U"):
            var code: UInt32 = 0
            for _ in 0..<4 {
                guard let byte = next, let digit = Self.hexDigit(byte) else { break }
                code = code << 4 | UInt32(digit)
                position += 1
            }
            text.append(contentsOf: String(Unicode.Scalar(code).map(Character.init) ?? "\u{FFFD}").utf8)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            var code = UInt32(byte - UInt8(ascii: "0"))
            for _ in 0..<2 {
                guard let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) else { break }
                code = code << 3 | UInt32(byte - UInt8(ascii: "0"))
                position += 1
            }
            text.append(contentsOf: String(Unicode.Scalar(code).map(Character.init) ?? "\u{FFFD}").utf8)
        default: text.append(byte)
        }
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Returns whether a byte can be part of an unquoted string. Bytes of non-ASCII characters can.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...0xFF:
            true
        default: "_$/:.-+@~".utf8.contains(byte)
        }
    }

    // MARK: Space and comments

    private mutating func skipSpace() throws(Malformed) {
        while let byte = next {
            if byte <= UInt8(ascii: " ") {
                position += 1
            } else if starts(with: "//") {
                while let byte = next, byte != 10, byte != 13 { position += 1 }
            } else if starts(with: "/*") {
                position += 2
                while position < bytes.count, !starts(with: "*/") { position += 1 }
                guard position < bytes.count else { throw malformed("a comment doesn't end") }
                position += 2
            } else {
                return
            }
        }
    }

    private func starts(with text: StaticString) -> Bool {
        guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
    }
}
