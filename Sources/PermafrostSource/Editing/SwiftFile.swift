import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// A Swift file with its syntax tree.
struct SwiftFile: Sendable {
    let path: String
    let bytes: [UInt8]
    let tree: SourceFileSyntax
    private let lineStarts: [Int]

    /// Parses a file.
    ///
    /// - Throws: `UnreadableFile` if the file exceeds the parser's limits.
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

    /// The file's complete contents.
    var text: String { text(0..<bytes.count) }

    /// Returns the source in a range of offsets.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    /// Returns a node's source, without the surrounding trivia.
    func text(_ node: some SyntaxProtocol) -> String { text(node.bounds) }

    func location(_ offset: Int) -> SourceLocation {
        let line = lineStarts.lastIndex { $0 <= offset } ?? 0
        return SourceLocation(file: path, line: line + 1, column: offset - lineStarts[line] + 1)
    }

    /// Returns the offset of a location, or nil if the file has no such line.
    func offset(_ location: SourceLocation) -> Int? {
        guard lineStarts.indices.contains(location.line - 1) else { return nil }
        return lineStarts[location.line - 1] + location.column - 1
    }

    /// Returns the whitespace at the start of the line that contains an offset.
    func indentation(at offset: Int) -> String {
        let start = lineStarts.last { $0 <= offset } ?? 0
        let blanks = bytes[start...].prefix { $0 == 32 || $0 == 9 }
        return String(decoding: blanks, as: UTF8.self)
    }

    /// The line ending that most lines in the file have.
    var lineEnd: String {
        let returns = bytes.count { $0 == 13 }
        return returns > 0 && returns * 2 > bytes.count { $0 == 10 } ? "\r\n" : "\n"
    }

    /// The location of the first merge conflict marker, or nil if no line starts with one.
    var conflict: SourceLocation? {
        lineStarts.first { start in bytes[start...].starts(with: Array("<<<<<<< ".utf8)) }.map(location)
    }

    /// Returns the declaration whose name starts at a location. Returns nil if no token starts there, or if the token
    /// isn't part of a declaration.
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
    /// Returns the text with CRLF line endings if most of the file's lines end with CRLF. Otherwise, returns the text
    /// unchanged.
    func inLines(_ text: String) -> String {
        lineEnd == "\n" ? text : text.replacing("\r\n", with: "\n").replacing("\n", with: lineEnd)
    }
}
