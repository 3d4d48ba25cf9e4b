/// A walk over a file's bytes that counts open brackets, for one possible reading of the file.
///
/// After each step, the position is outside strings and comments, or in an interpolation.
struct NestingWalk {
    /// A string whose interpolation is being read.
    struct OpenString: Equatable {
        var quote: UInt8
        var quotes: Int
        var pounds: Int
        /// The number of open `(` in the string's interpolation.
        var brackets = 0
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    /// The offset of the next byte.
    private(set) var index = 0
    /// The offset after the last string or similar literal. A `#` before this offset belongs to a literal.
    private var end = 0
    private(set) var depth = 0
    private(set) var squareDepth = 0
    private(set) var angleDepth = 0
    private(set) var run = 0
    private var strings: [OpenString] = []

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    func isAtSamePlace(as other: NestingWalk) -> Bool { index == other.index && strings == other.strings }

    mutating func deepen(to other: NestingWalk) {
        depth = max(depth, other.depth)
        squareDepth = max(squareDepth, other.squareDepth)
        angleDepth = max(angleDepth, other.angleDepth)
        run = max(run, other.run)
    }

    private func byte(_ offset: Int) -> UInt8 {
        index + offset >= 0 && index + offset < bytes.count ? bytes[index + offset] : 0
    }

    /// Returns a copy of this walk that continues at a different offset.
    private func resumed(at place: Int) -> NestingWalk {
        var other = self
        other.index = min(place, bytes.count)
        other.end = other.index
        return other
    }

    /// Advances past the string, comment or single byte at the index. Returns a walk for each other way to read it.
    mutating func step() -> [NestingWalk] {
        let others = otherReadings()
        let current = bytes[index]
        switch current {
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
            skipLine()
            return others
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
            skipComment()
            return others
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            openString(quote: current)
            return others
        case UInt8(ascii: ")"):
            if closeInterpolation() { return others }
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            index += 1
            // A single-line string may end here, or at the end of its interpolation.
            guard let open = strings.lastIndex(where: { $0.quotes == 1 }) else { return others }
            var ended = self
            ended.strings.removeSubrange((strings[..<open].lastIndex { $0.quotes == 3 } ?? -1) + 1..<strings.count)
            return others + [ended]
        default: count(current)
        }
        index += 1
        return others
    }

    private mutating func count(_ current: UInt8) {
        switch current {
        case UInt8(ascii: "["):
            depth += 1
            squareDepth += 1
        case UInt8(ascii: "]"):
            depth = max(0, depth - 1)
            squareDepth = max(0, squareDepth - 1)
        case UInt8(ascii: "("):
            depth += 1
            if !strings.isEmpty { strings[strings.count - 1].brackets += 1 }
        case UInt8(ascii: "{"):
            depth += 1
            endElement()
        case UInt8(ascii: "}"):
            depth = max(0, depth - 1)
            endElement()
        case UInt8(ascii: ";"): endElement()
        case UInt8(ascii: ","): run = 0
        case UInt8(ascii: "<") where byte(-1) > 32: angleDepth += 1
        case UInt8(ascii: ">"):
            if byte(-1) == UInt8(ascii: "-") { run += 1 } else { angleDepth = max(0, angleDepth - 1) }
        case UInt8(ascii: "\\"): run += 1
        default: break
        }
    }

    private mutating func endElement() {
        run = 0
        angleDepth = 0
    }

    // MARK: Comments and strings

    private mutating func skipLine() { index = lineEnd(from: index) }

