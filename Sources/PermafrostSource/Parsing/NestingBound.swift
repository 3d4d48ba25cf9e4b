/// Bounds on how deeply code is nested, checked before it is parsed: the parser's time doubles with each `[` inside
/// another, and its stack grows with each bracket, generic argument and arrow.
enum NestingBound {
    /// The deepest nesting of `[`.
    static let squareLimit = 16
    /// The deepest nesting of `(`, `[` and `{` together, interpolations included.
    static let limit = 200
    /// The deepest nesting of `<`, and the most `->` and `\` in one element of a list.
    static let runLimit = 400

    /// The offset of the first byte beyond a bound. What strings and comments hold does not count, interpolations do.
    static func firstExcess(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var walk = NestingWalk(bytes: bytes)
        return walk.firstExcess()
    }
}

/// One pass over a file's bytes that keeps count of what is open.
private struct NestingWalk {
    /// A string whose interpolation is being walked through.
    private struct OpenString {
        var quotes: Int
        var pounds: Int
        /// The depth at which the interpolation's closing bracket stands.
        var depth: Int
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var depth = 0
    private var squareDepth = 0
    private var angleDepth = 0
    private var run = 0
    private var strings: [OpenString] = []

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    private func byte(_ offset: Int) -> UInt8 {
        index + offset >= 0 && index + offset < bytes.count ? bytes[index + offset] : 0
    }

    mutating func firstExcess() -> Int? {
        while index < bytes.count {
            step(over: bytes[index])
            if depth > NestingBound.limit || squareDepth > NestingBound.squareLimit
                || angleDepth > NestingBound.runLimit || run > NestingBound.runLimit
            {
                return min(index, bytes.count) - 1
            }
        }
        return nil
    }

    private mutating func step(over current: UInt8) {
        switch current {
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
            skipLine()
            return
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
            skipComment()
            return
        case UInt8(ascii: "\""):
            openString()
            return
        case UInt8(ascii: "["):
            depth += 1
            squareDepth += 1
        case UInt8(ascii: "]"):
            depth = max(0, depth - 1)
            squareDepth = max(0, squareDepth - 1)
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"):
            depth = max(0, depth - 1)
            if let string = strings.last, string.depth == depth {
                strings.removeLast()
                index += 1
                skipString(quotes: string.quotes, pounds: string.pounds)
                return
            }
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
        index += 1
    }

    private mutating func endElement() {
        run = 0
        angleDepth = 0
    }

    private mutating func skipLine() {
        while index < bytes.count, bytes[index] != 10, bytes[index] != 13 { index += 1 }
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

    private mutating func openString() {
        var pounds = 0
        while byte(-pounds - 1) == UInt8(ascii: "#") { pounds += 1 }
        let isMultiline = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
        let quotes = isMultiline ? 3 : 1
        index += quotes
        skipString(quotes: quotes, pounds: pounds)
    }

    /// Goes on to the string's end, or into its next interpolation.
    private mutating func skipString(quotes: Int, pounds: Int) {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\") where isRepeated(UInt8(ascii: "#"), pounds, from: 1):
                index += 1 + pounds
                guard byte(0) == UInt8(ascii: "(") else {
                    index += 1
                    continue
                }
                strings.append(OpenString(quotes: quotes, pounds: pounds, depth: depth))
                depth += 1
                index += 1
                return
            case UInt8(ascii: "\"")
            where isRepeated(UInt8(ascii: "\""), quotes, from: 0)
                && isRepeated(UInt8(ascii: "#"), pounds, from: quotes):
                index += quotes + pounds
                return
            case 10 where quotes == 1, 13 where quotes == 1: return
            default: index += 1
            }
        }
    }

    private func isRepeated(_ expected: UInt8, _ count: Int, from start: Int) -> Bool {
        for offset in 0..<count where byte(start + offset) != expected { return false }
        return true
    }
}
