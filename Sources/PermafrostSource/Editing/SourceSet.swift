import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// A project's Swift files. Each file is read and parsed when it is needed.
final class SourceSet {
    private let files: any SourceFiles
    /// A source set with mostly the same files, or nil. If a file has the same contents in both sets, its parsed form
    /// is reused.
    private let others: SourceSet?
    /// The sorted paths of all Swift files, including tests.
    let paths: [String]
    private var parsed: [String: SwiftFile] = [:]

    /// Creates a set of a project's Swift files. No file is parsed yet.
    ///
    /// - Parameter others: a source set with mostly the same files, or nil. If a file has the same contents in both
    ///   sets, its parsed form is reused.
    /// - Throws: `UnreadableFile` if the folder can't be read.
    init(_ files: any SourceFiles, like others: SourceSet? = nil) throws {
        self.files = files
        self.others = others
        let filter = SourcePaths(includesTests: true)
        paths = try files.listing().paths.filter(filter.holdsSource).sorted()
    }

    /// Returns the file at a path. Throws `UnreadableFile` if the file can't be read or parsed.
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

    /// Returns the file at a path if its contents are the given bytes. Returns nil if this set doesn't contain the
    /// file, or if the contents are different.
    private func file(_ path: String, having bytes: [UInt8]) throws -> SwiftFile? {
        guard paths.contains(path), try files.withBytes(of: path, { $0.elementsEqual(bytes) }) else { return nil }
        return try file(path)
    }

    /// Returns the files at the given paths, in order. If no other source set was given, parses the files in parallel.
    /// Throws `UnreadableFile` if a file can't be read or parsed.
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

    /// Returns the sorted paths of the files that contain at least one of the words. Throws `UnreadableFile` if a file
    /// can't be read.
    func paths(with words: [String]) throws -> [String] {
        let needles = words.map { Array($0.utf8) }
        return try paths.filter { path in
            try files.withBytes(of: path) { bytes in needles.contains { Self.contains(bytes, $0) } }
        }
    }

    /// Returns the location of the first top-level type or typealias with the given name. Returns nil if no searched
    /// file declares one.
    ///
    /// - Parameter isIncluded: returns whether the file at a path is searched.
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    func topLevelType(named name: String, where isIncluded: (String) -> Bool) throws -> SourceLocation? {
        let words = ["enum", "struct", "class", "actor", "protocol", "typealias"].map { "\($0) \(name)" }
        for path in try paths(with: words) where isIncluded(path) {
            let file = try file(path)
            for item in file.tree.statements {
                guard let token = item.item.asProtocol((any NamedDeclSyntax).self)?.name, token.text == name else {
                    continue
                }
                return file.location(token.bounds.lowerBound)
            }
        }
        return nil
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
    /// The offsets of the node's source, without the surrounding trivia.
    var bounds: Range<Int> {
        let start = positionAfterSkippingLeadingTrivia.utf8Offset
        return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
    }

    /// The offset of the node's end or, if a comment follows on the same line, of the comment's end.
    var endWithComment: Int {
        trailingTrivia.contains { $0.isComment } ? endPosition.utf8Offset : bounds.upperBound
    }

    /// Returns whether the node is within a range of offsets.
    func isInside(_ range: Range<Int>) -> Bool {
        range.lowerBound <= bounds.lowerBound && bounds.upperBound <= range.upperBound
    }
}
