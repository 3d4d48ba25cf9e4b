import Foundation
import PermafrostTestSupport
import Testing

/// `permafrost review` with a missing base, very many changes, hostile names, and reviews from an untrusted process.
@Suite struct ReviewInputTests {
    // MARK: The base

    @Test(arguments: [
        (["--base", "origin/main"], "no commit named origin/main"), (["--base", "0123456789"], "no commit named"),
        (["--base=--output=x"], "no commit named"), ([], "review needs --base GITREF"),
        (["--base", "main", "--from-json", "x"], "--from-json and --base can't be combined"),
        (["--base", "main", "--format", "sarif"], "text, json or markdown"),
    ])
    func aMissingBase(_ arguments: [String], _ message: String) throws {
        let folder = try Tool.copy(of: "Users")
        try TestRepository(folder).commit()
        let result = try Tool.run(["review"] + arguments, in: folder.url, cache: folder)
        #expect(result.status == 2 && result.errors.contains(message), "\(result)")
        if message.hasPrefix("no commit") {
            #expect(result.errors.contains("git fetch") && result.errors.contains("fetch-depth: 0"), "\(result)")
        }
    }

    @Test func aShallowCloneHasNoCommonCommit() throws {
        let folder = try Tool.copy(of: "Users")
        let git = try TestRepository(folder)
        try git.commit()
        try git.git("checkout", "--quiet", "-b", "topic")
        try git.commit("topic")
        try git.git("checkout", "--quiet", "main")
        try git.commit("main")
        let copy = try ScratchFolder()
        let result = try CommandResult.running(
            [
                "git", "clone", "--quiet", "--depth", "1", "--no-single-branch", "--branch", "topic",
                "file://" + folder.url.path, "clone",
            ], in: copy.url)
        #expect(result.status == 0, "\(result)")
        let review = try Tool.run(
            ["review", "--base", "origin/main"], in: copy.url.appending(path: "clone"), cache: copy)
        #expect(review.status == 2, "\(review)")
        #expect(review.errors.contains("no commit that HEAD and origin/main have in common"), "\(review)")
        #expect(review.errors.contains("fetch-depth: 0"), "\(review)")
    }

    @Test func aFolderWithoutARepository() throws {
        let result = try Tool.run("review", "--base", "main", in: Tool.copy(of: "Users"))
        #expect(result.status == 2 && result.errors.contains("isn't in a git repository"), "\(result)")
    }

    /// Unreadable sources make the review incomplete.
    @Test func unreadableSources() throws {
        let repository = try ReviewRepository()
        try repository.repository.git("checkout", "--quiet", "main")
        try repository.folder.write("import SwiftData\nenum Unfinished: VersionedSchema {\n", to: "Sources/App/B.swift")
        let result = try repository.review("--base", "main", "--format", "markdown")
        #expect(result.status == 2 && result.output.contains("The review is incomplete"), "\(result)")
        #expect(result.output.contains("In `Sources/App/B.swift:"), "\(result)")
    }

    // MARK: Size

    /// GitHub accepts 65,536 characters in a comment. The most severe changes come first.
    @Test func thousandsOfChangesAreCut() throws {
        let repository = try ReviewRepository()
        try repository.repository.git("checkout", "--quiet", "main")
        let added = (0..<3_000).map { "var property\($0): String?" }.joined(separator: "\n")
        try repository.addSecond("var title: String = \"\"\n" + added)
        let result = try repository.review("--base", "main", "--format", "markdown")
        #expect(result.status == 0 && result.output.utf16.count <= 65_000, "\(result.output.utf16.count)")
        #expect(result.output.contains("3001 changes: 1 loses data, 3000 lightweight"), "\(result.output.prefix(500))")
        #expect(result.output.contains("| ⚠️ | `Note.body was removed (was optional String)` |"))
        #expect(result.output.contains("more changes: "))
        #expect(result.output.contains("To see the rest, run `permafrost review --base main`."))
        let text = try repository.review("--base", "main")
        #expect(text.output.matches(of: /Note\.property\d+ was added/).count == 3_000)
    }

