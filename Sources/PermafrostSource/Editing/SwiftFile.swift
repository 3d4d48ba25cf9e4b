import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// One Swift file with its syntax tree.
struct SwiftFile: Sendable {
    let path: String
    let bytes: [UInt8]
    let tree: SourceFileSyntax
    private let lineStarts: [Int]

    /// - Throws: `UnreadableFile` if the file is beyond what the parser takes.
    init(path: String, bytes: [UInt8]) throws {
        self.path = path
        self.bytes = bytes
        do {
            tree = try bytes.withUnsafeBufferPointer { bytes throws(BoundedParser.Excess) in
                try BoundedParser.parse(bytes, of: path)
            }
        } catch {
            throw UnreadableFile(reason: error.message, path: path)
        }
        var starts = [0]
        for (index, byte) in bytes.enumerated() {
            let isReturn = byte == 13 && !(index + 1 < bytes.count && bytes[index + 1] == 10)
            if byte == 10 || isReturn { starts.append(index + 1) }
        }
        lineStarts = starts
    }

    /// The whole text.
    var text: String { text(0..<bytes.count) }

    /// The text between two offsets.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    /// A node's text without what is around it.
    func text(_ node: some SyntaxProtocol) -> String { text(node.bounds) }

    /// The place of an offset.
    func location(_ offset: Int) -> SourceLocation {
        let line = lineStarts.lastIndex { $0 <= offset } ?? 0
        return SourceLocation(file: path, line: line + 1, column: offset - lineStarts[line] + 1)
    }

    /// The offset of a place; nil if the file has no such line.
    func offset(_ location: SourceLocation) -> Int? {
        guard lineStarts.indices.contains(location.line - 1) else { return nil }
        return lineStarts[location.line - 1] + location.column - 1
    }

    /// The blanks at the start of an offset's line.
    func indentation(at offset: Int) -> String {
        let start = lineStarts.last { $0 <= offset } ?? 0
        let blanks = bytes[start...].prefix { $0 == 32 || $0 == 9 }
        return String(decoding: blanks, as: UTF8.self)
    }

    /// How a line ends: as most of the file's lines do.
    var lineEnd: String {
        let returns = bytes.count { $0 == 13 }
        return returns > 0 && returns * 2 > bytes.count { $0 == 10 } ? "\r\n" : "\n"
    }

    /// Where the marks of a merge conflict begin; nil without any.
    var conflict: SourceLocation? {
        lineStarts.first { start in bytes[start...].starts(with: Array("<<<<<<< ".utf8)) }.map(location)
    }

    /// The declaration whose name is at a place.
    func declaration(named location: SourceLocation) -> DeclSyntax? {
        guard let offset = offset(location),
            let token = tree.token(at: AbsolutePosition(utf8Offset: offset)),
            token.positionAfterSkippingLeadingTrivia.utf8Offset == offset
        else { return nil }
        var node = token.parent
        while let current = node {
            if let declaration = current.as(DeclSyntax.self) { return declaration }
            node = current.parent
        }
        return nil
    }
}

extension SwiftFile {
    /// A text with the file's line ends.
    func inLines(_ text: String) -> String {
        lineEnd == "\n" ? text : text.replacing("\r\n", with: "\n").replacing("\n", with: lineEnd)
    }
}

extension SwiftFile {
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
}
