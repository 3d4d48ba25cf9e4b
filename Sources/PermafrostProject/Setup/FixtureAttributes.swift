import PermafrostFixtures

/// The lines in `.gitattributes` that prevent git from converting fixtures, and the file with the missing lines added.
package struct FixtureAttributes: Sendable {
    /// The file with the missing lines added. Nil if no lines are missing, or if the file isn't encoded in UTF-8.
    package private(set) var file: ProjectSetup.File?
    /// The lines that can't be added because the existing file isn't encoded in UTF-8. Writing it would change its
    /// existing content.
    package private(set) var unwritable: [String] = []

    private static let name = ".gitattributes"

    /// Finds the lines that are missing from a project's `.gitattributes`.
    ///
    /// - Parameter extra: lines that the file must contain in addition to the lines for fixtures.
    /// - Throws: a `FileError` if the file can't be read.
    package init(_ project: Project, and extra: [String] = []) throws {
        let prefix = project.options.directory + "/"
        let tree = project.tree.directory
        // Attributes apply to the folder that contains their file, and to everything below that folder.
        var wanted = extra
        if tree.hasPrefix(prefix) {
            let folder = String(tree.dropFirst(prefix.count))
            wanted =
                [GitAttributes.line("binary", folder, "/**/*.sqlite")]
                + ["sha256", "sql", "json"].map { GitAttributes.line("-text", folder, "/**/*.\($0)") } + wanted
        }
        let old = try NewFiles.existing(prefix + Self.name)
        let text = old.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let added = GitAttributes(text).missing(of: wanted)
        guard !added.isEmpty else { return }
        guard old.map({ $0.elementsEqual(text.utf8) }) ?? true else {
            unwritable = added
            return
        }
        let lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
        let start = text.isEmpty || text.last?.isNewline == true ? text : text + lineEnd
        file = ProjectSetup.File(
            path: Self.name, old: old, text: start + added.map { $0 + lineEnd }.joined(), added: added)
    }

    /// Writes ``file`` to the project's folder. Does nothing if ``file`` is nil.
    ///
    /// - Throws: a `FileError` if the file can't be written or is a symbolic link.
    package func write(in project: Project) throws {
        guard let file else { return }
        try RootFolder(project.options.directory).put(Array(file.text.utf8), at: file.path, replacing: true)
    }
}

/// The lines of a `.gitattributes` file.
private struct GitAttributes {
    private let lines: [Substring]

    init(_ text: String) {
        lines = text.split(whereSeparator: \.isNewline)
    }

    /// Returns the lines whose patterns aren't in the file yet. A line whose pattern is in the file with different
    /// attributes isn't missing.
    func missing(of wanted: [String]) -> [String] {
        wanted.filter { line in
            let pattern = line.dropLast(line.split(separator: " ").last.map { $0.count + 1 } ?? 0)
            return !lines.contains { known in
                known.hasPrefix(pattern) && known.dropFirst(pattern.count).first.map(\.isWhitespace) ?? true
            }
        }
    }

    /// Returns the line that sets an attribute for the files in a folder that match a pattern.
    static func line(_ attribute: String, _ folder: String, _ pattern: String) -> String {
        let escaped = folder.map { "*?[\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
        let whole = escaped + pattern
        let isPlain = !whole.contains { $0.isWhitespace || $0 == "\"" } && !"#!\"".contains(whole.first ?? "/")
        guard !isPlain else { return "\(whole) \(attribute)" }
        return "\"" + whole.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\" \(attribute)"
    }
}
