import PermafrostModel

/// Rules for names and paths that come out of git trees, which anybody can write: git checks them when it checks out, but not
/// when it fetches or lists them.
package enum TreePath {
    /// The name of a file or folder in a tree.
    ///
    /// - Parameter bytes: the name as the tree has it.
    /// - Returns: nil if no checkout could have it: it is empty, `.`, `..` or `.git`, holds a `/`, or isn't UTF-8.
    package static func name(_ bytes: some Collection<UInt8>) -> String? {
        guard let text = String(validUTF8: bytes), isName(text) else { return nil }
        return text
    }

    /// Whether a path has only names that a checkout can have, so that it stays inside of the folder that it is appended to.
    package static func isInside(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
            isName(String(decoding: $0, as: UTF8.self))
        }
    }

    private static func isName(_ name: String) -> Bool {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0)
        else { return false }
        return !isGitFolder(name)
    }

    /// Whether a file system takes a name for `.git`: in any case, with what HFS+ ignores, or by the short name of NTFS.
    private static func isGitFolder(_ name: String) -> Bool {
        let plain = String(String.UnicodeScalarView(name.unicodeScalars.filter { !isIgnorable($0.value) })).lowercased()
        return plain == ".git" || plain == "git~1" || plain.hasPrefix(".git") && isEndOnWindows(plain.dropFirst(4))
    }

    /// Trailing dots and spaces, and the name of a stream.
    private static func isEndOnWindows(_ end: Substring) -> Bool {
        end.drop { $0 == "." || $0 == " " }.first.map { $0 == ":" } ?? true
    }

    private static func isIgnorable(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
        default: false
        }
    }
}
