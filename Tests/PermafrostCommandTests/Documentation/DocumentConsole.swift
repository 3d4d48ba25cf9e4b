import Foundation
import PermafrostTestSupport

/// A block of a documentation page that shows commands and their output.
///
/// A comment directly above the block specifies the folder for its commands, and commands to run there first:
///
///     <!-- run: posts
///     permafrost freeze --all
///     -->
///
/// `posts` is a folder with the example's sources, `empty` an empty folder, and `same` the folder of the page's
/// previous block. Lines of the block that begin with `$ ` are commands; the others are their output, with `…` for any
/// text. A line of output that begins with at least eight spaces may continue the line above it. Dates, times, sizes and commit ids may differ. A block that can't be run has `<!-- fragment: WHY -->` above
/// it. `\@` at the beginning of a comment's line represents `@`, which DocC would read as a directive.
struct DocumentConsole {
    let page: String
    let line: Int
    let project: String
    let setup: [String]
    /// The commands with their expected output.
    private(set) var steps: [(command: String, output: [String])] = []

    /// The blocks of a page, sorted by the text after their opening backquotes.
    struct Blocks {
        var consoles: [DocumentConsole] = []
        var languages: [String: Int] = [:]
        var fragments = 0
        /// The lines of blocks whose commands are neither run nor marked as fragments.
        var unaccounted: [Int] = []
    }

    static func blocks(in text: String, of page: String) -> Blocks {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var blocks = Blocks()
        var comment: [String] = []
        var index = 0
        while index < lines.count {
            let line = lines[index].trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("<!--") {
                let end = lines[index...].firstIndex { $0.hasSuffix("-->") } ?? lines.endIndex - 1
                comment = Array(lines[index...end])
                index = end
            } else if line.hasPrefix("```") {
                let end =
                    lines[(index + 1)...].firstIndex { $0.trimmingCharacters(in: .whitespaces) == "```" }
                    ?? lines.endIndex
                blocks.add(
                    Array(lines[(index + 1)..<end]), language: String(line.dropFirst(3)), comment, page, index + 1)
                comment = []
                index = end
            } else if !line.isEmpty {
                comment = []
            }
            index += 1
        }
        return blocks
    }

    fileprivate init(page: String, line: Int, comment: [String], block: [String]) {
        self.page = page
        self.line = line
        project = String(comment[0].dropFirst("<!-- run: ".count)).replacing(" -->", with: "")
        setup = comment.dropFirst().dropLast().map { $0.hasPrefix("\\@") ? String($0.dropFirst()) : $0 }
        for line in block {
            if line.hasPrefix("$ ") {
                steps.append((String(line.dropFirst(2)), []))
            } else if !steps.isEmpty {
                steps[steps.count - 1].output.append(line)
            }
        }
    }

    /// Runs the commands in one shell, and returns the differences in their output.
    func differences(in folder: ScratchFolder) throws -> [String] {
        let mark = "<<<mark>>>"
        let script = """
            set -e
            \(setup.joined(separator: "\n"))
            set +e
            mark() { local status=$?; printf '%s\\n' '\(mark)'; return $status; }
            \(steps.map { "mark\n\($0.command) 2>&1" }.joined(separator: "\n"))
            """
        let result = try CommandResult.running(
            ["bash", "-c", script], in: folder.url,
            environment: [
                "PATH": "\(Tool.installed):\(ProcessInfo.processInfo.environment["PATH"] ?? "")", "NO_COLOR": "1",
                "PERMAFROST_CACHE_DIR": folder.url.path + "-cache", "GIT_CONFIG_COUNT": "2",
                "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "A", "GIT_CONFIG_KEY_1": "user.email",
                "GIT_CONFIG_VALUE_1": "a@permafrost.invalid",
            ])
        try? FileManager.default.removeItem(atPath: folder.url.path + "-cache")
        let outputs = result.output.components(separatedBy: mark + "\n").dropFirst()
        guard outputs.count == steps.count else { return ["\(page):\(line): the commands did not run: \(result)"] }
        return try zip(steps, outputs).compactMap { step, printed in
            let expected = step.output.joined(separator: "\n").trimmingCharacters(in: .newlines)
            let found = printed.trimmingCharacters(in: .newlines)
            guard try Self.pattern(expected).wholeMatch(in: Self.plain(found)) == nil else { return nil }
            return "\(page):\(line): $ \(step.command) printed\n\(found)\n-- instead of\n\(expected)"
        }
    }

    private static func pattern(_ expected: String) throws -> Regex<AnyRegexOutput> {
        let parts = plain(expected).components(separatedBy: "…").map {
            NSRegularExpression.escapedPattern(for: $0).replacing(#/\n {8,}/#, with: "\\s+")
        }
        return try Regex(parts.joined(separator: "[\\s\\S]*?"))
    }

    /// Returns a text without parts that differ from run to run, such as progress messages.
    private static func plain(_ text: String) -> String {
        text.replacing(/permafrost: [^\n]*…\n/, with: "").replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}/, with: "DATE")
            .replacing(/\b[0-9a-f]{10}\b/, with: "COMMIT")
            .replacing(/[0-9.]+ ms/, with: "TIME").replacing(/[0-9.]+ kB/, with: "SIZE")
            .replacing(#/ +\n/#, with: "\n")
    }
}

extension DocumentConsole.Blocks {
    fileprivate mutating func add(_ block: [String], language: String, _ comment: [String], _ page: String, _ line: Int)
    {
        languages[language, default: 0] += 1
        if comment.first?.hasPrefix("<!-- run: ") == true {
            consoles.append(DocumentConsole(page: page, line: line, comment: comment, block: block))
        } else if comment.first?.hasPrefix("<!-- fragment: ") == true {
            fragments += 1
        } else if language.isEmpty, block.contains(where: { $0.hasPrefix("$ ") }) {
            unaccounted.append(line)
        }
    }
}
