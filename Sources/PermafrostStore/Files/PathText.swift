extension String {
    /// The path of the folder that holds what this path names: `a/b` → `a`, `/a` → `/`, and the empty path for a name.
    ///
    /// On Linux, Foundation's `deletingLastPathComponent` ends the process for a name of one character.
    package var parentPath: String {
        var parts = utf8[...]
        while parts.count > 1, parts.last == UInt8(ascii: "/") { parts.removeLast() }
        guard let slash = parts.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        parts = parts[..<slash]
        while parts.last == UInt8(ascii: "/") { parts.removeLast() }
        return parts.isEmpty ? "/" : String(decoding: parts, as: UTF8.self)
    }
}