    private func lineEnd(from place: Int) -> Int {
        bytes[min(place, bytes.count)...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
    }

    private mutating func skipComment() {
        var comments = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
                comments += 1
                index += 2
            } else if bytes[index] == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                comments -= 1
                index += 2
                if comments == 0 { return }
            } else {
                index += 1
            }
        }
    }

    private mutating func openString(quote: UInt8) {
        let isMultiline = quote == UInt8(ascii: "\"") && byte(1) == quote && byte(2) == quote
        let string = OpenString(quote: quote, quotes: isMultiline ? 3 : 1, pounds: poundsBefore)
        index += string.quotes
        skip(string)
    }

    /// Closes the bracket at the index. If it ends an interpolation, continues in the string and returns true.
    private mutating func closeInterpolation() -> Bool {
        depth = max(0, depth - 1)
        guard var string = strings.last else { return false }
        if string.brackets > 0 {
            strings[strings.count - 1].brackets -= 1
            return false
        }
        strings.removeLast()
        string.brackets = 0
        index += 1
        skip(string)
        return true
    }

    /// Advances to the end of a string or into its next interpolation.
    private mutating func skip(_ string: OpenString) {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\") where isRepeated(UInt8(ascii: "#"), string.pounds, from: 1):
                index += 1 + string.pounds
                if byte(0) == UInt8(ascii: "(") {
                    strings.append(string)
                    depth += 1
                    index += 1
                    return
                }
                // A single-line string ends at the end of the line, even if the line break is escaped.
                if index < bytes.count, string.quotes == 3 || !isLineEnd(index) { index += 1 }
            case string.quote
            where isRepeated(string.quote, string.quotes, from: 0)
                && isRepeated(UInt8(ascii: "#"), string.pounds, from: string.quotes):
                index += string.quotes + string.pounds
                // Additional `#` characters are treated as a typo.
                while string.pounds > 0, byte(0) == UInt8(ascii: "#") { index += 1 }
                end = index
                return
            case _ where string.quotes == 1 && isLineEnd(index): return
            default: index += 1
            }
        }
    }

    /// The number of consecutive `#` characters that directly precede the index.
    private var poundsBefore: Int {
        var pounds = 0
        while index - pounds > end, byte(-pounds - 1) == UInt8(ascii: "#") { pounds += 1 }
        return pounds
    }

    private func isRepeated(_ expected: UInt8, _ count: Int, from start: Int) -> Bool {
        for offset in 0..<count where byte(start + offset) != expected { return false }
        return true
    }

    private func isLineEnd(_ place: Int) -> Bool { bytes[place] == 10 || bytes[place] == 13 }
}

// MARK: - Ambiguous constructs

extension NestingWalk {
    private func otherReadings() -> [NestingWalk] {
        switch bytes[index] {
        case UInt8(ascii: "/"): slash()
        case UInt8(ascii: "#"): pound()
        case UInt8(ascii: "\""): rawQuote() + endOfOuterString()
        // The lexer treats characters between single quotes as a string, although Swift has no such literal.
        case UInt8(ascii: "'"): [resumed(at: index + 1)]
        case UInt8(ascii: "`"): rawName()
        case UInt8(ascii: "<"): placeholder() + conflict()
        case UInt8(ascii: ">"): conflict()
        default: []
        }
    }

    /// Returns the walks for other readings of a `/`: as the start of a regular expression such as `/"/`, or as the end
    /// of a `*/` outside a comment. A regular expression without an end stops at the end of the line.
    private func slash() -> [NestingWalk] {
        var others: [NestingWalk] = []
        let isComment = byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*")
        if isComment, byte(-1) == UInt8(ascii: "*") { others.append(resumed(at: index + 1)) }
        if !isComment, mayBeginExpression {
            let end = endOfExpression(from: index + 1, pounds: 0, isMultiline: false)
            others.append(resumed(at: end ?? lineEnd(from: index)))
        }
        return others
    }

    /// Returns the walks for other readings of a `#`: as the start of a regular expression between `#/` and `/#`, or in
    /// `#!` as a script's first line, which the lexer accepts at any position.
    private func pound() -> [NestingWalk] {
        if byte(1) == UInt8(ascii: "!") { return [resumed(at: lineEnd(from: index))] }
        guard poundsBefore == 0 else { return [] }
        var pounds = 1
        while byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
        guard byte(pounds) == UInt8(ascii: "/") else { return [] }
        let start = index + pounds + 1
        // A regular expression without an end stops at the end of the line. The characters after the `/` may not be a
        // comment.
        let places = [
            endOfExpression(from: start, pounds: pounds, isMultiline: false) ?? lineEnd(from: start),
            endOfExpression(from: start, pounds: pounds, isMultiline: true) ?? bytes.count, start,
        ]
        return places.map(resumed)
    }

    /// Returns a walk that reads `#"""` as the start of a single-line string, such as `#"""#`, which contains one `"`.
    /// The result is empty if such a string doesn't end on the same line.
    private func rawQuote() -> [NestingWalk] {
        let pounds = poundsBefore
        guard pounds > 0, byte(1) == UInt8(ascii: "\""), byte(2) == UInt8(ascii: "\"") else { return [] }
        var place = index + 1
        while place < bytes.count, !isLineEnd(place) {
            if bytes[place] == UInt8(ascii: "\""), isRepeated(UInt8(ascii: "#"), pounds, from: place - index + 1) {
                var other = resumed(at: index + 1)
                other.skip(OpenString(quote: UInt8(ascii: "\""), quotes: 1, pounds: pounds))
                return [other]
            }
            place += 1
        }
        return []
    }

