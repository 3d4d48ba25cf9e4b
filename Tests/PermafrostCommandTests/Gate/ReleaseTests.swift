import Foundation
import PermafrostTestSupport
import Testing

/// The choice of tags that are releases, and a check's output if it can't know what shipped.
@Suite struct ReleaseTests {
    @Test func patternsOfTheBaseDecide() throws {
        let repository = try GateRepository()
        try repository.folder.write(#"{ "releaseTags": ["v*"] }"#, to: "Fixtures/settings.json")
        try repository.commit()
        try repository.git("tag", "nightly-1")
        try repository.git("rm", "--quiet", "-r", "Fixtures/1.0.0")
        try repository.commit()
        #expect(try repository.run("check").output.contains("no tag matches v*"))
        #expect(try repository.codes() == ["PF0105 warning"])
        try repository.git("tag", "v1.0", "nightly-1")
        #expect(try repository.codes() == ["PF0117 error"])
        // A change can't choose the tags that it is compared with.
        try repository.git("switch", "--quiet", "--create", "change")
        try repository.folder.write(#"{ "releaseTags": [] }"#, to: "Fixtures/settings.json")
        #expect(try repository.codes() == ["PF0117 error", "PF0123 warning"])
        try repository.commit()
        #expect(try repository.codes("--base", "main") == ["PF0117 error", "PF0123 error"])
        #expect(try repository.codes() == ["PF0117 error", "PF0123 warning"])
    }

    @Test(arguments: ["[]", "{ \"formatVersion\": 2 }", "{"]) func unreadableSettingsAreReported(_ text: String) throws
    {
        let repository = try GateRepository()
        try repository.folder.write(text, to: "Fixtures/settings.json")
        try repository.commit()
        try repository.git("tag", "v1.0")
        let check = try repository.run("check")
        #expect(check.status == 0 && check.output.contains("settings.json of HEAD is ignored"), "\(check)")
    }

    @Test func unknownReleasesAreReported() throws {
        let none = try GateRepository()
        try none.folder.write(#"{ "releaseTags": [] }"#, to: "Fixtures/settings.json")
        try none.commit()
        try none.git("tag", "v1.0")
        #expect(try none.run("check").output.contains("settings.json declares no release tags"))
        let repository = try GateRepository()
        #expect(try repository.run("check").output.contains("the repository has no tags"))
        let alone = try GateRepository(isCommitted: false)
        let check = try alone.run("check")
        #expect(check.status == 0 && check.output.contains("isn't in a git repository"), "\(check)")
        let report = try Report(alone.run("check", "--format", "json")).json["releases"] as? [String: Any]
        #expect(report?["known"] as? Bool == false)
        try alone.git("init", "--quiet")
        #expect(try alone.run("check").output.contains("the repository has no commits"))
        try repository.git("tag", "v1.0")
        try repository.commit()
        let clone = try ScratchFolder()
        try repository.git(
            "clone", "--quiet", "--depth", "1", "file://" + repository.folder.url.path, clone.path("shallow"))
        let shallow = try Tool.run("check", "--project", "shallow", in: clone)
        #expect(shallow.status == 0 && shallow.output.contains("git fetch --unshallow --tags"), "\(shallow)")
    }

    @Test func versionThatIsNotFrozenIsComparedWithTheBase() throws {
        let repository = try GateRepository()
        try repository.git("rm", "--quiet", "-r", "--cached", "Fixtures")
        try repository.remove("Fixtures")
        try repository.commit()
        let findings = { try repository.codes("--base", "main").filter { !$0.hasPrefix("PF0105") } }
        #expect(try findings() == [])
        try repository.editVersion()
        // Without tags it may have shipped.
        #expect(try findings() == ["PF0101 error", "PF0102 error"])
        try repository.git("tag", "v1.0")
        #expect(try findings() == ["PF0101 error", "PF0102 error"])
        try repository.git("tag", "--delete", "v1.0")
        // A release that doesn't declare the version proves that it hasn't shipped.
        let tree = try repository.git("hash-object", "-t", "tree", "-w", "/dev/null")
        let commit = try repository.git("commit-tree", tree.trimmingCharacters(in: .newlines), "-m", "before")
        try repository.git("tag", "v0.9", commit.trimmingCharacters(in: .newlines))
        #expect(try findings() == [])
    }

    @Test func fixturesAndTheBaseAreBothCompared() throws {
        let repository = try GateRepository()
        try repository.editVersion()
        // Each change gives one finding, even if several comparisons show it.
        #expect(try repository.codes("--base", "main") == repository.codes())
        #expect(try repository.codes("--base", "main", "--require-frozen") == repository.codes())
        let unknown = try repository.run("check", "--base", "mian")
        #expect(unknown.status == 2 && unknown.errors.contains("did you mean main"), "\(unknown)")
        let alone = try GateRepository(isCommitted: false)
        let check = try alone.run("check", "--base", "main")
        #expect(check.status == 2 && check.errors.contains("isn't in a git repository"), "\(check)")
    }
}
