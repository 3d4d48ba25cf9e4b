extension String {
    /// The path of the folder that contains the item at this path: `a` for `a/b`, `/` for `/a`, and an empty string for
    /// a path that is only a name.
    ///
    /// Use this instead of Foundation's `deletingLastPathComponent`, which crashes on Linux for a name of one
    /// character.
    package var parentPath: String {
        var parts = utf8[...]
        while parts.count > 1, parts.last == UInt8(ascii: "/") { parts.removeLast() }
        guard let slash = parts.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        parts = parts[..<slash]
        while parts.last == UInt8(ascii: "/") { parts.removeLast() }
        return parts.isEmpty ? "/" : String(decoding: parts, as: UTF8.self)
    }
}