    /// Returns walks that end an outer string at its delimiter inside its interpolation. Omits strings in `"` without
    /// `#`, because a `"` in their interpolation starts a nested string.
    private func endOfOuterString() -> [NestingWalk] {
        strings.indices.compactMap { place in
            let string = strings[place]
            guard string.quotes == 3 || string.pounds > 0,
                isRepeated(string.quote, string.quotes, from: 0),
                isRepeated(UInt8(ascii: "#"), string.pounds, from: string.quotes)
            else { return nil }
            var other = resumed(at: index + string.quotes + string.pounds)
            other.strings.removeSubrange(place...)
            return other
        }
    }

    /// Returns a walk that reads a name in backticks, which may contain any character. The result is empty if the name
    /// has only letters, digits and underscores, or doesn't end on the same line.
    private func rawName() -> [NestingWalk] {
        var place = index + 1
        var isUsual = true
        while place < bytes.count, !isLineEnd(place) {
            if bytes[place] == UInt8(ascii: "`") { return isUsual ? [] : [resumed(at: place + 1)] }
            isUsual = isUsual && Self.isNameByte(bytes[place])
            place += 1
        }
        return []
    }

    /// Returns a walk that reads an editor placeholder such as `<#name#>`. The result is empty without a placeholder.
    private func placeholder() -> [NestingWalk] {
        guard byte(1) == UInt8(ascii: "#") else { return [] }
        var place = index + 2
        while place + 1 < bytes.count {
            if bytes[place] == UInt8(ascii: "#"), bytes[place + 1] == UInt8(ascii: ">") {
                return [resumed(at: place + 2)]
            }
            place += 1
        }
        return []
    }

    /// Returns a walk that skips a merge conflict between two markers at the starts of lines. The result is empty
    /// without a conflict.
    private func conflict() -> [NestingWalk] {
        guard index == 0 || isLineEnd(index - 1) else { return [] }
        for (start, end) in [("<<<<<<< ", ">>>>>>> "), (">>>> ", "<<<<")] where isText(start, at: index) {
            var place = index + 1
            while place < bytes.count {
                if isLineEnd(place - 1), isText(end, at: place) {
                    return [resumed(at: lineEnd(from: place))]
                }
                place += 1
            }
        }
        return []
    }

    private func isText(_ text: String, at place: Int) -> Bool {
        place + text.utf8.count <= bytes.count && bytes[place...].starts(with: text.utf8)
    }

    private func endOfExpression(from start: Int, pounds: Int, isMultiline: Bool) -> Int? {
        var place = start
        while place < bytes.count, isMultiline || !isLineEnd(place) {
            if bytes[place] == UInt8(ascii: "\\") {
                place += 2
            } else if bytes[place] == UInt8(ascii: "/"),
                isRepeated(UInt8(ascii: "#"), pounds, from: place - index + 1)
            {
                return place + 1 + pounds
            } else {
                place += 1
            }
        }
        return nil
    }

    /// Whether the character at the index may start an expression instead of being an operator.
    private var mayBeginExpression: Bool {
        var place = index - 1
        while place >= 0, bytes[place] == 0x20 || bytes[place] == 0x09 { place -= 1 }
        guard place >= 0 else { return true }
        // An operator has whitespace on both sides or on neither.
        if place < index - 1, byte(1) > 0x20 { return true }
        switch bytes[place] {
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "\""): return false
        case let last where Self.isNameByte(last):
            var start = place
            while start > 0, Self.isNameByte(bytes[start - 1]) { start -= 1 }
            // Only short lowercase words can be keywords.
            return place - start < 12
                && bytes[start...place].allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
                && Self.keywords.contains(String(decoding: bytes[start...place], as: UTF8.self))
        default: return true
        }
    }

    /// The keywords that may directly precede an expression.
    private static let keywords: Set<String> = [
        "any", "as", "await", "borrow", "case", "catch", "consume", "copy", "default", "defer", "discard", "do", "each",
        "else", "fallthrough", "for", "guard", "if", "in", "inout", "is", "operator", "repeat", "rethrows", "return",
        "some", "switch", "then", "throw", "throws", "try", "unsafe", "where", "while", "yield",
    ]

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
