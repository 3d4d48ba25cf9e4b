import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

/// How many lines of `git diff` a reviewer reads for a next version, by the way in which a project keeps versions.
///
/// `Golden/NextVersionDiffs.md` has the numbers. `PERMAFROST_WRITE_GOLDEN=1` writes it anew.
enum DiffTable {
    /// One next version: that of a project before or after its edit.
    struct Row: Hashable, Sendable {
        let project: String
        let isEdited: Bool
        /// Lines that a reviewer reads, the edit among them.
        var added = 0
        var removed = 0
        /// Lines of generated files with frozen classes, which a review shows folded.
        var frozen = 0

        fileprivate var name: String { "| \(project) | \(isEdited ? "after" : "before") |" }
        fileprivate var line: String { "\(name) \(added) | \(removed) | \(frozen) |" }
    }

    static let isWriting = ProcessInfo.processInfo.environment["PERMAFROST_WRITE_GOLDEN"] == "1"
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden/NextVersionDiffs.md")
    /// The rows that are known so far.
    private static let written = Locked<Set<Row>>([])
    private static let head = """
        # Lines of a next version's diff

        The number of lines that `git diff` shows after `new-version` has run in the projects of `NextVersionTests`, before and after the
        edit of one property. "added" and "removed" count the lines that a reviewer reads, including the edit. "frozen" counts the lines of
        files with frozen classes, which are marked as generated. `PERMAFROST_WRITE_GOLDEN=1 swift test --filter NextVersionTests` writes
        this page.

        | project | edit | added | removed | frozen |
        |---|---|---|---|---|

        """

    /// Compares what git shows with the table, or writes it there.
    static func expect(_ idiom: VersionIdiom, isEdited: Bool, in folder: ScratchFolder) throws {
        var row = Row(project: idiom.name, isEdited: isEdited)
        try GitTests.History.git(["add", "--all", "--intent-to-add"], folder)
        let result = try CommandResult.running(["git", "diff", "--numstat", "--no-renames"], in: folder.url)
        #expect(result.status == 0, "\(result)")
        for line in result.output.split(separator: "\n") {
            let parts = line.split(separator: "\t")
            let (added, removed) = (try #require(Int(parts[0])), try #require(Int(parts[1])))
            if parts[2].hasSuffix("+Frozen.swift") {
                row.frozen += added + removed
            } else {
                row.added += added
                row.removed += removed
            }
        }
        guard !isWriting else { return try write(row) }
        let table = try String(contentsOf: file, encoding: .utf8)
        let old = table.split(separator: "\n").first { $0.hasPrefix(row.name) }
        #expect(old.map(String.init) == row.line, "if the change is meant, run this with PERMAFROST_WRITE_GOLDEN=1")
    }

    /// Tests run side by side: each writes the rows that are known so far, in the order of the projects.
    private static func write(_ row: Row) throws {
        try written.withLock { rows in
            rows.insert(row)
            let sorted = NextVersionTests.idioms.flatMap { idiom in
                [false, true].compactMap { isEdited in
                    rows.first { $0.project == idiom.name && $0.isEdited == isEdited }?.line
                }
            }
            try Data((head + sorted.joined(separator: "\n") + "\n").utf8).write(to: file)
        }
    }

    /// The rows' names, of the projects that the page has.
    static func names() throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst(2)
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| project") }
            .map { String($0.split(separator: "|")[0...1].joined(separator: "|")) }
    }

    /// The names that it is to have.
    static var expectedNames: [String] {
        NextVersionTests.idioms.flatMap { idiom in ["before", "after"].map { " \(idiom.name) | \($0) " } }
    }
}
