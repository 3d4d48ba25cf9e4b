import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// Replacements in a file. Their offsets refer to the file's original contents.
struct TextEdits {
    private(set) var edits: [(range: Range<Int>, text: String)] = []

    mutating func replace(_ range: Range<Int>, with text: String) { edits.append((range, text)) }

    mutating func insert(_ text: String, at offset: Int) { edits.append((offset..<offset, text)) }

    /// Returns whether an existing replacement covers a range.
    func covers(_ range: Range<Int>) -> Bool {
        edits.contains {
            !$0.range.isEmpty && $0.range.lowerBound <= range.lowerBound && range.upperBound <= $0.range.upperBound
        }
    }

    /// Returns the file's contents with the replacements applied. Of two overlapping replacements, only the one
    /// that starts first is applied. If `part` isn't nil, returns only that part of the file.
    func applied(to file: SwiftFile, in part: Range<Int>? = nil) -> String {
        let part = part ?? 0..<file.bytes.count
        var result: [UInt8] = []
        var position = part.lowerBound
        let inside = edits.enumerated().filter {
            part.lowerBound <= $0.element.range.lowerBound && $0.element.range.upperBound <= part.upperBound
        }
        // At the same offset, insertions come first, and a replacement precedes the smaller ones that it covers.
        func order(_ edit: (offset: Int, element: (range: Range<Int>, text: String))) -> (Int, Int, Int, Int) {
            let range = edit.element.range
            return (range.lowerBound, range.isEmpty ? 0 : 1, -range.upperBound, edit.offset)
        }
        let sorted = inside.sorted { order($0) < order($1) }
        for (_, edit) in sorted where edit.range.lowerBound >= position {
            result += file.bytes[position..<edit.range.lowerBound]
            result += edit.text.utf8
            position = edit.range.upperBound
        }
        result += file.bytes[position..<part.upperBound]
        return String(decoding: result, as: UTF8.self)
    }
}
