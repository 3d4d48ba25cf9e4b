import PermafrostFixtures
import PermafrostModel

/// A file of an agent skill in a folder, and whether an earlier run of `skill` wrote exactly this content.
///
/// A written file has a line with the digest of its other lines. The digest is the same for all kinds of line
/// breaks, because git may convert them.
struct WrittenSkillFile {
    /// Whether the file has the digest of its other lines. If so, nobody has edited it since `skill` wrote it.
    let isUnedited: Bool

    private static let start = "<!-- Written by `permafrost skill`. Digest of the other lines, to recognize edits: "
    private static let end = " -->"

    /// Returns a file of the skill that consists of a text, a line with the digest, and another text.
    ///
    /// - Parameters:
    ///   - start: the text before the line with the digest. It is empty or ends with a line break.
    ///   - lines: the text after the line with the digest.
    static func written(_ name: String, start: String, lines: String) -> AgentSkill.File {
        AgentSkill.File(
            name: name, text: start + Self.start + digest(of: start + lines) + Self.end + "\n" + lines)
    }

    private static func digest(of text: String) -> String {
        String(Digest.hex(Digest.sha256(Array(text.utf8))).prefix(16))
    }

    init(_ bytes: [UInt8]) {
        var lines = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false)
        let index = lines.firstIndex { $0.hasPrefix(Self.start) && $0.hasSuffix(Self.end) }
        let digest = index.map { String(lines[$0].dropFirst(Self.start.count).dropLast(Self.end.count)) }
        if let index { lines.remove(at: index) }
        isUnedited = digest == Self.digest(of: lines.joined(separator: "\n"))
    }
}
