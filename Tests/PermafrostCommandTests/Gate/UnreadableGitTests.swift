import Foundation
import PermafrostTestSupport
import Testing

/// A repository that git rejects, can't read or is stuck in. `check` reports comparisons that weren't possible.
@Suite struct UnreadableGitTests {
    private static let consequence = "Missing and replaced fixtures can't be found either"

    /// A pipe in place of a file that git reads. Every command ends, and `check` makes the other comparisons.
    @Test func aGitProcessThatHangsIsStopped() throws {
        let repository = try GateRepository()
        #expect(mkfifo(repository.folder.path(".git/packed-refs"), 0o600) == 0)
        let environment = ["PERMAFROST_GIT_SECONDS": "1"]
        func run(_ arguments: String...) throws -> CommandResult {
            try Tool.run(arguments, in: repository.folder.url, environment: environment, cache: repository.folder)
        }
        let check = try run("check")
        #expect(check.status == 0, "\(check)")
        #expect(check.output.contains("didn't respond within 1 second and was stopped"), "\(check)")
        #expect(check.output.contains("find \(repository.folder.url.path) -type p"), "\(check)")
        #expect(check.output.contains(Self.consequence), "\(check)")
        for arguments in [["check", "--base", "main"], ["history"]] {
            let result = try Tool.run(
                arguments, in: repository.folder.url, environment: environment, cache: repository.folder)
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains("didn't respond within 1 second"), "\(result)")
        }
        // No git process that waits for the pipe outlives the command.
        let left = try CommandResult.running(["pgrep", "-f", repository.folder.url.path], in: repository.folder.url)
        #expect(left.status == 1, "\(left)")
    }

    @Test(arguments: ["0", "-1", "soon", "1e9999"]) func anInvalidTimeLimitIsRejected(_ seconds: String) throws {
        let repository = try GateRepository(isCommitted: false)
        let result = try Tool.run("check", in: repository.folder, environment: ["PERMAFROST_GIT_SECONDS": seconds])
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains("PERMAFROST_GIT_SECONDS"), "\(result)")
    }

    /// An item named `.git` that isn't a repository.
    @Test(arguments: ["empty folder", "link to nothing", "text"])
    func anItemNamedGitThatIsNotARepository(kind: String) throws {
        let repository = try GateRepository(isCommitted: false)
        let path = repository.folder.path(".git")
        switch kind {
        case "empty folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case "link to nothing":
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nothing")
        default: try repository.folder.write("text", to: ".git")
        }
        let check = try repository.run("check")
        #expect(check.status == 0, "\(check)")
        #expect(check.output.contains(path) || check.output.contains("invalid gitfile format"), "\(check)")
        #expect(check.output.contains(Self.consequence), "\(check)")
    }

    /// git rejects a git folder of another user.
    @Test(.enabled(if: geteuid() == 0, "only root can give a folder away")) func anotherUsersRepository() throws {
        let repository = try GateRepository()
        #expect(chown(repository.folder.path(".git"), 12_345, 12_345) == 0)
        #expect(chown(repository.folder.url.path, 12_345, 12_345) == 0)
        let check = try Tool.run(
            ["check"], in: repository.folder.url, environment: ["HOME": repository.folder.path("home")],
            cache: repository.folder)
        #expect(check.status == 0, "\(check)")
        #expect(check.output.contains("another user owns this folder"), "\(check)")
        #expect(check.output.contains(Self.consequence), "\(check)")
    }

    /// In a partial clone, a check reports the tags that it can't compare with, whether files or folders are missing,
    /// and makes the other comparisons.
    @Test(arguments: ["blob:none", "tree:0"]) func aPartialClone(filter: String) throws {
        let origin = try GateRepository()
        try origin.git("config", "uploadpack.allowFilter", "true")
        try origin.git("config", "uploadpack.allowAnySHA1InWant", "true")
        try origin.git("tag", "v1.0")
        // The tag's fixtures differ from the checked-out ones.
        try origin.editVersion()
        #expect(try origin.run("freeze", "1.0.0", "--force-shipped", "--because", "test").status == 0)
        try origin.commit()
        let scratch = try ScratchFolder()
        try origin.git(
            "clone", "--quiet", "--filter=" + filter, "file://" + origin.folder.url.path, scratch.path("clone"))
        let check = try Tool.run("check", "--project", "clone", in: scratch)
        #expect(check.output.contains("the clone is partial and lacks the fixtures of v1.0"), "\(check)")
        #expect(check.output.contains("git fetch --refetch --no-filter"), "\(check)")
        // A missing fixture of the checked-out commit is found anyway.
        try FileManager.default.removeItem(atPath: scratch.path("clone/Fixtures/2.0.0"))
        let lost = try Tool.run("check", "--project", "clone", in: scratch)
        #expect(lost.output.contains("2.0.0"), "\(lost)")
        #expect(lost.output.contains("PF0117") || lost.output.contains("PF0118"), "\(lost)")
        let based = try Tool.run("check", "--project", "clone", "--base", "v1.0", in: scratch)
        #expect(based.status == 2, "\(based)")
        #expect(based.errors.contains("git fetch --refetch --no-filter"), "\(based)")
    }
}
