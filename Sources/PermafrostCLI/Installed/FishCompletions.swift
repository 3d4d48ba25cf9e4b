import PermafrostFixtures
import PermafrostProject

struct FishCompletions {
    let commands: [CommandSpecification]

    var lines: [String] {
        var lines = [
            "# Completions of permafrost \(PermafrostRelease.version) for fish, made by: permafrost completions fish"
        ]
        lines += ["function __permafrost_versions", "    \(Shell.versions)", "end"]
        lines += ["function __permafrost_commits", "    \(Shell.commits)", "end", "function __permafrost_rules"]
        lines += RulePages.all.map { "    printf '%s\\t%s\\n' \($0.code) \(Self.quoted($0.summary))" }
        lines += ["end"] + Self.beginning
        for command in commands {
            for condition in ["__permafrost_command", "'__permafrost_command help'"] {
                lines.append(
                    "complete -c permafrost -n \(condition) -a \(command.name) -d \(Self.quoted(command.summary))")
            }
        }
        return lines + commands.flatMap(options)
    }

    private static let beginning = [
        "# Succeeds if the command is one of the given names. Without names, succeeds if there is no command yet.",
        "function __permafrost_command", "    set -l words (commandline -opc)", "    if test (count $argv) -eq 0",
        "        test (count $words) -eq 1", "    else",
        "        test (count $words) -ge 2; and contains -- $words[2] $argv", "    end", "end",
        "complete -c permafrost -f",
        "complete -c permafrost -n __permafrost_command -l help -d 'show the commands'",
        "complete -c permafrost -n __permafrost_command -l version -d 'show the version'",
        "complete -c permafrost -n __permafrost_command -a help -d 'show the help of a command'",
    ]

    private func options(of command: CommandSpecification) -> [String] {
        let start = "complete -c permafrost -n '__permafrost_command \(command.name)'"
        let options = command.allOptions.map { option in
            [
                start, "-l \(option.name.dropFirst(2))", option.shortName.map { "-s \($0.dropFirst())" },
                option.completedValue.map(Self.value), "-d \(Self.quoted(option.help))",
            ].compactMap { $0 }.joined(separator: " ")
        }
        guard let operand = command.completedOperand else { return options }
        return options + Self.words(operand).map { "\(start) \($0)" }
    }

    /// Returns the arguments of fish's `complete` command for completing an option's value.
    private static func value(_ value: CompletedValue) -> String {
        let words = words(value)
        return words.isEmpty ? "-x" : words == ["-F"] ? "-r -F" : "-x " + words.joined(separator: " ")
    }

    private static func words(_ value: CompletedValue) -> [String] {
        switch value {
        case .choice(let words): ["-a '\(words.joined(separator: " "))'"]
        case .rule: ["-a '(__permafrost_rules)'"]
        case .folder: ["-a '(__fish_complete_directories)'"]
        case .file: ["-F"]
        case .version: ["-a '(__permafrost_versions)'"]
        case .versionOrFile: ["-a '(__permafrost_versions)'", "-F"]
        case .commit: ["-a '(__permafrost_commits)'"]
        case .word: []
        }
    }

    private static func quoted(_ text: String) -> String { Shell.quoted(text, [("'", "\\'"), ("\\", "\\\\")]) }
}