    /// Thousands of groups can't be shown even with few changes each. Blocks are still closed.
    @Test func thousandsOfVersionsAreCut() throws {
        let folder = try ScratchFolder()
        let versions = (0..<5_000).map { number in
            """
            {"group": "Group\(number)", "version": "\(String(repeating: "1", count: 90))", "status": "added", "fixture": "none"}
            """
        }
        try folder.write(Self.json(versions: versions.joined(separator: ",")), to: "review.json")
        let result = try Tool.run("review", "--from-json", "review.json", "--format", "markdown", in: folder)
        #expect(result.status == 0 && result.output.utf8.count <= 65_000, "\(result.output.utf8.count)")
        #expect(result.output.contains("5000 versions added"))
        #expect(result.output.hasSuffix("To see the rest, run `permafrost review --base main`.\n"))
        #expect(result.output.components(separatedBy: "```").count == 3)
    }

    /// A review whose JSON would have more than 4 MB is cut, so that the JSON can be read again. The most severe items
    /// remain.
    @Test func aLongReviewIsCut() throws {
        let repository = try ReviewRepository()
        try repository.repository.git("checkout", "--quiet", "main")
        let name = String(repeating: "x", count: 15_000)
        let added = (0..<150).map { "var \(name)\($0): String?" }.joined(separator: "\n")
        try repository.addSecond("var title: String = \"\"\n" + added)
        let json = try repository.review("--base", "main", "--format", "json")
        #expect(json.status == 0 && (1 << 20...4 << 20).contains(json.output.utf8.count), "\(json.output.utf8.count)")
        let report = try Report(json).json
        let omitted = try #require(report["omitted"] as? Int)
        let steps = try #require(report["migrations"] as? [[String: Any]])
        let changes = steps.flatMap { $0["changes"] as? [[String: Any]] ?? [] }
        #expect(omitted > 0 && changes.count + omitted >= 151, "\(omitted), \(changes.count)")
        #expect(changes.contains { $0["what"] as? String == "Note.body was removed (was optional String)" })
        try repository.cache.write(json.output, to: "review.json")
        let markdown = try Tool.run(
            "review", "--from-json", "review.json", "--format", "markdown", in: repository.cache)
        let sentence = "\(omitted) items are omitted, the mildest first, because a review can have at most 4 MB."
        #expect(markdown.output.contains("\n\(sentence)\n"), "\(markdown.output.prefix(500))")
        #expect(markdown.output.contains("⚠️ | `Note.body was removed"), "\(markdown.output.prefix(500))")
    }

    /// Escapes count towards the size of a review in JSON. The error at the end remains.
    @Test func aReviewThatGrowsIsCut() throws {
        let folder = try ScratchFolder()
        let text = String(repeating: "\u{9B}", count: 6_000)
        let findings = (1...120).map { number in
            """
            {"code": "PF\(number)", "severity": "\(number == 120 ? "error" : "note")", "what": "\(text)"}
            """
        }
        try folder.write(Self.json(others: ", \"findings\": [\(findings.joined(separator: ","))]"), to: "review.json")
        let json = try Tool.run("review", "--from-json", "review.json", "--format", "json", in: folder)
        #expect(json.status == 0 && json.output.utf8.count <= 4 << 20, "\(json.output.utf8.count)")
        let report = try Report(json).json
        let remaining = try #require(report["findings"] as? [[String: Any]])
        #expect(report["omitted"] as? Int == 120 - remaining.count && remaining.count < 120)
        #expect(remaining.last?["code"] as? String == "PF120" && remaining.first?["code"] as? String == "PF1")
        try folder.write(json.output, to: "again.json")
        let again = try Tool.run("review", "--from-json", "again.json", in: folder)
        let sentence = "items are omitted, the mildest first, because a review can have at most 4 MB"
        #expect(again.status == 0 && again.output.hasSuffix("\n\(120 - remaining.count) \(sentence)\n"))
    }

