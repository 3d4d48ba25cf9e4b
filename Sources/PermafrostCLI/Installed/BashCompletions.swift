import PermafrostFixtures
import PermafrostProject

/// The completions for bash 3.2 and later. macOS includes bash 3.2.
struct BashCompletions {
    let commands: [CommandSpecification]

    var lines: [String] {
        var lines = [
            "# Completions of permafrost \(PermafrostRelease.version) for bash, made by: permafrost completions bash"
        ]
        lines.append("_permafrost_versions() { \(Shell.versions); }")
        lines.append("_permafrost_commits() { \(Shell.commits); }")
        lines += Self.helpers
        lines.append("_permafrost() {")
        lines += Self.beginning + values + operands
        lines += ["}", "complete -F _permafrost permafrost"]
        return lines
    }

    /// Shell functions that complete words or files with the current prefix, including names with spaces.
    private static let helpers = #"""
        _permafrost_words() {
            local IFS=$'\n'
            COMPREPLY+=($(compgen -W "$1" -- "$cur"))
        }
        _permafrost_files() {
            local IFS=$'\n'
            compopt -o filenames 2>/dev/null
            COMPREPLY+=($(compgen "$1" -- "$cur"))
        }
        """#.lines

    /// The lines that determine the command, the word to complete, and the option that precedes it. Bash splits
    /// `--option=value` into three words.
    private static let beginning = #"""
            local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
            COMPREPLY=()
            if [[ $cur == = ]]; then
                cur=
            elif [[ $option == = ]]; then
                option=${COMP_WORDS[COMP_CWORD - 2]}
            fi
        """#.lines

    /// The lines that complete option values.
    private var values: [String] {
        ["    case \"$command $option\" in"]
            + commands.flatMap { command in
                command.allOptions.compactMap { option -> String? in
                    guard let value = option.completedValue else { return nil }
                    let patterns = option.names.map { "\"\(command.name) \($0)\"" }
                        .joined(separator: " | ")
                    return "    \(patterns)) \(Self.offer(value)) return ;;"
                }
            } + ["    esac"]
    }

    /// The lines that complete commands, and each command's options and operands.
    private var operands: [String] {
        let names = commands.map(\.name)
        var lines = ["    if [[ $COMP_CWORD -eq 1 ]]; then"]
        lines.append("        " + Self.offer(names + ["help", "--help", "--version"]))
        lines += ["        return", "    fi", "    case $command in", "    help) \(Self.offer(names)) ;;"]
        for command in commands {
            lines += ["    \(command.name))", "        if [[ $cur == -* ]]; then"]
            lines.append("            " + Self.offer(command.allOptions.flatMap(\.names)))
            if let operand = command.completedOperand {
                lines += ["        else", "            " + Self.offer(operand)]
            }
            lines += ["        fi", "        ;;"]
        }
        lines.append("    esac")
        return lines
    }

    private static func offer(_ words: [String]) -> String {
        "_permafrost_words $'\(words.joined(separator: "\\n"))';"
    }

    private static func offer(_ value: CompletedValue) -> String {
        switch value {
        case .choice(let words): offer(words)
        case .rule: offer(RulePages.all.map(\.code))
        case .folder: "_permafrost_files -d;"
        case .file: "_permafrost_files -f;"
        case .version: "_permafrost_words \"$(_permafrost_versions)\";"
        case .versionOrFile: "_permafrost_words \"$(_permafrost_versions)\"; _permafrost_files -f;"
        case .commit: "_permafrost_words \"$(_permafrost_commits)\";"
        case .word: ":;"
        }
    }
}

extension String {
    fileprivate var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
