import PermafrostModel

/// Rules for names and paths in git trees, which may come from untrusted repositories. Git applies these rules when
/// it checks out files, but not when it fetches or lists trees.
package enum TreePath {
    /// Returns the name of a file or folder in a tree, or nil if it can't be checked out. The name can't be checked
    /// out if it:
    /// - is empty, `.` or `..`
    /// - contains a `/` or a zero byte
    /// - isn't UTF-8
    /// - is treated as `.git` by a file system
    ///
    /// - Parameter bytes: the name as stored in the tree.
    package static func name(_ bytes: some Collection<UInt8>) -> String? {
        guard let text = String(validUTF8: bytes), isName(text) else { return nil }
        return text
    }

    /// Returns whether every name in a path can be checked out. If so, appending the path to a folder's path
    /// results in a path inside that folder.
    package static func isInside(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
            isName(String(decoding: $0, as: UTF8.self))
        }
    }

    private static func isName(_ name: String) -> Bool {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")),
            !name.utf8.contains(0)
        else { return false }
        return !isGitFolder(name)
    }

    /// Returns whether a file system treats a name as `.git`. The name may have different case, characters that
    /// HFS+ ignores, or NTFS's short form.
    private static func isGitFolder(_ name: String) -> Bool {
        let plain = String(String.UnicodeScalarView(name.unicodeScalars.filter { !isIgnorable($0.value) }))
            .lowercased()
        return plain == ".git" || plain == "git~1" || plain.hasPrefix(".git") && isEndOnWindows(plain.dropFirst(4))
    }

    /// Returns whether the part of a name after `.git` contains only dots and spaces, optionally followed by the
    /// name of an NTFS stream.
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
