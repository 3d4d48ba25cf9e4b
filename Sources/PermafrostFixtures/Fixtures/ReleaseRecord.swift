import PermafrostModel
import PermafrostStore

/// A record of a release that a frozen version shipped in. The records are stored in `shipped.txt`, a file in the
/// fixture tree.
///
/// Each line contains the fixture's folder, the name of the release, and the identity of the fixture:
///
/// ```
/// 2.0.0 2.3 8d3c…f1
/// ```
package struct ReleaseRecord: Sendable, Hashable {
    /// The name of the file that contains a fixture tree's records.
    package static let fileName = "shipped.txt"

    /// The path of the fixture's folder, relative to the fixture tree, such as `2.0.0` or `Posts/2.0.0`.
    package let folder: String
    /// The name of the release, such as `2.3`.
    package let release: String
    /// The identity of the fixture that shipped.
    package let identity: FixtureIdentity

    /// Creates a record.
    ///
    /// - Parameter release: a name for which ``isName(_:)`` returns true.
    package init(folder: String, release: String, identity: FixtureIdentity) {
        self.folder = folder
        self.release = release
        self.identity = identity
    }

    /// The record's line in the file, without the line ending.
    package var line: String { "\(RecordLines.escaped(folder)) \(release) \(identity.hex)" }

    /// The version's name, which is the last component of the folder's path.
    package var version: String { RecordLines.folders(folder).last ?? folder }

    /// Returns whether a text can be the name of a release: 1 to 100 bytes without whitespace and control characters.
    /// In a line, only the version's name can contain spaces, so the fields are separated from the end.
    package static func isName(_ text: String) -> Bool {
        (1...100).contains(text.utf8.count) && text.visible == text && !text.contains(where: \.isWhitespace)
            && !text.hasPrefix("#")
    }

    /// Adds a record to the end of a fixture tree's `shipped.txt` file atomically. Creates the file if necessary.
    ///
    /// - Throws: a `FileError` if the file can't be read or written.
    package static func add(_ record: ReleaseRecord, to tree: FixtureTree) throws {
        let root = try RootFolder(making: tree.directory)
        let old = try root.existing(fileName, limit: sizeLimit)
        try root.put(adding(record, to: old), at: fileName, replacing: true)
    }

    /// Returns the contents of a `shipped.txt` file after adding a record to its end.
    ///
    /// - Parameter old: the file's contents, or nil if the file doesn't exist.
    package static func adding(_ record: ReleaseRecord, to old: [UInt8]?) -> [UInt8] {
        RecordLines.adding([record.line], to: old ?? [])
    }

    /// The maximum size of the file in bytes. A line has about 80 bytes.
    package static let sizeLimit = 16 << 20

    /// Reads the records in a fixture tree. The result is empty if the tree has no `shipped.txt` file.
    ///
    /// - Returns: the same values as ``read(_:)``.
    /// - Throws: a `FileError` if the file can't be read.
    package static func read(in tree: FixtureTree) throws -> (records: [ReleaseRecord], malformed: [Int]) {
        let file = tree.directory + "/" + fileName
        guard try FileKind(of: file) != .absent else { return ([], []) }
        return read(try FileAccess.read(file, limit: sizeLimit))
    }

    /// Reads the records in a file.
    ///
    /// - Returns: the records in file order, and the numbers of invalid lines, starting at 1. Blank lines and lines
    ///   that start with `#` are ignored.
    package static func read(_ bytes: [UInt8]) -> (records: [ReleaseRecord], malformed: [Int]) {
        RecordLines.read(bytes) { words in
            guard words.count >= 3, let folder = RecordLines.folder(words.dropLast(2)), isFolder(folder),
                isName(words[words.count - 2]), let identity = FixtureIdentity(hex: words[words.count - 1])
            else { return nil }
            return ReleaseRecord(folder: folder, release: words[words.count - 2], identity: identity)
        }
    }

    /// Returns whether a text is the path of a version's folder, with at most one folder for a group.
    private static func isFolder(_ text: String) -> Bool {
        let parts = RecordLines.folders(text)
        return parts.count <= 2 && parts.allSatisfy { (try? VersionName($0)) != nil }
    }
}