    @Test func aShortReviewIsComplete() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.json(), to: "review.json")
        let json = try Tool.run("review", "--from-json", "review.json", "--format", "json", in: folder)
        #expect(json.status == 0 && !json.output.contains("omitted"), "\(json)")
    }

    /// Escaped commands also fit into a comment, and the styles of the diagram are kept.
    @Test func escapesFitIntoAComment() throws {
        let folder = try ScratchFolder()
        let text = String(repeating: ":", count: 500)
        let findings = (1...200).map { "{\"code\": \"PF\($0)\", \"severity\": \"error\", \"what\": \"a \(text)\"}" }
        try folder.write(
            Self.json(
                versions: #"{"group": "A", "version": "1::##[error]x", "status": "added", "fixture": "none"}"#,
                others: ", \"findings\": [\(findings.joined(separator: ","))]"), to: "review.json")
        let result = try Tool.run("review", "--from-json", "review.json", "--format", "markdown", in: folder)
        #expect(result.status == 0 && result.output.utf8.count <= 65_000, "\(result.output.utf8.count)")
        #expect(result.output.contains(#"v1["1:#58;#35;#35;[error]x<br/>added, not frozen"]:::added"#), "\(result)")
        #expect(ForeignCommands(in: result, format: "markdown").lines.isEmpty)
    }

    // MARK: Hostile text

    private static let hostile =
        "@octocat #1 GH-1 octo/cat#2 https://evil.example www.evil.example a@evil.example 0123456789abcdef :tada: $x$ "
        + "<img src=x> [a](b) ![a](b) **b** `c` ``d ```\n```\n%%{init: {}}%% \" | end --> \\ &lt; ~~x~~ \u{202E}\u{1B}[31m"

    /// Nothing outside of inline code and of the diagram is markup, a link, a mention, a reference or an emoji.
    @Test func untrustedTextIsNotMarkup() throws {
        let folder = try ScratchFolder()
        let text = try String(
            decoding: JSONSerialization.data(withJSONObject: Self.hostile, options: .fragmentsAllowed), as: UTF8.self)
        let change = """
            {"what": \(text), "subject": \(text), "verdict": "losesData", "effect": \(text), "affected": \(text),
             "code": \(text), "file": \(text), "line": 1}
            """
        try folder.write(
            Self.json(
                base: text,
                versions: """
                    {"group": \(text), "version": \(text), "schema": \(text), "status": "changed", "fixture": "none",
                     "changes": [\(change)], "tests": [{"name": \(text), "file": \(text), "line": 1}]}
                    """,
                others: """
                    , "migrations": [{"group": \(text), "from": \(text), "to": "2", "isAdded": true, "canScaffold": true,
                      "changes": [\(change)], "tests": []}], "plans": [{"name": \(text), "isAdded": true}],
                    "findings": [{"code": \(text), "severity": "error", "what": \(text), "affected": \(text),
                      "fix": \(text), "file": \(text)}]
                    """), to: "review.json")
        let result = try Tool.run("review", "--from-json", "review.json", "--format", "markdown", in: folder)
        #expect(result.status == 0, "\(result)")
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.filter { $0.hasPrefix("```") } == ["```mermaid", "```"])
        let isDiagram = { (line: Substring) in line.hasPrefix("    v") || line.hasPrefix("    classDef") }
        for line in lines where isDiagram(line) {
            // A label is one quoted string.
            #expect(line.count { $0 == "\"" } <= 2 && !line.contains("%%") && !line.contains("`"), "\(line)")
        }
        for line in lines where !isDiagram(line) && !line.hasPrefix("```") {
            let rest = Self.withoutCode(String(line)).replacing(/\\./, with: "").replacing("<span>$</span>", with: "")
            for part in [
                "@", "://", "www.", "#1", "#2", "GH-1", "0123456", ":tada:", "<", "[a]", "![", "**b", "`", "~~", "&",
                "$",
            ] where !(part == "**b" || line.hasPrefix("#") && part.hasPrefix("#")) {
                #expect(!rest.contains(part), "\(part): \(line)")
            }
            #expect(!rest.contains("**b**"), "\(line)")
            if line.hasPrefix("| ") {
                // A cell's text doesn't add cells. The tables of versions have four cells, the others five.
                #expect(
                    line.replacing("\\|", with: "").count { $0 == "|" }
                        == (line.contains("loses data") || line.contains("Verdict") ? 6 : 5),
                    "\(line)")
            }
        }
        #expect(!result.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }

    /// Removes inline code, as Markdown's parser finds it: from a run of backticks to the next run of the same length.
    private static func withoutCode(_ line: String) -> String {
        let line = line.replacing("\\`", with: "").replacing("\\\\", with: "")
        var rest = Substring(line)
        var text = ""
        while let start = rest.firstIndex(of: "`") {
            text += rest[..<start]
            let fence = rest[start...].prefix { $0 == "`" }
            var search = rest[fence.endIndex...]
            var end: String.Index?
            while let next = search.firstIndex(of: "`") {
                let run = search[next...].prefix { $0 == "`" }
                if run.count == fence.count {
                    end = run.endIndex
                    break
                }
                search = search[run.endIndex...]
            }
            rest = rest[(end ?? fence.endIndex)...]
            if end == nil { text += "`" }
        }
        return text + rest
    }

    /// A project whose files, defaults and branches have such names.
    @Test func aProjectWithMarkdownInItsNames() throws {
        let repository = try ReviewRepository()
        let git = repository.repository
        try git.git("checkout", "--quiet", "main")
        try git.git("branch", "x`y|@octocat#1")
        try repository.addSecond(
            ReviewRepository.members + "\nvar link: String = \"@octocat https://evil.example |`x`\"")
        try repository.folder.write(
            repository.folder.files()[ReviewRepository.second].map { String(decoding: $0, as: UTF8.self) } ?? "",
            to: "Sources/<b>|`a`_*@octocat.swift")
        try FileManager.default.removeItem(atPath: repository.folder.path(ReviewRepository.second))
        let result = try repository.review("--base", "x`y|@octocat#1", "--format", "markdown")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("Compared with ``x`y|@octocat#1``"), "\(result)")
        for line in result.output.split(separator: "\n") {
            let rest = Self.withoutCode(String(line)).replacing("\\<", with: "")
            #expect(!rest.contains("@") && !rest.contains("://") && !rest.contains("<b>"), "\(line)")
        }
    }

    // MARK: Reviews from another process

    private static func json(base: String = "\"main\"", versions: String = "", others: String = "") -> String {
        """
        {"command": "review", "formatVersion": 1, "base": {"name": \(base), "commit": "0123456789"},
         "versions": [\(versions)]\(others)}
        """
    }

    @Test(arguments: [
        ("not JSON", "(it isn't valid JSON)"), ("", "(it isn't valid JSON)"), ("[]", "(it lacks command)"),
        (#"{"command": "check", "formatVersion": 1}"#, "(command isn't \"review\")"),
        (
            #"{"command": "review", "formatVersion": 2}"#,
            "(its formatVersion is 2, but this version of Permafrost reads 1)"
        ),
        (#"{"command": "review", "formatVersion": 1}"#, "(it lacks base)"),
        (
            #"{"command": "review", "exitCode": 2, "formatVersion": 1, "error": "no commit named x"}"#,
            "(it lacks base)"
        ),
        (json(versions: #"{"group": "A"}"#), "(it lacks versions[0].version)"),
        (json(versions: #"{"group": "A", "version": 1}"#), "(versions[0].version isn't a string)"),
        (
            json(versions: #"{"group": "A", "version": "1", "status": "approved", "fixture": "none"}"#),
            "(versions[0].status isn't a value that this version knows)"
        ),
        (
            json(others: #", "x": \#(String(repeating: "[", count: 100))\#(String(repeating: "]", count: 100))"#),
            "(it nests deeper than 64 levels)"
        ),
    ])
    func aMalformedReview(_ text: String, _ reason: String) throws {
        let folder = try ScratchFolder()
        try folder.write(text, to: "review.json")
        let result = try Tool.run("review", "--from-json", "review.json", "--format", "markdown", in: folder)
        #expect(result.status == 2 && result.errors.contains("invalid --from-json"), "\(result)")
        #expect(result.errors.contains(reason), "\(result)")
    }

    @Test func aReviewIsBounded() throws {
        let text = String(repeating: "x", count: 20_001)
        for (review, reason) in [
            (Self.json(others: ", \"plans\": [{\"name\": \"\(text)\"}]"), "plans[0].name"),
            (Self.json(versions: String(repeating: "0,", count: 20_001)), "versions"),
            (String(repeating: " ", count: 4 << 20 + 1), "at most"),
        ] {
            let folder = try ScratchFolder()
            try folder.write(review, to: "review.json")
            let result = try Tool.run("review", "--from-json", "review.json", in: folder)
            #expect(result.status == 2 && result.errors.contains(reason), "\(result.status): \(result.errors)")
        }
    }

    @Test func aReviewThatIsALinkOrMissing() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.json(), to: "review.json")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.json"), withDestinationPath: "review.json")
        for name in ["link.json", "missing.json", "."] {
            let result = try Tool.run("review", "--from-json", name, in: folder)
            #expect(result.status == 2 && result.errors.contains("invalid --from-json \"\(name)\""), "\(result)")
        }
        #expect(try Tool.run("review", "--from-json", "review.json", in: folder).status == 0)
    }
}
