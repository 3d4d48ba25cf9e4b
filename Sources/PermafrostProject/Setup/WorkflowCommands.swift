/// The commands and actions that the file of a CI service runs, read line by line. Comments, names and descriptions
/// aren't commands, and neither is anything in a job or step with `if: false`.
struct WorkflowCommands {
    /// A line that is neither empty nor a comment.
    private struct Line {
        /// The column where the line's text starts. In a list item, this is the column of the `-`.
        let indent: Int
        /// The column where the text after the `-` of a list item starts. Equal to ``indent`` if the line isn't a list
        /// item.
        let column: Int
        /// The key of a line such as `run: make`, or nil if the line has no key.
        let key: String?
        /// The text after the key, or the complete text if there is no key. Quotes around it are removed.
        let value: String
    }

    /// The keys whose values the services run as commands.
    private static let commandKeys: Set<String> = [
        "after_script", "args", "before_script", "command", "commands", "content", "entry", "run", "script",
    ]
    /// The commands that don't run their arguments as a command, such as `echo`.
    private static let inert: Set<String> = [
        ":", "[", "brew", "cat", "cd", "chmod", "cp", "curl", "echo", "export", "false", "git", "grep", "ls",
        "mkdir", "mv", "printf", "rm", "test", "true", "type", "which",
    ]

    private let lines: [Line]

