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

/// A project's Swift files, read and parsed when they are asked for.
final class SourceSet {
    private let files: any SourceFiles
    /// Sources in which most files are the same, and parsed once.
    private let others: SourceSet?
    /// The paths of all Swift files, those of tests included, sorted.
    let paths: [String]
    private var parsed: [String: SwiftFile] = [:]

    /// - Parameter others: sources in which most files are the same.
    /// - Throws: `UnreadableFile` if the folder cannot be read.
    init(_ files: any SourceFiles, like others: SourceSet? = nil) throws {
        self.files = files
        self.others = others
        let filter = SourcePaths(includesTests: true)
        paths = try files.listing().paths.filter(filter.holdsSource).sorted()
    }

    /// A file. Throws `UnreadableFile`.
    func file(_ path: String) throws -> SwiftFile {
        if let known = parsed[path] { return known }
        let bytes = try bytes(of: path)
        let file = try others?.file(path, having: bytes) ?? SwiftFile(path: path, bytes: bytes)
        parsed[path] = file
        return file
    }

    private func bytes(of path: String) throws -> [UInt8] {
        do { return try files.withBytes(of: path) { Array($0) } } catch var error as UnreadableFile {
            error.path = path
            throw error
        }
    }

    /// The file of a path if it has the same bytes.
    private func file(_ path: String, having bytes: [UInt8]) throws -> SwiftFile? {
        guard paths.contains(path), try files.withBytes(of: path, { $0.elementsEqual(bytes) }) else { return nil }
        return try file(path)
    }

    /// Files, parsed on all cores. Throws `UnreadableFile`.
    func files(_ paths: [String]) throws -> [SwiftFile] {
        let unknown = try paths.filter { parsed[$0] == nil && others == nil }.map { path in
            (path, try bytes(of: path))
        }
        let read = Concurrently.map(count: unknown.count) { index in
            Result { try SwiftFile(path: unknown[index].0, bytes: unknown[index].1) }
        }
        for file in try read.map({ try $0.get() }) { parsed[file.path] = file }
        return try paths.map(file)
    }

    /// The paths of the files that have one of the words.
    func paths(with words: [String]) throws -> [String] {
        let needles = words.map { Array($0.utf8) }
        return try paths.filter { path in
            try files.withBytes(of: path) { bytes in needles.contains { Self.contains(bytes, $0) } }
        }
    }

    private static func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ needle: [UInt8]) -> Bool {
        guard let first = needle.first, bytes.count >= needle.count else { return false }
        for start in 0...(bytes.count - needle.count) where bytes[start] == first {
            if needle.indices.allSatisfy({ bytes[start + $0] == needle[$0] }) { return true }
        }
        return false
    }
}

extension SyntaxProtocol {
    /// The offsets of the node without the trivia around it.
    var bounds: Range<Int> {
        let start = positionAfterSkippingLeadingTrivia.utf8Offset
        return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
    }

    /// Where the node ends, with a comment behind it in its line.
    var endWithComment: Int {
        trailingTrivia.contains { $0.isComment } ? endPosition.utf8Offset : bounds.upperBound
    }

    /// Whether the node is inside of offsets.
    func isInside(_ range: Range<Int>) -> Bool {
        range.lowerBound <= bounds.lowerBound && bounds.upperBound <= range.upperBound
    }
}

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

extension SwiftFile {
    /// A text with the file's line ends.
    func inLines(_ text: String) -> String {
        lineEnd == "\n" ? text : text.replacing("\r\n", with: "\n").replacing("\n", with: lineEnd)
    }
}
