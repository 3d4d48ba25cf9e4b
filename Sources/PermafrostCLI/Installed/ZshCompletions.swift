import PermafrostFixtures
import PermafrostProject

/// The completions for zsh. The script can be the `_permafrost` file in an `fpath` folder, or a file to source.
struct ZshCompletions {
    let commands: [CommandSpecification]

    var lines: [String] {
        var lines = ["#compdef permafrost"]
        lines.append(
            "# Completions of permafrost \(PermafrostRelease.version) for zsh, made by: permafrost completions zsh")
        lines.append("_permafrost_versions() { compadd -- ${(f)\"$(\(Shell.versions))\"} }")
        lines.append("_permafrost_versions_or_files() { _permafrost_versions; _files }")
        lines.append("_permafrost_commits() { compadd -- ${(f)\"$(\(Shell.commits))\"} }")
        lines += Self.list("_permafrost_rules", "rule", RulePages.all.map { ($0.code, $0.summary) })
        lines += Self.list("_permafrost_commands", "command", commands.map { ($0.name, $0.summary) })
        lines += Self.beginning
        for command in commands { lines += arguments(of: command) }
        return lines + Self.end
    }

    private static let beginning = [
        "_permafrost() {", "    if (( CURRENT == 2 )); then", "        _permafrost_commands",
        "        compadd -- help --help --version", "        return", "    fi",
        "    local command=$words[2] curcontext=$curcontext context state line", "    typeset -A opt_args",
        "    shift words", "    (( CURRENT-- ))", "    case $command in", "    help) _permafrost_commands ;;",
    ]

    /// The script's last lines, which work both when zsh loads the file from `fpath` and when it is sourced.
    private static let end = [
        "    esac", "}", "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then", "    _permafrost \"$@\"", "else",
        "    compdef _permafrost permafrost", "fi",
    ]

    /// Returns the lines of a shell function that completes words, with a description for each.
    private static func list(_ function: String, _ what: String, _ words: [(String, String)]) -> [String] {
        let entries = words.map { word, text in
            "        " + Shell.quoted("\(word):\(text)", [("'", "'\\''")])
        }
        return ["\(function)() {", "    local -a entries=("] + entries
            + ["    )", "    _describe \(what) entries", "}"]
    }

    private func arguments(of command: CommandSpecification) -> [String] {
        var specifications = command.allOptions.map(Self.specification)
        if let operand = command.completedOperand {
            specifications.append("'*:\(Self.escaped(command.operands)):\(Self.action(operand))'")
        }
        return ["    \(command.name))", "        _arguments -s -S \\"]
            + specifications.dropLast().map { "            \($0) \\" }
            + specifications.suffix(1).map { "            \($0)" } + ["        ;;"]
    }

    private static func specification(_ option: CommandOption) -> String {
        let text = "[\(escaped(option.help))]"
        let names =
            option.shortName.map { "'(\(option.names.joined(separator: " ")))'{\(option.name),\($0)}" }
            ?? "'*'\(option.name)"
        guard let value = option.completedValue else { return "\(names)'\(text)'" }
        return "\(names)'=\(text):\(escaped(option.value ?? "")):\(action(value))'"
    }

    private static func action(_ value: CompletedValue) -> String {
        switch value {
        case .choice(let words): "(\(words.joined(separator: " ")))"
        case .rule: "_permafrost_rules"
        case .folder: "_files -/"
        case .file: "_files"
        case .version: "_permafrost_versions"
        case .versionOrFile: "_permafrost_versions_or_files"
        case .commit: "_permafrost_commits"
        case .word: " "
        }
    }

    /// Escapes a string for use in a single-quoted specification of `_arguments`.
    private static func escaped(_ text: String) -> String {
        let escapes: [(Character, String)] = [("'", "'\\''"), ("[", "\\["), ("]", "\\]"), (":", "\\:"), ("\\", "\\\\")]
        return String(Shell.quoted(text, escapes).dropFirst().dropLast())
    }
}