    /// Splits the file's text into lines, and joins a line that ends with a backslash with the next line. Leaves out
    /// empty lines, comments, and jobs and steps with `if: false`.
    init(_ text: String) {
        var joined: [String] = []
        var continues = false
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            // A comment ends with its line.
            let isContinued = line.hasSuffix("\\") && line.first { !$0.isWhitespace } != "#"
            let part = String(isContinued ? line.dropLast() : line)
            if continues { joined[joined.count - 1] += " " + part } else { joined.append(part) }
            continues = isContinued
        }
        lines = Self.enabled(joined.compactMap(Self.line))
    }

    /// Whether one of the commands runs a check, or one of the actions is Permafrost's.
    var runCheck: Bool {
        // The column of a key such as `description: |`, while its block of text continues.
        var skipped: Int?
        for line in lines {
            if let column = skipped, line.indent > column { continue }
            skipped = nil
            guard let key = line.key else {
                if Self.isCheck(line.value) { return true }
                continue
            }
            if key == "uses", Self.isAction(line.value) { return true }
            if Self.commandKeys.contains(key) {
                if Self.isCheck(line.value) { return true }
            } else if line.value.hasPrefix("|") || line.value.hasPrefix(">") {
                skipped = line.column
            }
        }
        return false
    }

    /// Returns whether a line sets the key `id` to the given value, as in the list of pre-commit's hooks.
    func hasID(_ id: String) -> Bool {
        lines.contains { $0.key == "id" && Self.words($0.value).first?.first == id }
    }

    // MARK: Lines

    private static func line(_ text: String) -> Line? {
        var rest = text[...].drop { $0 == " " || $0 == "\t" }
        let indent = text.count - rest.count
        guard let first = rest.first, first != "#" else { return nil }
        while rest.hasPrefix("- ") { rest = rest.dropFirst().drop { $0 == " " } }
        let column = text.count - rest.count
        let name = rest.prefix { $0.isLetter || $0.isNumber || "_-.@".contains($0) }
        let after = rest.dropFirst(name.count)
        guard !name.isEmpty, after.first == ":", after.count == 1 || after.dropFirst().first == " " else {
            return Line(indent: indent, column: column, key: nil, value: scalar(rest))
        }
        return Line(indent: indent, column: column, key: String(name), value: scalar(after.dropFirst()))
    }

    /// Returns the text of a value. If all of it is quoted, the quotes are removed.
    private static func scalar(_ text: Substring) -> String {
        let trimmed = text.drop { $0 == " " }
        guard let quote = trimmed.first, quote == "\"" || quote == "'" else { return String(trimmed) }
        var value = ""
        var rest = trimmed.dropFirst()
        while let next = rest.popFirst() {
            if quote == "\"", next == "\\", let escaped = rest.popFirst() {
                value.append(escaped)
            } else if next == quote {
                // YAML doubles a single quote.
                guard quote == "'", rest.first == quote else { break }
                value.append(rest.removeFirst())
            } else {
                value.append(next)
            }
        }
        let end = rest.drop { $0 == " " }
        return end.isEmpty || (end.count < rest.count && end.first == "#") ? value : String(trimmed)
    }

    /// Returns the lines without the jobs and steps that have `if: false`.
    private static func enabled(_ lines: [Line]) -> [Line] {
        var disabled = Set<Int>()
        for (index, line) in lines.enumerated() where line.key == "if" && isFalse(line.value) {
            if disabled.contains(index) { continue }
            var first = index
            // The line with the `-` of a step is the step's first.
            while first > 0, lines[first].indent == lines[first].column || lines[first].column != line.column,
                lines[first - 1].column >= line.column
            { first -= 1 }
            var end = index + 1
            while end < lines.count, lines[end].indent >= line.column { end += 1 }
            disabled.formUnion(first..<end)
        }
        return lines.enumerated().filter { !disabled.contains($0.offset) }.map(\.element)
    }

    private static func isFalse(_ value: String) -> Bool {
        let words = words(value.replacing("${{", with: " ").replacing("}}", with: " "))
        return words == [["false"]]
    }

    // MARK: Commands

    private static func isAction(_ value: String) -> Bool {
        let name = value.prefix { $0 != "@" && $0 != " " && $0 != "#" }.lowercased()
        // This action only posts what another workflow found.
        return name.contains("permafrost") && !name.hasSuffix("/review-comment")
    }

    private static func isCheck(_ text: String) -> Bool {
        let isList = text.hasPrefix("[") && text.hasSuffix("]")
        let script = isList ? String(text.dropFirst().dropLast().replacing(",", with: " ")) : text
        return words(script).contains { words in
            let prefixes: Set<String> = ["!", "{", "do", "else", "env", "exec", "if", "sudo", "then", "time"]
            let command = words.drop { prefixes.contains($0) || ($0.contains("=") && !$0.hasPrefix("-")) }
            guard let first = command.first, !inert.contains(first) else { return false }
            if command.contains("check-schemas") { return true }
            if zip(command, command.dropFirst()).contains(where: { isTool($0.0) && $0.1 == "check" }) { return true }
            // A quoted script, as in `sh -c 'permafrost check'`.
            return command.contains { $0.contains(" ") && isCheck($0) }
        }
    }

    /// Returns whether a word refers to the tool, such as its path, a variable with the path, or an image with the
    /// tool. The part after the last slash must contain `permafrost`.
    private static func isTool(_ word: String) -> Bool {
        (word.split(separator: "/").last ?? "").lowercased().contains("permafrost")
    }

    /// Returns the words of each command in a line of a script, without quotes and comments.
    private static func words(_ script: String) -> [[String]] {
        var commands: [[String]] = [[]]
        var word: String?
        var quote: Character?
        var rest = script[...]
        func add(_ character: Character) {
            if word == nil { word = "" }
            word?.append(character)
        }
        func end() {
            if let word { commands[commands.count - 1].append(word) }
            word = nil
        }
        while let next = rest.popFirst() {
            if let open = quote {
                if next == open {
                    quote = nil
                } else if next == "\\", open == "\"", let escaped = rest.popFirst() {
                    add(escaped)
                } else {
                    add(next)
                }
            } else if next == "\"" || next == "'" {
                quote = next
                word = word ?? ""
            } else if next == "#", word == nil {
                break
            } else if next.isWhitespace {
                end()
            } else if ";&|()".contains(next) {
                end()
                commands.append([])
            } else if next == "\\", let escaped = rest.popFirst() {
                add(escaped)
            } else {
                add(next)
            }
        }
        end()
        return commands.filter { !$0.isEmpty }
    }
}
