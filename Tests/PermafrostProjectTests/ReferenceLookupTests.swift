import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// References whose names have several meanings, such as a branch with the name of a remote's branch.
@Suite struct ReferenceLookupTests {
    /// A repository with the commits `base` and `topic`. `topic` is checked out.
    private struct Commits {
        let scratch: ScratchFolder
        let git: TestRepository
        let repository: GitRepository
        let base: String
        let topic: String

        init() throws {
            scratch = try ScratchFolder()
            git = try TestRepository(scratch)
            try git.commit("base")
            base = try git.git("rev-parse", "HEAD")
            try git.git("checkout", "--quiet", "-b", "topic")
            try git.commit("topic")
            topic = try git.git("rev-parse", "HEAD")
            repository = try GitRepository(directory: scratch.url.path)
        }

        /// Creates a reference with any valid full name.
        func set(_ name: String, _ commit: String) throws { try git.git("update-ref", name, commit) }

        /// Returns the meanings in the error that a look-up throws, or nil if it finds a commit.
        func meanings(of name: String) -> [String]? {
            do {
                _ = try repository.commit(of: name)
                return nil
            } catch {
                guard case .ambiguousReference(_, let meanings) = error else { return ["\(error)"] }
                return meanings.map(\.name)
            }
        }
    }

    /// The names of references that git tries for a short name.
    private static let rules = [
        "refs/NAME", "refs/tags/NAME", "refs/heads/NAME", "refs/remotes/NAME", "refs/remotes/NAME/HEAD",
    ]
    private static let pairs = rules.flatMap { first in rules.filter { $0 != first }.map { (first, $0) } }

    @Test(arguments: pairs)
    func twoReferencesWithTheSameShortName(_ first: String, _ second: String) throws {
        // git can't store `refs/remotes/NAME` together with `refs/remotes/NAME/HEAD`.
        guard !Set([first, second]).isSubset(of: ["refs/remotes/NAME", "refs/remotes/NAME/HEAD"]) else { return }
        let commits = try Commits()
        let names = [first, second].map { $0.replacing("NAME", with: "origin/trunk") }
        try commits.set(names[0], commits.base)
        try commits.set(names[1], commits.topic)
        for suffix in ["", "~0", "^0", "^{commit}", "@{0}"] {
            let meanings = commits.meanings(of: "origin/trunk" + suffix)
            #expect(Set(meanings ?? []) == Set(names), "\(suffix)")
        }
        #expect(try commits.repository.commit(of: names[0]).id == commits.base)
        #expect(try commits.repository.commit(of: names[1] + "^").id == commits.base)
        // Several names of the same commit are fine.
        try commits.set(names[1], commits.base)
        #expect(try commits.repository.commit(of: "origin/trunk").id == commits.base)
        #expect(try commits.repository.commit(of: "origin/trunk^{commit}").id == commits.base)
    }

    /// git would prefer the branch to the hash that the name abbreviates.
    @Test(arguments: [7, 10, 39])
    func aBranchWithTheNameOfAnAbbreviatedHash(_ count: Int) throws {
        let commits = try Commits()
        let name = String(commits.base.prefix(count))
        #expect(try commits.repository.commit(of: name).id == commits.base)
        try commits.set("refs/heads/" + name, commits.topic)
        #expect(commits.meanings(of: name) == ["refs/heads/" + name, commits.base])
        let described = "v1.0-3-g" + name
        #expect(try commits.repository.commit(of: described).id == commits.base)
        try commits.set("refs/tags/" + described, commits.topic)
        #expect(commits.meanings(of: described) == ["refs/tags/" + described, commits.base])
        #expect(try commits.repository.commit(of: commits.base.uppercased()).id == commits.base)
    }

    @Test func aBranchWithTheNameOfACompleteHash() throws {
        let commits = try Commits()
        try commits.set("refs/heads/" + commits.base, commits.topic)
        #expect(try commits.repository.commit(of: commits.base).id == commits.base)
    }

    /// If the full name doesn't exist, git would use a branch whose name begins with `refs/`.
    @Test(arguments: ["refs/remotes/origin/main", "refs/tags/v1", "refs/heads/gone"])
    func aBranchWhoseNameBeginsWithRefs(_ name: String) throws {
        let commits = try Commits()
        try commits.set("refs/heads/" + name, commits.topic)
        #expect(throws: GitError.self) { try commits.repository.commit(of: name) }
        try commits.set(name, commits.base)
        #expect(try commits.repository.commit(of: name).id == commits.base)
    }

    @Test func otherWaysToNameACommit() throws {
        let commits = try Commits()
        try commits.git.git("branch", "--quiet", "--set-upstream-to", "main", "topic")
        for name in [
            "HEAD~1", "HEAD^", "@~1", "@{u}", "main", "heads/main", "HEAD^{/base}", "topic~1", "topic@{u}", "@{-1}",
        ] {
            #expect(try commits.repository.commit(of: name).id == commits.base, "\(name)")
        }
        // git finds `HEAD` in the git folder before any branch.
        try commits.set("refs/heads/HEAD", commits.base)
        #expect(try commits.repository.commit(of: "HEAD").id == commits.topic)
    }

    /// A tag of something other than a commit has no commit.
    @Test func aTagOfAFile() throws {
        let commits = try Commits()
        try commits.scratch.write("1", to: "file")
        try commits.set("refs/tags/file", try commits.git.git("hash-object", "-w", "file"))
        let error = #expect(throws: GitError.self) { try commits.repository.commit(of: "file") }
        guard case .unknownReference = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func aFileWithTheNameOfACommit() throws {
        let commits = try Commits()
        try commits.scratch.write("1", to: commits.base)
        #expect(try commits.repository.commit(of: "main").id == commits.base)
    }
}
