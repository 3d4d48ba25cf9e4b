import PermafrostModel

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
    package var line: String { "\(folder) \(identity.hex) \(reason)" }

    /// Adds records to a fixture tree's `replaced.txt` file atomically. Skips a record if the file already contains one
    /// with the same folder and identity.
    ///
    /// - Throws: a `FileError` if the file can't be read or written.
    package static func add(_ records: [FixtureReplacement], to tree: FixtureTree) throws {
        guard !records.isEmpty else { return }
        let root = try RootFolder(making: tree.directory)
        let old = try root.existing(fileName) ?? []
        let known = read(old).records
        let new = records.filter { record in
            !known.contains { $0.identity == record.identity && $0.folder == record.folder }
        }
        guard !new.isEmpty else { return }
        let isEnded = old.isEmpty || old.last == 0x0A
        let added = (isEnded ? "" : "\n") + new.map { $0.line + "\n" }.joined()
        try root.put(old + Array(added.utf8), at: fileName, replacing: true)
    }

    /// Reads the records in a file.
    ///
    /// - Returns: the records in file order, and the numbers of invalid lines, starting at 1. Blank lines and lines
    ///   that start with `#` are ignored.
    package static func read(_ bytes: [UInt8]) -> (records: [FixtureReplacement], malformed: [Int]) {
        var records: [FixtureReplacement] = []
        var malformed: [Int] = []
        // Editors on Windows may write a byte order mark.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let lines = String(decoding: text, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) && !line.hasPrefix("#") {
            let parts = line.split(separator: " ").map(String.init)
            // The folder's name can contain spaces, so the identity separates it from the reason.
            let place = parts.indices.first { $0 > 0 && FixtureIdentity(hex: parts[$0]) != nil }
            if let place, let identity = FixtureIdentity(hex: parts[place]), place + 1 < parts.count {
                records.append(
                    FixtureReplacement(
                        folder: parts[..<place].joined(separator: " "), identity: identity,
                        reason: parts[(place + 1)...].joined(separator: " ")))
            } else {
                malformed.append(index + 1)
            }
        }
        return (records, malformed)
    }
}
