import PermafrostModel
import PermafrostStore

/// The format of a fixture tree's record files, such as `shipped.txt`. Each line is a record. Its words are separated
/// by spaces, and it begins with the path of a fixture's folder, which can contain spaces itself. Blank lines and lines
/// that start with `#` are ignored.
///
/// In the path, characters with a meaning in the format are written as escapes, such as `\u{23}` for a `#` at the
/// beginning. The path itself never contains a backslash, because a version's name can't contain one.
enum RecordLines {
    /// Returns a folder's path with escapes, as in a line.
    static func escaped(_ folder: String) -> String {
        let scalars = Array(folder.unicodeScalars)
        // In some files, the first word that is an identity ends the path.
        let escapesSpaces = words(folder).contains { FixtureIdentity(hex: $0) != nil }
        var text = ""
        for (index, scalar) in scalars.enumerated() {
            let isFirst = index == 0
            let isEscaped =
                switch scalar {
                case "#", "\u{FEFF}": isFirst
                case " ": escapesSpaces || isFirst || index == scalars.count - 1
                default: Character(scalar).isNewline
                }
            if isEscaped {
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Returns the folder's path in some words of a line, without escapes. Returns nil if the path is empty, or if an
    /// escape is invalid. Spaces around the path are ignored.
    static func folder(_ words: some Sequence<String>) -> String? {
        let spaces = words.joined(separator: " ").utf8.drop { $0 == UInt8(ascii: " ") }
        let end = spaces.lastIndex { $0 != UInt8(ascii: " ") }.map { spaces.index(after: $0) } ?? spaces.startIndex
        let parts = String(decoding: spaces[..<end], as: UTF8.self).unicodeScalars.split(
            separator: "\\", omittingEmptySubsequences: false)
        var folder = parts.first.map { String.UnicodeScalarView($0) } ?? .init()
        for part in parts.dropFirst() {
            guard part.starts(with: "u{".unicodeScalars), let close = part.firstIndex(of: "}"),
                let value = UInt32(String(part[..<close].dropFirst(2)), radix: 16), let scalar = Unicode.Scalar(value)
            else { return nil }
            folder.append(scalar)
            folder.append(contentsOf: part[close...].dropFirst())
        }
        return folder.isEmpty ? nil : String(folder)
    }

    /// Returns the words of a line. A space separates words even if a combining character follows it.
    private static func words(_ line: some StringProtocol) -> [String] {
        line.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Returns the names of the folders in a path. A slash separates names even if a combining character follows it.
    static func folders(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Reads the records in a file.
    ///
    /// - Parameter record: a function that returns the record in the words of a line, or nil if the line is invalid.
    /// - Returns: the records in file order, and the numbers of invalid lines, starting at 1.
    static func read<Record>(
        _ bytes: [UInt8], _ record: ([String]) -> Record?
    ) -> (records: [Record], malformed: [Int]) {
        var records: [Record] = []
        var malformed: [Int] = []
        // Editors on Windows may write a byte order mark.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let lines = String(decoding: text, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated()
        where !line.allSatisfy(\.isWhitespace) && line.unicodeScalars.first != "#" {
            if let read = record(words(line)) { records.append(read) } else { malformed.append(index + 1) }
        }
        return (records, malformed)
    }

    /// Reads records that consist of a folder's path, an identity and a reason.
    static func readReasons<Record>(
        _ bytes: [UInt8], _ record: (_ folder: String, FixtureIdentity, _ reason: String) -> Record
    ) -> (records: [Record], malformed: [Int]) {
        read(bytes) { words in
            // The path can contain spaces, so the identity separates it from the reason.
            let position = words.indices.dropFirst().first { FixtureIdentity(hex: words[$0]) != nil }
            guard let position, position + 1 < words.count, let identity = FixtureIdentity(hex: words[position]),
                let folder = folder(words[..<position])
            else { return nil }
            return record(folder, identity, words[(position + 1)...].joined(separator: " "))
        }
    }

    /// Returns the contents of a file after adding lines to its end.
    ///
    /// - Parameter old: the file's contents.
    static func adding(_ lines: [String], to old: [UInt8]) -> [UInt8] {
        let isEnded = old.isEmpty || old.last == 0x0A
        return old + Array(((isEnded ? "" : "\n") + lines.map { $0 + "\n" }.joined()).utf8)
    }
}
