import PermafrostFixtures

/// The `permafrost(1)` manual page, in the format that `man` reads.
struct ManualPage {
    let commands: [CommandSpecification]

    var lines: [String] {
        var lines = [".TH PERMAFROST 1 \"\" \"permafrost \(PermafrostRelease.version)\" \"User Commands\"", ".SH NAME"]
        lines.append(
            Self.text("permafrost - freezes every SwiftData schema version that ships, and detects drift")
        )
        lines += [".SH SYNOPSIS", ".B permafrost", ".I COMMAND", "[\\fIOPTIONS\\fR]", ".SH DESCRIPTION"]
        lines += Self.paragraphs(Self.description)
        lines.append(".SH COMMANDS")
        for command in commands { lines += section(of: command) }
        lines.append(".SH \"OPTIONS OF EVERY COMMAND\"")
        for option in CommonOptions.all { lines += Self.option(option) }
        lines += Self.list("EXIT STATUS", Self.exitCodes)
        lines += Self.list("ENVIRONMENT", Self.environment)
        lines += Self.list("FILES", Self.files)
        return lines
    }

    private static let description = """
        Reads the schema versions that Swift sources or Core Data models declare, without building them, and writes each as a \
        fixture: a real store, its model and checksums. If the declaration of a frozen version is edited later, \
        check fails, and prints the property, its line, the affected users and the fix.
        """

    private static let exitCodes = [
        ("0", "Success."),
        ("1", "Findings: drift, a damaged fixture, lint errors, differences."),
        ("2", "Failed or incomplete. Takes precedence over 1."),
    ]

    private static let environment = [
        ("NO_COLOR", "If set and not empty, disables colors. Only terminals get colors."),
        (
            "PERMAFROST_CACHE_DIR",
            "The folder for parsed sources, instead of the user's cache folder."
        ),
        ("PERMAFROST_GIT_SECONDS", "The seconds that git may run without output before it is stopped (default 60)."),
        ("SOURCE_DATE_EPOCH", "The date that freeze writes into a fixture, in seconds since 1970."),
    ]

    private static let files = [
        ("Fixtures/VERSION/", "A frozen version: store, model in JSON, tables in SQL, checksums, date and tool."),
        (
            "~/.cache/permafrost/",
            "Parsed sources, signed with the user's key. Can be deleted at any time. If $XDG_CACHE_HOME is "
                + "set, the folder is there instead; on macOS, it is in ~/Library/Caches."
        ),
        (
            ".git/permafrost/",
            "Journals with which new-version, adopt and init finish an interrupted run and undo the last run."
        ),
        (
            "~/.local/state/permafrost/",
            "The user's key, and journals of projects without git. If $XDG_STATE_HOME is set, the folder is there "
                + "instead; on macOS, it is in ~/Library/Application Support."
        ),
    ]

    private func section(of command: CommandSpecification) -> [String] {
        let operands = command.operands.isEmpty ? "" : " \\fI\(Self.inline(command.operands))\\fR"
        let common = Set(CommonOptions.all.map(\.name)).subtracting(["--format"])
        return [".SS \"\(Self.inline(command.name))\"", ".B permafrost \(Self.inline(command.name))\(operands)", ".PP"]
            + Self.paragraphs(command.discussion)
            + command.allOptions.filter { option in
                !common.contains(option.name) || command.options.contains { $0.specification.name == option.name }
            }.flatMap(Self.option)
    }

    private static func list(_ title: String, _ entries: [(String, String)]) -> [String] {
        [".SH \"\(title)\""] + entries.flatMap { [".TP", ".B \(inline($0.0))", text($0.1)] }
    }

    private static func option(_ option: CommandSpecification.Option) -> [String] {
        let names = option.names.map { "\\fB\(inline($0))\\fR" }.joined(separator: ", ")
        let value = option.value.map { " \\fI\(inline($0))\\fR" } ?? ""
        return [".TP", names + value, text(option.help)]
    }

    private static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n").map { Self.text(String($0)) }
    }

    /// Returns a line of text. Escapes a period or quote at the start of the line, which `man` would interpret as the
    /// start of a request.
    private static func text(_ line: String) -> String {
        let inline = inline(line)
        return inline.hasPrefix(".") || inline.hasPrefix("'") ? "\\&" + inline : inline
    }

    /// Returns text that is escaped for use within a line. Keeps hyphens as hyphens, so that commands can be pasted
    /// into a shell.
    private static func inline(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "\"": "\\(dq"
            case "'": "\\(aq"
            case "`": "\\(ga"
            case _ where scalar.isASCII: String(scalar)
            default:
                "\\[u" + number(scalar) + "]"
            }
        }.joined()
    }

    /// Returns a character's code point in hexadecimal, with at least four digits.
    private static func number(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
