import Foundation
import PermafrostTestSupport
import Testing

/// Shallow clones without most of the history, such as `actions/checkout` creates.
@Suite struct ShallowCloneTests {
    private static let advice = "git fetch --unshallow --tags"

    private static func clone(_ history: GitTests.History, _ options: String...) throws -> ScratchFolder {
        let clone = try ScratchFolder()
        let source = "file://\(history.folder.url.path)"
        try GitTests.History.git(["clone", "--quiet", "--depth", "1"] + options + [source, "."], clone)
        return clone
    }

    @Test func tagsThatWereNotFetchedAreNotMissing() throws {
        let origin = try GitTests.History()
        let clone = try Self.clone(origin)
        let result = try Tool.run("history", in: clone)
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains("shallow clone") && result.errors.contains(Self.advice), "\(result)")
        #expect(!result.errors.contains("git tag"), "\(result)")
        let report = try Report(Tool.run("history", "--format", "json", in: clone))
        #expect((report.json["error"] as? String)?.contains(Self.advice) == true)
        try GitTests.History.git(["fetch", "--quiet", "--unshallow", "--tags"], clone)
        let whole = try Tool.run("history", in: clone)
        #expect(whole.status == 1, "\(whole)")
        #expect(!whole.output.contains("shallow"), "\(whole)")
    }

    @Test func historyWarnsThatTagsMayBeMissing() throws {
        let clone = try Self.clone(GitTests.History(), "--branch", "v1.2")
        let text = try Tool.run("history", in: clone)
        #expect(text.status == 0, "\(text)")
        #expect(text.output.contains("1 tag, 1 shipped schema") && text.output.contains(Self.advice), "\(text)")
        #expect(try Report(Tool.run("history", "--format", "json", in: clone)).json["isShallow"] as? Bool == true)
        let github = try Tool.run("history", "--format", "github", in: clone)
        #expect(github.errors.contains(Self.advice), "\(github)")
    }

    @Test func blameNamesNoCommitInAShallowClone() throws {
        let history = try GitTests.History()
        let clone = try Self.clone(history)
        let store = history.folder.path("Fixtures/1.0.0/App-1_0_0.sqlite")
        #expect(try Tool.run("freeze", "1.0.0", "--at", "v1.0", in: history.folder).status == 0)
        let text = try Tool.run("drift", store, "--blame", in: clone)
        #expect(text.status == 1, "\(text)")
        #expect(text.output.contains("shallow clone") && text.output.contains(Self.advice), "\(text)")
        #expect(!text.output.contains("another app"), "\(text)")
        let json = try Report(Tool.run("drift", store, "--blame", "--format", "json", in: clone)).json
        let blame = try #require(json["blame"] as? [String: Any])
        #expect(blame["outcome"] as? String == "notInShallowClone")
        #expect(blame["advice"] as? String == Self.advice)
        let github = try Tool.run("drift", store, "--blame", "--format", "github", in: clone)
        #expect(github.errors.contains(Self.advice), "\(github)")
        try GitTests.History.git(["fetch", "--quiet", "--unshallow", "--tags"], clone)
        let whole = try Tool.run("drift", store, "--blame", in: clone)
        #expect(whole.output.contains("Changed by \(history.commits[3].prefix(10))"), "\(whole)")
    }
}
