import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// Replacements in one text, by offsets of the text as it was.
struct TextEdits {
    private(set) var edits: [(range: Range<Int>, text: String)] = []

    var isEmpty: Bool { edits.isEmpty }

    mutating func replace(_ range: Range<Int>, with text: String) { edits.append((range, text)) }

    mutating func insert(_ text: String, at offset: Int) { edits.append((offset..<offset, text)) }

    /// Whether a range is replaced already.
    func covers(_ range: Range<Int>) -> Bool {
        edits.contains {
            !$0.range.isEmpty && $0.range.lowerBound <= range.lowerBound && range.upperBound <= $0.range.upperBound
        }
    }

    /// The text with the replacements, in the part of it that is asked for.
    func applied(to file: SwiftFile, in part: Range<Int>? = nil) -> String {
        let part = part ?? 0..<file.bytes.count
        var result: [UInt8] = []
        var position = part.lowerBound
        let inside = edits.enumerated().filter {
            part.lowerBound <= $0.element.range.lowerBound && $0.element.range.upperBound <= part.upperBound
        }
        let sorted = inside.sorted {
            ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
                < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
        }
        for (_, edit) in sorted where edit.range.lowerBound >= position {
            result += file.bytes[position..<edit.range.lowerBound]
            result += edit.text.utf8
            position = edit.range.upperBound
        }
        result += file.bytes[position..<part.upperBound]
        return String(decoding: result, as: UTF8.self)
    }
}
