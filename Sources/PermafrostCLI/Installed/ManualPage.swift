import PermafrostFixtures

/// The `permafrost(1)` manual page, generated from the specifications of the commands.
struct ManualPage {
    let commands: [CommandSpecification]

    /// A part of the page.
    enum Block {
        case section(String)
        case command(String)
        /// A line in bold, such as a command's name with its operands.
        case usage(String, operands: String)
        case paragraph(String)
        /// A line to copy.
        case code(String)
        /// An option, a variable or a file, with its description.
        case entry([String], value: String, text: String)

        var isHeading: Bool {
            switch self {
            case .section, .command: true
            default: false
            }
        }
    }

    /// The parts of the page, in order.
    var blocks: [Block] {
        var blocks: [Block] = [
            .section("NAME"),
            .paragraph("permafrost - freezes every SwiftData schema version that ships, and detects drift"),
            .section("SYNOPSIS"), .usage("permafrost", operands: "COMMAND [OPTIONS]"), .section("DESCRIPTION"),
            .paragraph(Self.description), .section("COMMANDS"),
        ]
        for command in commands { blocks += section(of: command) }
        blocks.append(.section("OPTIONS OF EVERY COMMAND"))
        blocks += CommonOptions.all.map(Self.entry)
        for (title, entries) in [
            ("EXIT STATUS", Self.exitCodes), ("ENVIRONMENT", Self.environment), ("FILES", Self.files),
        ] {
            blocks.append(.section(title))
            blocks += entries.map { .entry([$0.0], value: "", text: $0.1) }
        }
        return blocks
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

    private func section(of command: CommandSpecification) -> [Block] {
        let common = Set(CommonOptions.all.map(\.name)).subtracting(["--format"])
        let own = Set(command.options.map(\.specification.name))
        var blocks: [Block] = [
            .command(command.name), .usage("permafrost \(command.name)", operands: command.operands),
        ]
        blocks += command.discussion.split(separator: "\n").map { .paragraph(String($0)) }
        for example in command.examples {
            blocks += [.paragraph(example.sentence), .code(example.line(of: command))]
        }
        blocks += command.allOptions.filter { !common.contains($0.name) || own.contains($0.name) }.map(Self.entry)
        return blocks
    }

    private static func entry(_ option: CommandOption) -> Block {
        .entry(option.names, value: option.value ?? "", text: option.help)
    }
}

extension ManualPage {
    /// The page in the format that `man` reads.
    var roff: [String] {
        let title = ".TH PERMAFROST 1 \"\" \"permafrost \(PermafrostRelease.version)\" \"User Commands\""
        return [title] + lines { Self.roff($0, after: $1) }
    }

    private static func roff(_ block: Block, after previous: Block) -> [String] {
        switch block {
        case .section(let title): return [".SH \"\(inline(title))\""]
        case .command(let name): return [".SS \"\(inline(name))\""]
        case .usage(let name, let operands):
            return [".B \(inline(name))"] + (operands.isEmpty ? [] : [".I \(inline(operands))"])
        case .paragraph(let text): return (previous.isHeading ? [] : [".PP"]) + [Self.text(text)]
        case .code(let line): return [".RS 4", ".nf", Self.text(line), ".fi", ".RE"]
        case .entry(let names, let value, let text):
            let bold = names.map { "\\fB\(inline($0))\\fR" }.joined(separator: ", ")
            let placeholder = value.isEmpty ? "" : " \\fI\(inline(value))\\fR"
            return [".TP", bold + placeholder, Self.text(text)]
        }
    }

    /// Returns the page as text for a terminal.
    func text(width: Int, style: Style) -> [String] {
        let indentation = String(repeating: " ", count: 7)
        return lines { block, previous in
            let space = previous.isHeading ? [] : [""]
            switch block {
            case .section(let title): return space + [style.bold(title)]
            case .command(let name): return space + ["   " + style.bold(name)]
            case .usage(let name, let operands):
                return [indentation + style.bold(name) + (operands.isEmpty ? "" : " \(operands)")]
            case .paragraph(let text): return space + Paragraph(text).lines(width: width, first: indentation)
            case .code(let line): return [indentation + "    " + line]
            case .entry(let names, let value, let text):
                let heading = indentation + names.map(style.bold).joined(separator: ", ")
                return space + [value.isEmpty ? heading : "\(heading) \(value)"]
                    + Paragraph(text).lines(width: width, first: indentation + "    ")
            }
        }
    }

    /// Returns the lines of every block.
    ///
    /// - Parameter write: returns the lines of a block, which follows another one.
    private func lines(_ write: (Block, Block) -> [String]) -> [String] {
        var previous = Block.section("")
        return blocks.flatMap { block in
            defer { previous = block }
            return write(block, previous)
        }
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
