import SwiftParser
import SwiftSyntax

/// The one place where Swift is parsed: whatever a file holds, the parser ends, and within bounds of time and memory.
///
/// The parser recurses into nested code, its time doubles with some nestings, and its memory grows by some hundred bytes a token.
/// So ``NestingBound`` and the number of tokens are checked before, and ``ParsingWatch`` names the file if that isn't enough.
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
        if let offset = NestingBound().firstExcess(in: bytes) {
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
