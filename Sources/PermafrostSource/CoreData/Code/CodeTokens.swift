/// The tokens of a file in Swift or Objective-C, without comments. They suffice to recognize calls and loops in both
/// languages.
struct CodeTokens {
    enum Kind: Hashable {
        /// An identifier, a keyword or a number.
        case word(String)
        /// A string literal's text.
        case text(String)
        case sign(Character)
    }

    private(set) var kinds: [Kind] = []
    /// The line of each token.
    private(set) var lines: [Int] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var scanner = Scanner(bytes: bytes)
        while let (kind, line) = scanner.next() {
            kinds.append(kind)
            lines.append(line)
        }
    }

    /// Returns whether the token at an index is the given word.
    func isWord(_ word: String, at index: Int) -> Bool { kinds.indices.contains(index) && kinds[index] == .word(word) }

    /// Returns whether the token at an index is the given sign.
    func isSign(_ sign: Character, at index: Int) -> Bool {
        kinds.indices.contains(index) && kinds[index] == .sign(sign)
    }

    /// Returns the word at an index, or nil if the token isn't a word.
    func word(at index: Int) -> String? {
        guard kinds.indices.contains(index), case .word(let word) = kinds[index] else { return nil }
        return word
    }

    /// Returns the indexes of the tokens inside of the first braces at or after a position. Returns nil if another
    /// token that ends a declaration or statement precedes them.
    func braces(from start: Int) -> Range<Int>? {
        var index = start
        var depth = 0
        while index < kinds.count {
            switch kinds[index] {
            case .sign("("), .sign("["): depth += 1
            case .sign(")"), .sign("]"): depth -= 1
            case .sign("{") where depth <= 0: return (index + 1)..<end(ofBracesAt: index)
            case .sign(";") where depth <= 0, .sign("}") where depth <= 0: return nil
            default: break
            }
            index += 1
        }
        return nil
    }

    private func end(ofBracesAt start: Int) -> Int {
        var depth = 0
        for index in start..<kinds.count {
            if kinds[index] == .sign("{") { depth += 1 }
            if kinds[index] == .sign("}") { depth -= 1 }
            if depth == 0 { return index }
        }
        return kinds.count
    }
}

private struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0
    var line = 1

    mutating func next() -> (CodeTokens.Kind, line: Int)? {
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "/"), follows("/") {
                while index < bytes.count, bytes[index] != 10 { index += 1 }
            } else if byte == UInt8(ascii: "/"), follows("*") {
                skipComment()
            } else if byte == UInt8(ascii: "\"") {
                let start = line
                return (.text(text()), start)
            } else if Self.isPartOfWord(byte) {
                let start = index
                while index < bytes.count, Self.isPartOfWord(bytes[index]) { index += 1 }
                return (.word(String(decoding: bytes[start..<index], as: UTF8.self)), line)
            } else {
                if byte == 10 { line += 1 }
                index += 1
                if byte > 32, byte < 0x80 { return (.sign(Character(UnicodeScalar(byte))), line) }
            }
        }
        return nil
    }

    private func follows(_ sign: Unicode.Scalar) -> Bool {
        index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: sign)
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private mutating func skipComment() {
        index += 2
        var depth = 1
        while index < bytes.count, depth > 0 {
            if bytes[index] == UInt8(ascii: "*"), follows("/") {
                depth -= 1
                index += 1
            } else if bytes[index] == UInt8(ascii: "/"), follows("*") {
                depth += 1
                index += 1
            } else if bytes[index] == 10 {
                line += 1
            }
            index += 1
        }
    }

    /// Returns the text of a literal, and moves to the token after it. A literal of several lines has three quotation
    /// marks. An interpolation's code is part of the text.
    private mutating func text() -> String {
        let quote = UInt8(ascii: "\"")
        let isLong = index + 2 < bytes.count && bytes[index + 1] == quote && bytes[index + 2] == quote
        index += isLong ? 3 : 1
        let start = index
        var depth = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\"), !isLong || follows("(") {
                if follows("(") { depth += 1 }
                index += 1
            } else if depth > 0, byte == UInt8(ascii: "(") {
                depth += 1
            } else if depth > 0, byte == UInt8(ascii: ")") {
                depth -= 1
            } else if byte == 10 {
                guard isLong else { break }
                line += 1
            } else if byte == quote, depth == 0 {
                if !isLong { break }
                if index + 2 < bytes.count, bytes[index + 1] == quote, bytes[index + 2] == quote { break }
            }
            index += 1
        }
        let text = String(decoding: bytes[start..<min(index, bytes.count)], as: UTF8.self)
        index += isLong ? 3 : 1
        return text
    }
}
