import PermafrostModel

/// The mark of a frozen version that the app no longer migrates. The marks are stored in `retired.txt`, a file in the
/// fixture tree, so that the fixture itself stays unchanged.
///
/// Each line contains the fixture's folder, the identity of the fixture, and the reason:
///
/// ```
/// 1.0.0 8d3c…f1 0.1 % of launches
/// ```
package struct RetirementRecord: Sendable, Hashable {
    /// The name of the file that contains a fixture tree's marks.
    package static let fileName = "retired.txt"

    /// The path of the fixture's folder, relative to the fixture tree, such as `1.0.0` or `Posts/1.0.0`.
    package let folder: String
    /// The identity of the fixture.
    package let identity: FixtureIdentity
    /// The reason, on one line.
    package let reason: String

    /// Creates a mark. Line breaks and control characters in the reason are escaped.
    package init(folder: String, identity: FixtureIdentity, reason: String) {
        self.folder = folder
        self.identity = identity
        self.reason = reason.visible
    }

    /// The mark's line in the file, without the line ending.
    package var line: String { "\(RecordLines.escaped(folder)) \(identity.hex) \(reason)" }

    /// The version's name, which is the last component of the folder's path.
    package var version: String { RecordLines.folders(folder).last ?? folder }

    /// Returns the content of a fixture tree's file after marks are added to its end.
    package static func adding(_ records: [RetirementRecord], to old: [UInt8]) -> [UInt8] {
        RecordLines.adding(records.map(\.line), to: old)
    }

    /// Reads the marks in a fixture tree. If the tree has no `retired.txt` file, there are none.
    ///
    /// - Returns: the same values as ``read(_:)``.
    /// - Throws: a `FileError` if the file can't be read.
    package static func read(in tree: FixtureTree) throws -> (records: [RetirementRecord], malformed: [Int]) {
        let file = tree.directory + "/" + fileName
        guard try FileKind(of: file) != .absent else { return ([], []) }
        return read(try FileAccess.read(file, limit: sizeLimit))
    }

    /// The maximum size of the file in bytes. A line has about 100 bytes.
    private static let sizeLimit = 16 << 20

    /// Reads the marks in a file.
    ///
    /// - Returns: the marks in file order, and the numbers of invalid lines, starting at 1. Blank lines and lines that
    ///   start with `#` are ignored.
    package static func read(_ bytes: [UInt8]) -> (records: [RetirementRecord], malformed: [Int]) {
        RecordLines.readReasons(bytes) { RetirementRecord(folder: $0, identity: $1, reason: $2) }
    }
}
