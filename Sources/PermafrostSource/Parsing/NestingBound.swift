/// Bounds on how deeply code is nested, checked before it is parsed: the parser's time doubles with each `[` inside
/// another, and its stack grows with each bracket.
enum NestingBound {
    /// The deepest nesting of `[`.
    static let squareLimit = 16
    /// The deepest nesting of `(`, `[` and `{` together.
    static let limit = 200
    /// The most `<`, `->` and `\` between two of `{`, `}` and `;`.
    static let runLimit = 4_000

    /// The offset of the first byte beyond a bound. Strings and comments do not count, interpolations do.
    static func firstExcess(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var walk = Walk(bytes: bytes)
        return walk.run()
    }

    private struct Walk {
        let bytes: UnsafeBufferPointer<UInt8>
        var depth = 0
        var squareDepth = 0
        var runLength = 0
        var index = 0

        func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }

        mutating func run() -> Int? {
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLine()
                case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
                case UInt8(ascii: "\""): skipString()
                case UInt8(ascii: "["):
                    depth += 1
                    squareDepth += 1
                    index += 1
                case UInt8(ascii: "]"):
                    depth = max(0, depth - 1)
                    squareDepth = max(0, squareDepth - 1)
                    index += 1
                case UInt8(ascii: "("):
                    depth += 1
                    index += 1
                case UInt8(ascii: ")"):
                    depth = max(0, depth - 1)
                    index += 1
                case UInt8(ascii: "{"):
                    depth += 1
                    runLength = 0
                    index += 1
                case UInt8(ascii: "}"):
                    depth = max(0, depth - 1)
                    runLength = 0
                    index += 1
                case UInt8(ascii: ";"):
                    runLength = 0
                    index += 1
                case UInt8(ascii: "<"), UInt8(ascii: "\\"), UInt8(ascii: "-"):
                    runLength += 1
                    index += 1
                default: index += 1
                }
                if depth > limit || squareDepth > squareLimit || runLength > runLimit { return index - 1 }
            }
            return nil
        }

        mutating func skipLine() {
            while index < bytes.count, bytes[index] != 10, bytes[index] != 13 { index += 1 }
        }

        mutating func skipComment() {
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

        /// Skips a string; the brackets of its interpolations are counted as it goes.
        mutating func skipString() {
            var pounds = 0
            while index - pounds > 0, bytes[index - pounds - 1] == UInt8(ascii: "#") { pounds += 1 }
            let isMultiline = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
            if !isMultiline, byte(1) == UInt8(ascii: "\"") {
                index += 2
                return
            }
            let quotes = isMultiline ? 3 : 1
            index += quotes
            while index < bytes.count {
                let current = bytes[index]
                if current == UInt8(ascii: "\\"), pounds == 0 {
                    if byte(1) == UInt8(ascii: "(") {
                        // The parser recurses into interpolations: each one counts where they are nested in a row.
                        runLength += 8
                    }
                    index += 2
                } else if current == UInt8(ascii: "\""), closes(quotes: quotes, pounds: pounds) {
                    index += quotes + pounds
                    return
                } else if !isMultiline, current == 10 || current == 13 {
                    return
                } else {
                    index += 1
                }
            }
        }

        func closes(quotes: Int, pounds: Int) -> Bool {
            for offset in 0..<quotes where byte(offset) != UInt8(ascii: "\"") { return false }
            for offset in 0..<pounds where byte(quotes + offset) != UInt8(ascii: "#") { return false }
            return true
        }
    }
}
