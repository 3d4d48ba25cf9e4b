import SwiftParser
import SwiftSyntax

/// The one place where Swift is parsed: whatever a file holds, the parser ends, and within bounds of time and memory.
///
/// The parser recurses into nested code, its time doubles with some nestings, and its memory grows by some hundred bytes a token.
/// So ``BoundedParser/NestingBound`` and the number of tokens are checked before, and ``ParsingWatch`` names the file if that isn't enough.
package enum BoundedParser {
    /// The reason why a file isn't parsed.
    package struct Excess: Error, Sendable, Hashable {
        package let message: String
        /// The offset of the first byte beyond a bound.
        package let offset: Int
    }

    /// The most tokens of a file, as ``firstExcess(in:limit:)`` counts them. A file of 100,000 lines has about a million.
    static let tokenLimit = 4_000_000

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - bytes: the file's text in UTF-8, without a byte order mark.
    ///   - path: the path that is named if parsing crashes or hangs.
    package static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, of path: String
    ) throws(Excess) -> SourceFileSyntax {
        if let offset = firstExcess(in: bytes, limit: tokenLimit) {
            throw Excess(message: "it has too many tokens", offset: offset)
        }
        if let offset = BoundedParser.NestingBound().firstExcess(in: bytes) {
            throw Excess(message: "it is nested too deeply", offset: offset)
        }
        return ParsingWatch.watch(path) { Parser.parse(source: bytes) }
    }

    /// The offset of the first token beyond a limit. Words and numbers count once and punctuation by the byte, also in strings and
    /// comments, so that the count is never too low.
    static func firstExcess(in bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int? {
        guard bytes.count > limit else { return nil }
        var count = 0
        var isInWord = false
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 9...13, 32: isInWord = false
            case 48...57, 65...90, 95, 97...122, 128...:
                if !isInWord { count += 1 }
                isInWord = true
            default:
                count += 1
                isInWord = false
            }
            if count > limit { return index }
        }
        return nil
    }
}

extension BoundedParser {
    /// Bounds on how deeply code is nested, checked before it is parsed: the parser's time doubles with each `[` inside
    /// another, and its stack grows with each bracket, generic argument and arrow.
    ///
    /// Whether a `/` begins a regular expression, and so whether a quote or bracket behind it counts, is for the lexer to say.
    /// Wherever it is not certain, the rest is walked through in both ways, and neither may go beyond a bound.
    struct NestingBound {
        /// The deepest nesting of `[`.
        var square = 16
        /// The deepest nesting of `(`, `[` and `{` together, interpolations included.
        var all = 200
        /// The deepest nesting of `<`, and the most `->` and `\` in one element of a list.
        var run = 400

        /// The most ways of reading that are followed at the same time; code that anyone writes has 1, and 2 for a few bytes.
        private static let readingLimit = 32

        /// The offset of the first byte beyond a bound. What strings and comments hold does not count, interpolations do.
        func firstExcess(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
            var readings = [NestingWalk(bytes: bytes)]
            while let current = readings.indices.min(by: { readings[$0].index < readings[$1].index }) {
                guard readings[current].index < bytes.count else { return nil }
                // Where there is one reading, it goes on until there are two.
                repeat {
                    let others = readings[current].step()
                    if exceeds(readings[current]) { return min(readings[current].index, bytes.count) - 1 }
                    guard others.isEmpty else {
                        readings += others
                        break
                    }
                } while readings.count == 1 && readings[current].index < bytes.count
                let place = readings[current].index
                if readings.count > 1 { readings = Self.merged(readings) }
                if readings.count > Self.readingLimit { return min(place, bytes.count) - 1 }
            }
            return nil
        }

        private func exceeds(_ walk: NestingWalk) -> Bool {
            walk.depth > all || walk.squareDepth > square || walk.angleDepth > run || walk.run > run
        }

        /// Readings that have come to the same place are one, as deep as the deepest.
        private static func merged(_ readings: [NestingWalk]) -> [NestingWalk] {
            var merged: [NestingWalk] = []
            for reading in readings {
                if let same = merged.firstIndex(where: { $0.isAtSamePlace(as: reading) }) {
                    merged[same].deepen(to: reading)
                } else {
                    merged.append(reading)
                }
            }
            return merged
        }
    }
}
