import Foundation
import PermafrostTestSupport
import Testing

/// `Scripts/post-review.js`, which `action.yml` and `review-comment/action.yml` run, with a stub for GitHub's interface.
@Suite(.enabled(if: Node.path != nil, "node is not installed")) struct ReviewCommentTests {
    /// Runs a function of the script, and returns its result and the calls that it makes.
    ///
    /// - Parameters:
    ///   - lists: JavaScript for the elements that each listing returns.
    ///   - call: JavaScript that calls the function. `script`, `github`, `context` and `core` are defined.
    ///   - environment: variables of the process.
    private func run(
        _ call: String, lists: String, payload: String = "{}", environment: [String: String] = [:],
        in folder: ScratchFolder
    ) throws -> (result: String, calls: [String]) {
        try folder.write(
            """
            const script = require(process.argv[2])
            const calls = []
            const lists = \(lists)
            const record = (name) => async (parameters) => {
              calls.push(name + ' ' + JSON.stringify(parameters))
              if (name in lists) return lists[name](parameters)
              return {}
            }
            const rest = (...names) => Object.fromEntries(names.map((name) => [name, record(name)]))
            const github = {
              paginate: async (method, parameters) => method(parameters),
              rest: {
                issues: rest('listComments', 'createComment', 'updateComment'), pulls: rest('list'),
                actions: rest('listWorkflowRunArtifacts', 'downloadArtifact'), users: rest('getAuthenticated')
              }
            }
            const context = { repo: { owner: 'o', repo: 'r' }, payload: \(payload) }
            const note = (name) => (text) => calls.push(name + ' ' + text)
            const core = {
              info: note('info'), notice: note('notice'),
              setOutput: (name, value) => calls.push('output ' + name + '=' + value)
            }
            ;(async () => {
              let result
              try { result = String(await (\(call))) } catch (error) { result = 'error: ' + error.message }
              console.log(JSON.stringify({ result, calls }))
            })()
            """, to: "harness.js")
        let script = SourceTree.root.appending(path: "Scripts/post-review.js").path
        let output = try CommandResult.running(
            [#require(Node.path), folder.path("harness.js"), script], in: folder.url, environment: environment)
        #expect(output.status == 0, "\(output)")
        let json = try JSONSerialization.jsonObject(with: Data(output.output.utf8)) as? [String: Any]
        return (json?["result"] as? String ?? "", json?["calls"] as? [String] ?? [])
    }

    private static let mine =
        "{ id: 7, user: { id: 1, type: 'Bot' }, body: '<!-- permafrost review: a -->\\r\\nold' }"
    private static let foreign =
        "{ id: 6, user: { id: 2, type: 'User' }, body: '<!-- permafrost review: a -->\\nold' }"

    /// Returns JavaScript for GitHub's answer to a request that fails.
    private static func failure(_ status: Int) -> String {
        "() => { const error = new Error('no'); error.status = \(status); throw error }"
    }

    /// Posts the review `a` as a comment, if the token can't read its own user or is the token of the given user.
    private func post(_ markdown: String, isEmpty: Bool, comments: String, user: Int?) throws
        -> (result: String, calls: [String])
    {
        let answer = user.map { "() => ({ data: { id: \($0) } })" } ?? Self.failure(403)
        return try run(
            "script.comment({ github, context, core, number: 5, name: 'a', markdown: '\(markdown)', "
                + "isEmpty: \(isEmpty), help: 'help' })",
            lists: "{ listComments: () => [\(comments)], getAuthenticated: \(answer) }", in: ScratchFolder())
    }

    /// One comment is created and then updated. Nothing is posted if there is nothing to say.
    @Test(arguments: [
        (comments: "", markdown: "new", isEmpty: false, result: "created"), ("", "new", true, "nothing"),
        (mine, "new", false, "updated"), (mine, "new", true, "updated"), (mine, "old", false, "unchanged"),
        // Another person's comment with the same first line is left alone.
        (foreign, "new", false, "created"), (foreign + ", " + mine, "new", false, "updated"),
        (mine.replacing(": a", with: ": b"), "new", false, "created"),
    ])
    func thereIsOnlyOneComment(_ case: (comments: String, markdown: String, isEmpty: Bool, result: String)) throws {
        let (result, calls) = try post(
            `case`.markdown, isEmpty: `case`.isEmpty, comments: `case`.comments, user: nil)
        #expect(result == `case`.result, "\(calls)")
        let writes = calls.filter { $0.hasPrefix("createComment") || $0.hasPrefix("updateComment") }
        #expect(writes.count == (["created", "updated"].contains(result) ? 1 : 0))
        for write in writes {
            let target = result == "created" ? #""issue_number":5"# : #""comment_id":7"#
            #expect(write.contains(target) && write.contains(#"review: a -->\n\#(`case`.markdown)"#), "\(write)")
        }
    }

    /// With a personal token, only that person's comment is updated, whoever else wrote the same first line.
    @Test(
        arguments: [
            (user: 2, comments: foreign, updated: 6), (2, mine + ", " + foreign, 6), (1, foreign + ", " + mine, 7),
            (3, foreign + ", " + mine, nil), (2, foreign.replacing("{ id: 2, type: 'User' }", with: "null"), nil),
        ] as [(user: Int, comments: String, updated: Int?)])
    func theCommentOfTheTokensUser(_ case: (user: Int, comments: String, updated: Int?)) throws {
        let (result, calls) = try post("new", isEmpty: false, comments: `case`.comments, user: `case`.user)
        #expect(result == (`case`.updated == nil ? "created" : "updated"), "\(calls)")
        let edits = calls.filter { $0.hasPrefix("updateComment") }
        #expect(edits.count == (`case`.updated == nil ? 0 : 1))
        #expect(edits.allSatisfy { $0.contains("\"comment_id\":\(`case`.updated ?? 0),") }, "\(edits)")
    }

    /// If GitHub fails to say whose token it is, no second comment is written.
    @Test func anUnknownUserDoesNotCauseASecondComment() throws {
        let (result, calls) = try run(
            "script.comment({ github, context, core, number: 5, name: 'a', markdown: 'x', isEmpty: false })",
            lists: "{ listComments: () => [\(Self.foreign)], getAuthenticated: \(Self.failure(500)) }",
            in: ScratchFolder())
        #expect(result == "error: no")
        #expect(!calls.contains { $0.hasPrefix("createComment") }, "\(calls)")
    }

    /// A token that can only read is no failure, but any other problem is.
    @Test(arguments: [(403, "refused"), (404, "refused"), (500, "error: no")])
    func aTokenThatCanOnlyRead(_ status: Int, _ expected: String) throws {
        let (result, calls) = try run(
            "script.comment({ github, context, core, number: 5, name: 'a', markdown: 'x', isEmpty: false, help: 'help' })",
            lists: "{ listComments: () => [], createComment: \(Self.failure(status)) }", in: ScratchFolder())
        #expect(result == expected)
        #expect(calls.contains("notice help") == (expected == "refused"))
    }

    @Test(arguments: ["'a -->'", "''", "'a b'"]) func aReviewNameMustBeOneWord(_ name: String) throws {
        let (result, calls) = try run(
            "script.comment({ github, context, core, number: 5, name: \(name), markdown: 'x', isEmpty: false })",
            lists: "{}", in: ScratchFolder())
        #expect(result.hasPrefix("error: Invalid input review") && calls.isEmpty)
    }

    private static func payload(event: String = "pull_request", head: String = "{ id: 3, owner: { login: 'fork' } }")
        -> String
    {
        """
        { workflow_run: { id: 9, event: '\(event)', head_branch: 'topic', head_sha: 'abc', head_repository: \(head) } }
        """
    }

    private static func pull(_ number: Int, sha: String = "abc", repository: String = "{ id: 3 }") -> String {
        "{ number: \(number), head: { sha: '\(sha)', repo: \(repository) } }"
    }

    /// The pull request has the run's head repository and commit. Without exactly one, nothing is posted.
    @Test(
        arguments: [
            (pulls: pull(5), payload: payload(), number: "5"),
            (pull(4, sha: "abd") + ", " + pull(5), payload(), "5"),
            (pull(4, repository: "{ id: 8 }"), payload(), nil), (pull(4, repository: "null"), payload(), nil),
            (pull(4) + ", " + pull(5), payload(), nil), ("", payload(), nil),
            (pull(5), payload(event: "push"), nil), (pull(5), payload(head: "null"), nil), (pull(5), "{}", nil),
        ] as [(pulls: String, payload: String, number: String?)])
    func thePullRequestHasTheHeadOfTheRun(_ case: (pulls: String, payload: String, number: String?)) throws {
        let folder = try ScratchFolder()
        let (result, calls) = try run(
            "script.find({ github, context, core, environment: { NAME: 'a', RUNNER_TEMP: '\(folder.path("."))' } })",
            lists: """
                {
                  list: () => [\(`case`.pulls)],
                  listWorkflowRunArtifacts: () => [{ id: 1, name: 'b', size_in_bytes: 3 },
                    { id: 2, name: 'a', size_in_bytes: 3 }],
                  downloadArtifact: () => ({ data: Uint8Array.from([1, 2, 3]).buffer })
                }
                """, payload: `case`.payload, in: folder)
        #expect(result == "undefined", "\(calls)")
        #expect(calls.contains("output number=\(`case`.number ?? "")") == (`case`.number != nil), "\(calls)")
        let archive = FileManager.default.contents(atPath: folder.path("permafrost-review.zip"))
        #expect(archive == (`case`.number == nil ? nil : Data([1, 2, 3])))
        if `case`.number != nil {
            #expect(calls.contains { $0.hasPrefix("list ") && $0.contains(#""head":"fork:topic""#) }, "\(calls)")
            #expect(calls.contains { $0.hasPrefix("downloadArtifact") && $0.contains(#""artifact_id":2"#) }, "\(calls)")
        }
    }

    /// An archive that is too large isn't kept, whatever size the listing has.
    @Test(arguments: [(listed: 2 << 20, actual: 3), (3, 2 << 20)])
    func anArchiveIsBounded(_ case: (listed: Int, actual: Int)) throws {
        let folder = try ScratchFolder()
        let (result, _) = try run(
            "script.find({ github, context, core, environment: { NAME: 'a', RUNNER_TEMP: '\(folder.path("."))' } })",
            lists: """
                {
                  list: () => [\(Self.pull(5))],
                  listWorkflowRunArtifacts: () => [{ id: 2, name: 'a', size_in_bytes: \(`case`.listed) }],
                  downloadArtifact: () => ({ data: new ArrayBuffer(\(`case`.actual)) })
                }
                """, payload: Self.payload(), in: folder)
        #expect(result.hasPrefix("error: The artifact a has more than"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("permafrost-review.zip")))
    }

    /// The numbers in `environment` are text, and the review decides whether there is something to say.
    @Test(arguments: [(isEmpty: "true", "nothing"), ("false", "created"), ("\"true\"", "created")])
    func filesArePosted(_ isEmpty: String, _ expected: String) throws {
        let folder = try ScratchFolder()
        try folder.write("{\"isEmpty\": \(isEmpty)}", to: "permafrost-review.json")
        try folder.write("## Schema review\n", to: "permafrost-review.md")
        let (_, calls) = try run(
            """
            script.post({ github, context, core,
              environment: { RUNNER_TEMP: '\(folder.path("."))', NUMBER: '5', NAME: 'a' } })
            """, lists: "{ listComments: () => [] }", in: folder)
        #expect(calls.last == "info The comment: \(expected).", "\(calls)")
    }

    /// The actions' own calls find the script next to the action, and the review in the runner's temporary folder.
    @Test(arguments: [
        ("action.yml", ".", "Comment", "info The comment: created."),
        ("review-comment/action.yml", "review-comment", "Comment", "info The comment: created."),
        (
            "review-comment/action.yml", "review-comment", "Find the review",
            "info The finished workflow run is not about a pull request."
        ),
    ])
    func theActionsCall(_ path: String, _ place: String, _ step: String, _ expected: String) throws {
        let text = try String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8)
        let body = try #require(text.components(separatedBy: "    - name: \(step)\n").last)
        let lines = try #require(body.components(separatedBy: "        script: >-\n").dropFirst().first)
            .split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("          ") }
        let folder = try ScratchFolder()
        try folder.write("{\"isEmpty\": false}", to: "permafrost-review.json")
        try folder.write("## Schema review\n", to: "permafrost-review.md")
        let (result, calls) = try run(
            "(async () => { \(lines.joined(separator: " ")) })()", lists: "{ listComments: () => [] }",
            environment: [
                "GITHUB_ACTION_PATH": SourceTree.root.appending(path: place).path, "RUNNER_TEMP": folder.url.path,
                "NUMBER": "5", "NAME": "a",
            ], in: folder)
        #expect(result == "undefined" && calls.last == expected, "\(result): \(calls)")
    }
}

/// The interpreter of scripts in actions.
private enum Node {
    /// The path of the program; nil if it isn't installed.
    static let path: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/node" }
        return folders.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()
}
