import Foundation
import PermafrostTestSupport
import Testing

/// The completions, in the shells that they support.
@Suite struct CompletionTests {
    /// A shell, run to get its suggestions at the end of a line.
    enum Shell: String, CaseIterable, CustomTestStringConvertible {
        case bash, zsh, fish

        var testDescription: String { rawValue }

        static let missing = allCases.filter { shell in
            (try? CommandResult.running(["which", shell.rawValue], in: URL(filePath: "/")).status) != 0
        }

        /// Returns the shell's suggestions at the end of a line of words. The last word may be empty.
        func offers(_ line: [String], in folder: ScratchFolder) throws -> [String] {
            let completions = folder.path("completions.\(rawValue)")
            let written = try Tool.run("completions", rawValue, in: folder)
            #expect(written.status == 0, "\(written)")
            try Data(written.output.utf8).write(to: URL(filePath: completions))
            let environment = [
                "PATH": "\(Tool.installed):\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
                "PERMAFROST_CACHE_DIR": folder.path(".cache"), "COMPLETIONS": completions, "HOME": folder.path,
                "LINE": (["permafrost"] + line).joined(separator: " "), "TERM": "dumb",
            ]
            let result = try CommandResult.running(command(line), in: folder.url, environment: environment)
            #expect(result.errors.isEmpty, "\(result)")
            return result.output.split(separator: "\n").map { $0.split(separator: "\t").first.map(String.init) ?? "" }
                .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
        }

        private func command(_ line: [String]) -> [String] {
            switch self {
            case .bash:
                // Bash treats `=` as a separate word.
                let words =
                    ["permafrost"]
                    + line.flatMap { word in
                        word.isEmpty ? [""] : word.replacing("=", with: "\n=\n").split(separator: "\n").map(String.init)
                    }
                return [
                    "bash", "--noprofile", "--norc", "-c",
                    #"source "$COMPLETIONS"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _permafrost; printf '%s\n' "${COMPREPLY[@]}""#,
                    "bash",
                ] + words
            case .zsh: return ["zsh", "-f", Self.zshDriver.path]
            case .fish:
                return ["fish", "--no-config", "--command", #"source "$COMPLETIONS"; complete --do-complete "$LINE""#]
            }
        }

        private static let zshDriver = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "complete.zsh")
    }

    /// A line, words that are suggested, and words that aren't.
    static let lines: [(line: [String], offered: [String], absent: [String])] = [
        ([""], ["check", "store-diff", "completions", "help"], ["--project", "--stamp"]),
        (["sto"], ["store-diff"], ["check"]),
        (["help", "fr"], ["freeze"], ["check"]),
        (
            ["check", "--"], ["--base", "--require-frozen", "--cloudkit-schema", "--verbose", "--format", "--help"],
            ["--write-baseline", "--rows"]
        ),
        (["check", "--cloudkit-schema", "Some"], ["Some store.sqlite"], ["PostsSchemaV1"]),
        (["inspect", "--ro"], ["--rows"], ["--base"]),
        (["check", "--format", ""], ["text", "json", "github", "sarif"], ["check", "xctest"]),
        (["freeze", "--format", ""], ["text", "json"], ["sarif"]),
        (["scaffold", "--framework", "sw"], ["swift-testing"], ["xctest"]),
        (["explain", "PF020"], ["PF0201", "PF0208"], ["PF0101"]),
        (["scaffold", "--"], ["--from", "--to", "--drift", "--replace"], ["--stamp"]),
        (["completions", ""], ["bash", "zsh", "fish"], ["check"]),
        (["inspect", "Some"], ["Some store.sqlite"], ["PostsSchemaV1"]),
        (["report", "Some"], ["Some store.sqlite"], ["PostsSchemaV1"]),
        (["check", "--fixtures", "Sou"], ["Sources"], ["Some store.sqlite"]),
        (["diff", ""], ["1.0.0", "4.0.0", "Some store.sqlite"], ["check"]),
        (["schema", "3"], ["3.0.0"], ["1.0.0"]),
        (["check", "--base", "v"], ["v1.0"], ["main"]),
        (["manual", "--"], ["--format", "--quiet"], ["--project", "--models"]),
    ]

    @Test(
        .enabled(if: Shell.missing.isEmpty, "not installed: \(Shell.missing). `Scripts/setup test` installs them"),
        arguments: Shell.allCases)
    func aShellOffersTheArgumentsOfACommand(shell: Shell) throws {
        let folder = try Self.project()
        for (line, offered, absent) in Self.lines {
            let words = Set(
                try shell.offers(line, in: folder).map { word in
                    let plain = word.replacing("\\ ", with: " ")
                    return plain.count > 1 && plain.hasSuffix("/") ? String(plain.dropLast()) : plain
                })
            #expect(words.isSuperset(of: offered), "\(line): \(words.sorted())")
            #expect(words.isDisjoint(with: absent), "\(line): \(words.sorted())")
        }
    }

    @Test(.enabled(if: !Shell.missing.contains(.bash), "bash is not installed"))
    func bashCompletesAfterAnEqualsSign() throws {
        let folder = try Self.project()
        #expect(try Shell.bash.offers(["check", "--format="], in: folder).contains("sarif"))
        #expect(try Shell.bash.offers(["check", "--format=js"], in: folder) == ["json"])
    }

    @Test func anUnknownShellIsReported() throws {
        let folder = try ScratchFolder()
        let result = try Tool.run("completions", "powershell", in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("bash, zsh or fish"), "\(result)")
        let json = try Tool.run("completions", "fish", "--format", "json", in: folder)
        #expect(try Report(json).json["text"] is String)
    }

    /// Returns a project with versions, a tag, and a file whose name contains a space.
    private static func project() throws -> ScratchFolder {
        let folder = try Tool.copy(of: "Posts")
        try folder.write("", to: "Some store.sqlite")
        for arguments in [
            ["init", "--quiet", "--initial-branch", "main"],
            [
                "-c", "user.name=T", "-c", "user.email=t@permafrost.invalid", "commit", "--quiet", "--no-gpg-sign",
                "--allow-empty", "--message", "First",
            ], ["tag", "--no-sign", "v1.0"],
        ] {
            let result = try CommandResult.running(["git"] + arguments, in: folder.url)
            try #require(result.status == 0, "\(result)")
        }
        return folder
    }
}

extension ScratchFolder {
    var path: String { url.path }
}
