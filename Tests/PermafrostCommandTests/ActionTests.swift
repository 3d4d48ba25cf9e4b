import Foundation
import PermafrostFixtures
import PermafrostStore
import PermafrostTestSupport
import Testing

/// The shell steps of `action.yml`, run by bash as GitHub runs them. A stub for `permafrost` records its arguments.
@Suite struct ActionTests {
    /// Returns the lines of a step's script.
    private static func script(_ step: String, of action: String = "action.yml") throws -> String {
        let lines = try String(contentsOf: SourceTree.root.appending(path: action), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0 == "    - name: \(step)" })
        let run = try #require(lines[start...].firstIndex { $0 == "      run: |" })
        let script = lines[(run + 1)...].prefix { $0.hasPrefix("        ") || $0.isEmpty }.map { $0.dropFirst(8) }
        return script.joined(separator: "\n")
    }

    /// - Parameters:
    ///   - folder: the folder with the runner's files.
    ///   - checkout: the working folder; nil for `folder`.
    /// - Returns: the step's result, and the arguments that `permafrost` received; nil if it didn't run.
    private func run(
        _ step: String, _ inputs: [String: String], of action: String = "action.yml", in folder: ScratchFolder,
        checkout: URL? = nil
    ) throws -> (result: CommandResult, arguments: [String]?) {
        try folder.writeProgram(
            """
            #!/bin/sh
            printf '%s\\0' "$@" >"\(folder.path("arguments"))"
            if [ -n "$LOG" ]; then echo "$*" >>"$LOG"; fi
            case $* in *--from-json*) exit "$READS" ;; esac
            echo results
            for word; do case $word in --output=*) echo page >"${word#--output=}" ;; esac; done
            exit "${STATUS:-0}"
            """, to: "permafrost-tool/bin/permafrost")
        try folder.write(try Self.script(step, of: action), to: "step.sh")
        let usual = [
            "COMMAND": "check", "PROJECT": ".", "FORMAT": "github",
            "OUTPUT": "", "ARGUMENTS": "", "BASE": "",
            "GITHUB_ACTION_PATH": SourceTree.root.path, "GITHUB_OUTPUT": folder.path("output"),
            "GITHUB_STEP_SUMMARY": folder.path("summary.md"), "RUNNER_TEMP": folder.path("."),
            "PATH": folder.path("bin") + ":/usr/bin:/bin",
        ]
        let result = try CommandResult.running(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", folder.path("step.sh")], in: checkout ?? folder.url,
            environment: usual.merging(inputs) { _, new in new })
        let written = FileManager.default.contents(atPath: folder.path("arguments"))
        let arguments = written.map { String(decoding: $0, as: UTF8.self).components(separatedBy: "\0").dropLast() }
        return (result, arguments.map(Array.init))
    }

    @Test(
        arguments: [
            (arguments: "", words: []),
            ("--plan X --require-frozen", ["--plan", "X", "--require-frozen"]),
            ("--plan X\n--require-frozen\n", ["--plan", "X", "--require-frozen"]),
            (
                "\n\n  --plan X \\\n  --require-frozen\r\n",
                ["--plan", "X", "--require-frozen"]
            ),
            (#"--model App/My\ Library.xcdatamodeld"#, ["--model", "App/My Library.xcdatamodeld"]),
            (
                "--fixtures $(touch\\ pwned) `touch\\ pwned` \"a\\ b\" *",
                ["--fixtures", "$(touch pwned)", "`touch pwned`", "\"a b\"", "*"]
            ),
            (#"--fixtures a\\b"#, ["--fixtures", #"a\b"#]),
        ] as [(arguments: String, words: [String])])
    func everyOptionReachesTheCommand(_ case: (arguments: String, words: [String])) throws {
        for (step, format) in [("Run permafrost", "github"), ("Summarize", "markdown")] {
            let folder = try ScratchFolder()
            let (result, arguments) = try run(step, ["ARGUMENTS": `case`.arguments], in: folder)
            #expect(result.status == 0, "\(result)")
            #expect(arguments == ["check", "--project=.", "--format=\(format)", "--no-cache"] + `case`.words)
            #expect(!FileManager.default.fileExists(atPath: folder.path("pwned")))
        }
    }

    @Test func theReportReadsWhatTheCommandReads() throws {
        let folder = try ScratchFolder()
        let arguments = "--model App/My\\ Library.xcdatamodeld\n--require-frozen\n--target=App\n--include-tests"
        let (result, words) = try run("Write the report", ["ARGUMENTS": arguments, "PROJECT": "-x y"], in: folder)
        #expect(result.status == 0, "\(result)")
        let reading = ["--model", "App/My Library.xcdatamodeld", "--target=App", "--include-tests"]
        let output = "--output=\(folder.path("."))/permafrost-report.html"
        #expect(words == ["report", "--project=-x y"] + reading + ["--no-cache", output])
    }

    @Test(arguments: [
        (command: "check", arguments: "", base: "abc", added: ["--base=abc"]),
        ("check", "--base v1.0", "abc", ["--base", "v1.0"]), ("check", "--base=v1.0", "abc", ["--base=v1.0"]),
        ("check", "--plan x--base", "-abc", ["--plan", "x--base", "--base=-abc"]), ("check", "", "", []),
        ("lint", "", "abc", ["--base=abc"]), ("lint", "--base main", "abc", ["--base", "main"]), ("lint", "", "", []),
        ("report", "", "abc", []),
    ])
    func theBaseIsTheBaseOfThePullRequest(
        _ case: (command: String, arguments: String, base: String, added: [String])
    ) throws {
        let inputs = ["COMMAND": `case`.command, "ARGUMENTS": `case`.arguments, "BASE": `case`.base]
        for step in ["Run permafrost", "Summarize"] {
            let words = try run(step, inputs, in: ScratchFolder()).arguments
            #expect(words?.first == `case`.command)
            #expect(words.map { Array($0.dropFirst(4)) } == `case`.added, "\(step)")
        }
    }

    /// The review is added to the summary, and published if it is complete enough to be read back.
    @Test(arguments: [true, false]) func theReviewIsPublished(_ isReview: Bool) throws {
        let folder = try ScratchFolder()
        let arguments = "--model App/My\\ Library.xcdatamodeld\n--require-frozen\n--target=App\n--include-tests"
        let reads = try ScratchFolder()
        let result = try run(
            "Review",
            [
                "ARGUMENTS": arguments, "PROJECT": "-x y", "BASE": "-abc", "LOG": reads.path("log"),
                "READS": isReview ? "0" : "2",
            ], in: folder
        ).result
        #expect(result.status == 0, "\(result)")
        let log = try String(contentsOfFile: reads.path("log"), encoding: .utf8).split(separator: "\n")
        let reading =
            "review --project=-x y --model App/My Library.xcdatamodeld --target=App --include-tests --no-cache --base=-abc"
        let json = folder.path(".") + "/permafrost-review.json"
        #expect(log == ["\(reading) --format=markdown", "\(reading) --format=json", "review --from-json=\(json)"])
        #expect(try String(contentsOfFile: folder.path("summary.md"), encoding: .utf8) == "results\n")
        let output = try? String(contentsOfFile: folder.path("output"), encoding: .utf8)
        #expect(output == (isReview ? "json=\(json)\n" : nil))
    }

    /// The review from an artifact is bounded before `permafrost` reads it, and is written again.
    @Test(arguments: [(size: 7, reads: "0"), (8 << 20, "2"), (0, "2")])
    func aReceivedReviewIsBounded(_ case: (size: Int, reads: String)) throws {
        let folder = try ScratchFolder()
        let logs = try ScratchFolder()
        try folder.writeProgram(
            """
            #!/bin/sh
            [ "$*" = "-p \(folder.path("."))/permafrost-review.zip permafrost-review.json" ] || exit 9
            echo "##[error]the name of an entry" >&2
            head -c \(`case`.size) /dev/zero
            """, to: "bin/unzip")
        let result = try run(
            "Render the review",
            ["LOG": logs.path("log"), "READS": `case`.reads],
            of: "review-comment/action.yml", in: folder
        ).result
        let received = folder.path(".") + "/permafrost-received.json"
        #expect(try Data(contentsOf: URL(filePath: received)).count == min(`case`.size, 4_194_305))
        let log = try String(contentsOfFile: logs.path("log"), encoding: .utf8).split(separator: "\n")
        let isRead = `case`.reads == "0"
        let formats = isRead ? ["json", "markdown"] : ["json"]
        #expect(log == formats.map { "review --from-json=\(received) --format=\($0)" })
        #expect(result.status == (isRead ? 0 : 2) && result.standardError.isEmpty, "\(result)")
    }

    // MARK: The checkout

    /// A path of the input `output`, and a symbolic link that a pull request or the runner added.
    struct OutputPath: Sendable, CustomTestStringConvertible {
        /// The path. `CHECKOUT` and `RUNNER` are the folders with the checkout and with the runner's files.
        let path: String
        /// The link's path below both folders, and its destination; nil if there is no link.
        var link: (path: String, target: String)?
        /// The file that is written, or nil if the input is rejected.
        let written: String?

        var testDescription: String { "\(path), \(link.map { "\($0.path) → \($0.target)" } ?? "no link")" }
    }

    private static let outputPaths = [
        OutputPath(path: "new.txt", written: "checkout/new.txt"),
        OutputPath(path: "old.txt", written: "checkout/old.txt"),
        OutputPath(path: "sub/folder/new.txt", written: "checkout/sub/folder/new.txt"),
        OutputPath(path: "./sub//folder/../new.txt", written: "checkout/sub/new.txt"),
        OutputPath(path: "../runner/new.txt", written: "runner/new.txt"),
        OutputPath(path: "RUNNER/old.txt", written: "runner/old.txt"),
        OutputPath(path: "CHECKOUT/sub/new.txt", written: "checkout/sub/new.txt"),
        OutputPath(path: "old.txt", link: ("checkout/old.txt", "../runner/old.txt"), written: nil),
        OutputPath(path: "old.txt", link: ("checkout/old.txt", "../runner/none.txt"), written: nil),
        OutputPath(path: "old.txt", link: ("checkout/old.txt", "sub"), written: nil),
        OutputPath(path: "CHECKOUT/old.txt", link: ("checkout/old.txt", "../runner/old.txt"), written: nil),
        OutputPath(path: "sub/folder/old.txt", link: ("checkout/sub", "../runner"), written: nil),
        OutputPath(path: "sub/folder/old.txt", link: ("checkout/sub/folder", "../../runner/folder"), written: nil),
        OutputPath(path: "sub/folder/old.txt", link: ("checkout/sub/folder", "."), written: nil),
        OutputPath(path: "CHECKOUT/sub/folder/old.txt", link: ("checkout/sub", "../runner"), written: nil),
        OutputPath(path: "RUNNER/../checkout/sub/old.txt", link: ("checkout/sub", "../runner"), written: nil),
        OutputPath(path: "sub/../../runner/old.txt", link: ("checkout/sub", "folder"), written: nil),
        // These links belong to the runner.
        OutputPath(path: "RUNNER/link/old.txt", link: ("runner/link", "folder"), written: "runner/folder/old.txt"),
        OutputPath(path: "RUNNER/link", link: ("runner/link", "old.txt"), written: "runner/old.txt"),
        OutputPath(path: "RUNNER/link/new.txt", link: ("runner/link", "../checkout"), written: "checkout/new.txt"),
        OutputPath(path: "missing/new.txt", written: nil), OutputPath(path: "sub", written: nil),
        OutputPath(path: "sub/", written: nil), OutputPath(path: "..", written: nil),
    ]

    /// The file in `output` is created without following a link in the checkout. Nothing else is written outside of the
    /// runner's temporary folder.
    @Test(arguments: outputPaths) func theOutputIsWrittenThroughNoLink(_ output: OutputPath) throws {
        let (runs, folders) = (try ScratchFolder(), try ScratchFolder())
        for folder in ["checkout", "runner"] {
            for file in ["old.txt", "sub/folder/old.txt", "folder/old.txt"] {
                try folders.write("precious", to: "\(folder)/\(file)")
            }
        }
        if let link = output.link {
            try? FileManager.default.removeItem(atPath: folders.path(link.path))
            try FileManager.default.createSymbolicLink(
                atPath: folders.path(link.path), withDestinationPath: link.target)
        }
        let before = try folders.files()
        let path = output.path.replacing("CHECKOUT", with: folders.path("checkout"))
            .replacing("RUNNER", with: folders.path("runner"))
        for status in ["0", "1"] {
            let result = try run(
                "Run permafrost", ["OUTPUT": path, "STATUS": status], in: runs,
                checkout: folders.url.appending(path: "checkout")
            ).result
            #expect("\(result.status)" == (output.written == nil ? "2" : status), "\(result)")
            #expect(result.output.isEmpty, "\(result)")
            #expect(result.errors.contains("Invalid input output") == (output.written == nil), "\(result)")
        }
        // Files behind a link are listed twice.
        var changed = Set(try folders.files().filter { before[$0.key] != $0.value }.keys)
        if let link = output.link { changed = changed.filter { !($0 + "/").hasPrefix(link.path + "/") } }
        #expect(changed == Set([output.written].compactMap(\.self)))
        if let written = output.written {
            #expect(try String(contentsOfFile: folders.path(written), encoding: .utf8) == "results\n")
        }
    }

    /// The project can be outside of the working folder.
    @Test func theOutputIsWrittenThroughNoLinkOfTheProject() throws {
        let (runs, folders) = (try ScratchFolder(), try ScratchFolder())
        try folders.write("precious", to: "runner/old.txt")
        try FileManager.default.createDirectory(
            at: folders.url.appending(path: "project"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folders.path("project/sub"), withDestinationPath: "../runner")
        let inputs = ["PROJECT": folders.path("project"), "OUTPUT": folders.path("project/sub/old.txt")]
        let result = try run("Run permafrost", inputs, in: runs).result
        #expect(result.status == 2 && result.errors.contains("Invalid input output"), "\(result)")
        #expect(try String(contentsOfFile: folders.path("runner/old.txt"), encoding: .utf8) == "precious")
    }

    /// Without `output`, no step writes to the checkout.
    @Test(arguments: ["Run permafrost", "Summarize", "Write the report", "Review"])
    func aStepWritesOnlyTheRunnersFiles(_ step: String) throws {
        let (runs, checkout) = (try ScratchFolder(), try ScratchFolder())
        try checkout.write("precious", to: "permafrost-results")
        let result = try run(step, ["READS": "0", "BASE": "a"], in: runs, checkout: checkout.url).result
        #expect(result.status == 0, "\(result)")
        #expect(try checkout.files() == ["permafrost-results": Data("precious".utf8)])
    }

    /// A build's files are in the runner's temporary folder, even if the action itself is part of the checkout.
    @Test func theActionsFolderIsNotWritten() throws {
        let (action, runs) = (try ScratchFolder(), try ScratchFolder())
        for path in ["Scripts/find-tool", "Sources/PermafrostFixtures/Fixtures/Freezer.swift"] {
            try action.write(
                String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8), to: path)
        }
        try action.writeProgram("#!/bin/sh\n", to: "Scripts/setup")
        let before = try action.files()
        try runs.writeProgram(
            """
            #!/bin/sh
            folder=$PWD/.build
            while [ $# -gt 0 ]; do
              case $1 in
                --package-path) [ "$folder" != "$PWD/.build" ] || folder=$2/.build ;;
                --scratch-path) folder=$2 ;;
                --show-bin-path) echo "$folder" ;;
              esac
              shift
            done
            mkdir -p "$folder" && echo built >"$folder/permafrost-cli"
            """, to: "bin/swift")
        let result = try CommandResult.running(
            ["bash", action.path("Scripts/find-tool"), "get", runs.path("tool")], in: action.url,
            environment: ["KIND": "build", "PATH": runs.path("bin") + ":/usr/bin:/bin"])
        #expect(result.status == 0 && result.output.isEmpty, "\(result)")
        #expect(try action.files() == before)
        #expect(try String(contentsOfFile: runs.path("tool/bin/permafrost"), encoding: .utf8) == "built\n")
    }

    /// The path of a program or a script is never an output of a step, which a line in the log could replace. The other
    /// outputs select the tool, the cache, the attached files and the pull request.
    @Test(arguments: ["action.yml", "review-comment/action.yml"]) func noOutputNamesAProgram(_ path: String) throws {
        let text = try String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8)
        let known = [
            "steps.plan.outputs.kind", "steps.plan.outputs.folder", "steps.plan.outputs.key",
            "steps.report.outputs.page", "steps.review.outputs.json", "steps.find.outputs.number",
        ]
        let outputs = text.matches(of: /steps\.\w+\.outputs\.\w+/).map { String($0.output) }
        #expect(!outputs.isEmpty && Set(outputs).isSubset(of: known), "\(outputs)")
        for line in text.split(separator: "\n") where line.contains(".outputs.") {
            let key = line.drop { $0 == " " }.prefix { $0 != ":" }
            let isExpression = key.hasPrefix("${{") || key.hasPrefix("||")
            #expect(isExpression || ["if", "path", "key", "KIND", "NUMBER"].contains(key), "\(line)")
        }
    }

    /// No action or template gives the code of a fork a token that can write.
    @Test(arguments: ["action.yml", "review-comment/action.yml", "Distribution/github/review-comment.yml"])
    func noCodeOfAForkCanWrite(_ path: String) throws {
        let text = try String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8)
        #expect(!text.contains("pull_request_target"))
        if path != "action.yml" { #expect(!text.contains("actions/checkout")) }
        // Values of expressions are never part of a script.
        for script in text.components(separatedBy: "run: |\n").dropFirst() {
            let lines = script.split(separator: "\n", omittingEmptySubsequences: false).prefix {
                $0.isEmpty || $0.hasPrefix("        ")
            }
            #expect(!lines.contains { $0.contains("${{") }, "\(path)")
        }
    }

    /// An input is never read as anything else, whatever its contents.
    @Test func inputsAreNeverInterpretedAsOptionsOrCommands() throws {
        let folder = try ScratchFolder()
        let odd = "--version\n$(touch pwned)"
        let (result, words) = try run(
            "Run permafrost", ["PROJECT": odd, "FORMAT": odd, "OUTPUT": "-o $(x)"], in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(words == ["check", "--project=\(odd)", "--format=\(odd)", "--no-cache"])
        #expect(FileManager.default.fileExists(atPath: folder.path("-o $(x)")))
        #expect(!FileManager.default.fileExists(atPath: folder.path("pwned")))
        for command in ["--version", "-h", "", "check --help", "check\nlint", "$(touch pwned)"] {
            let (refused, words) = try run("Run permafrost", ["COMMAND": command], in: ScratchFolder())
            #expect(refused.status == 2 && words == nil, "\(command): \(refused)")
            #expect(refused.output.contains("Invalid input command"), "\(refused)")
        }
        let failed = try run("Run permafrost", ["STATUS": "1"], in: ScratchFolder()).result
        #expect(failed.status == 1)
    }

    /// The action downloads its executable only if its reference is the version's tag, or the commit of that tag.
    @Test func aReleaseIsDownloaded() throws {
        let folder = try ScratchFolder()
        let version = PermafrostRelease.version
        func git(_ arguments: String...) throws -> String {
            let result = try CommandResult.running(
                ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"] + arguments,
                in: folder.url)
            #expect(result.status == 0, "\(result)")
            return result.output.trimmingCharacters(in: .newlines)
        }
        _ = try git("init", "--quiet", "server/owner/name")
        _ = try git("-C", "server/owner/name", "commit", "--quiet", "--allow-empty", "--message", "x")
        _ = try git("-C", "server/owner/name", "tag", "--annotate", "--no-sign", version, "--message", "x")
        let commit = try git("-C", "server/owner/name", "rev-parse", "HEAD")
        func kind(_ tool: String, _ reference: String) throws -> String {
            let result = try CommandResult.running(
                ["bash", SourceTree.root.appending(path: "Scripts/find-tool").path, "plan", "/tool"], in: folder.url,
                environment: [
                    "TOOL": tool, "REPOSITORY": "owner/name", "REF": reference,
                    "SERVER": "file://" + folder.path("server"), "PATH": "/usr/bin:/bin",
                ])
            return result.status == 0 ? String(result.output.prefix { $0 != "\n" }) : "\(result.status)"
        }
        for reference in [version, commit] { #expect(try kind("auto", reference) == "kind=release", "\(reference)") }
        for reference in ["main", String(commit.reversed()), ""] {
            #expect(try kind("auto", reference) == "kind=build", "\(reference)")
            #expect(try kind("release", reference) == "2", "\(reference)")
        }
        #expect(try kind("build", commit) == "kind=build")
        #expect(try kind("other", commit) == "2")
    }

    /// GitHub inserts the values of expressions into a script before a shell reads it.
    @Test func noScriptContainsAnExpression() throws {
        for step in ["Find permafrost", "Get permafrost", "Run permafrost", "Summarize", "Write the report", "Review"] {
            #expect(try !Self.script(step).contains("${{"), "\(step)")
        }
    }
}
