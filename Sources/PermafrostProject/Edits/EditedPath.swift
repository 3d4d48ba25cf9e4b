/// Functions that check the paths of files that commands write in a project's folder.
enum EditedPath {
    /// Returns whether a path is relative, stays inside the project, and isn't in a git folder.
    static func isAllowed(_ path: String) -> Bool {
        path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part != "." && part != ".." && !part.utf8.contains(0) && !isGitFolder(part)
        }
    }

    /// Returns whether a file system may treat a name as `.git`. The name may differ in case, be a short name, or
    /// contain characters that the file system ignores.
    private static func isGitFolder(_ name: Substring) -> Bool {
        let ignored: Set<UInt32> = Set(0x200B...0x200F).union(0x202A...0x202E).union(0x206A...0x206F).union([0xFEFF]
        )
        let seen = String(String.UnicodeScalarView(name.unicodeScalars.filter { !ignored.contains($0.value) }))
            .lowercased()
        // Windows removes dots and spaces at the end, and everything after the first colon.
        let plain = seen.prefix { $0 != ":" }.reversed().drop { $0 == "." || $0 == " " }.reversed()
        return [".git", "git~1"].contains(String(plain))
    }
}
