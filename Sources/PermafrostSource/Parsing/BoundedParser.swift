import SwiftParser
import SwiftSyntax

/// A parser that limits the time and memory for parsing a file, even if the file is malicious. All Swift source is
/// parsed here.
///
/// The Swift parser recurses into nested code. With some kinds of nesting, its time doubles with each level. Its memory
/// grows by a few hundred bytes with each token. Therefore, the file's size, its number of tokens, and its nesting (see
/// ``BoundedParser/NestingBound``) are checked before parsing. If a file still makes the parser crash or hang,
/// ``ParsingWatch`` reports it.
package enum BoundedParser {
    /// The reason why a file isn't parsed.
    package struct Excess: Error, Sendable, Hashable {
        package let message: String
        /// The offset of the first byte that exceeds a limit.
        package let offset: Int
    }

    /// The maximum size of a file, in bytes. A file with 100,000 lines has about 4 MB.
    static let sizeLimit = 16 << 20
    /// The maximum number of tokens in a file, as ``firstExcess(in:limit:)`` counts them. A file with 100,000 lines has
    /// about a million tokens.
    static let tokenLimit = 4_000_000

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - bytes: the file's contents in UTF-8, without a byte order mark.
    ///   - path: the path to report if the parser crashes or hangs.
    /// - Throws: ``Excess`` if the file exceeds a limit.
    package static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, of path: String
    ) throws(Excess) -> SourceFileSyntax {
        guard bytes.count <= sizeLimit else {
            throw Excess(message: "it is larger than \(sizeLimit >> 20) MB", offset: sizeLimit)
        }
        if let offset = firstExcess(in: bytes, limit: tokenLimit) {
            throw Excess(message: "it has too many tokens", offset: offset)
        }
        if let offset = BoundedParser.NestingBound().firstExcess(in: bytes) {
            throw Excess(message: "it is nested too deeply", offset: offset)
        }
        return ParsingWatch.watch(path) { Parser.parse(source: bytes) }
    }

    /// Returns the offset where the number of tokens first exceeds the limit, or nil if the file doesn't exceed it.
    /// Counts every word, number and byte of punctuation, even in strings and comments, so the count is never too low.
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
    /// Limits for the nesting of code, which are checked before parsing. The parser's time doubles with each nested
    /// `[`. Its stack grows with each bracket, generic argument and arrow.
    ///
    /// Quotes and brackets in a regular expression don't count, but only the lexer can determine whether a `/` starts
    /// one. If this isn't certain, the remaining bytes are read both ways, and neither reading may exceed a limit.
    struct NestingBound {
        /// The maximum nesting depth of `[`.
        var square = 16
        /// The maximum nesting depth of `(`, `[` and `{` together, including those in interpolations.
        var all = 200
        /// The maximum nesting depth of `<`, and the maximum number of `->` and `\` together in one element of a list.
        var run = 400

        /// The maximum number of possible readings of a file that are checked at the same time. Real code has one
        /// reading, and occasionally two for a few bytes.
        private static let readingLimit = 32

        /// Returns the offset where the file first exceeds one of these limits or has more than `readingLimit` possible
        /// readings. Returns nil if neither happens. Ignores the contents of strings and comments, except for
        /// interpolations.
        func firstExcess(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
            var readings = [NestingWalk(bytes: bytes)]
            while let current = readings.indices.min(by: { readings[$0].index < readings[$1].index }) {
                guard readings[current].index < bytes.count else { return nil }
                // Until the reading splits, follow it without comparisons.
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

        /// Merges readings that have reached the same position inside the same strings. The merged reading has the
        /// deepest nesting of the original ones.
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
