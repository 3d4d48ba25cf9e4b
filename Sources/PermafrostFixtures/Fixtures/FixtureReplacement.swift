import PermafrostModel
import PermafrostStore

/// A record of a fixture that was intentionally replaced although it had shipped. The records are stored in
/// `replaced.txt`, a file in the fixture tree.
///
/// Each line contains the fixture's folder, the identity of the replaced content, and the reason:
///
/// ```
/// 1.0.0 8d3c…f1 never reached a user: the build was pulled before review
/// ```
package struct FixtureReplacement: Sendable, Hashable {
    /// The name of the file that contains a fixture tree's records.
    package static let fileName = "replaced.txt"

    /// The path of the fixture's folder, relative to the fixture tree, such as `1.0.0` or `Posts/1.0.0`.
    package let folder: String
    /// The identity of the replaced content.
    package let identity: FixtureIdentity
    /// The reason, on one line.
    package let reason: String

    /// Creates a record. Line breaks and control characters in the reason are escaped.
    package init(folder: String, identity: FixtureIdentity, reason: String) {
        self.folder = folder
        self.identity = identity
        self.reason = reason.visible
    }

    /// The record's line in the file, without the line ending.
    package var line: String { "\(RecordLines.escaped(folder)) \(identity.hex) \(reason)" }

    /// Adds records to a fixture tree's `replaced.txt` file atomically. Skips a record if the file already contains one
    /// with the same folder and identity.
    ///
    /// - Throws: a `FileError` if the file can't be read or written.
    package static func add(_ records: [FixtureReplacement], to tree: FixtureTree) throws {
        guard !records.isEmpty else { return }
        let root = try RootFolder(making: tree.directory)
        let old = try root.existing(fileName, limit: sizeLimit) ?? []
        let known = read(old).records
        let new = records.filter { record in
            !known.contains { $0.identity == record.identity && $0.folder == record.folder }
        }
        guard !new.isEmpty else { return }
        try root.put(RecordLines.adding(new.map(\.line), to: old), at: fileName, replacing: true)
    }

    /// The maximum size of the file in bytes. It is the same as for `shipped.txt`.
    package static let sizeLimit = ReleaseRecord.sizeLimit

    /// Reads the records in a file.
    ///
    /// - Returns: the records in file order, and the numbers of invalid lines, starting at 1. Blank lines and lines
    ///   that start with `#` are ignored.
    package static func read(_ bytes: [UInt8]) -> (records: [FixtureReplacement], malformed: [Int]) {
        RecordLines.readReasons(bytes) { FixtureReplacement(folder: $0, identity: $1, reason: $2) }
    }
}
