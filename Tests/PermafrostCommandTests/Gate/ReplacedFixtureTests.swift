import Foundation
import PermafrostTestSupport
import Testing

/// A fixture that git has is replaced only with an explicit option, and a change can't approve its own replacement.
@Suite struct ReplacedFixtureTests {
    @Test func releasedVersionNeedsAReason() throws {
        let repository = try GateRepository()
        try repository.git("tag", "v1.0")
        try repository.editVersion()
        let before = try repository.folder.files(below: "Fixtures")
        for arguments in [["--force"], []] {
            let refused = try Tool.run(
                ["freeze", "1.0.0"] + arguments, in: repository.folder.url, cache: repository.folder)
            #expect(refused.status == 2, "\(refused)")
            if !arguments.isEmpty {
                #expect(
                    refused.errors.contains("v1.0") && refused.errors.contains("--force-shipped --because"),
                    "\(refused)")
            }
        }
        for arguments in [["--force-shipped"], ["--force-shipped", "--because", " "], ["--because", "x"]] {
            let refused = try Tool.run(
                ["freeze", "1.0.0"] + arguments, in: repository.folder.url, cache: repository.folder)
            #expect(refused.status == 2 && refused.errors.contains("--because"), "\(refused)")
        }
        #expect(try repository.folder.files(below: "Fixtures") == before)
        let forced = try repository.run("freeze", "1.0.0", "--force-shipped", "--because", "pulled before review")
        #expect(forced.status == 0 && forced.output.contains("replaced 1.0.0"), "\(forced)")
        #expect(forced.errors.contains("v1.0") && forced.errors.contains("Note.title"), "\(forced)")
        let report = try Report(
            repository.run("freeze", "1.0.0", "--force-shipped", "--because", "again", "--format", "json"))
        let replaced = try #require(report.versions.first?["replaced"] as? [String: Any])
        #expect(replaced["tags"] as? [String] == ["v1.0"])
    }

    /// The reason is recorded even if no fixture was replaced, and the record accepts no other replacement.
    @Test func aReasonIsRecordedForAVersionThatWasNotFrozen() throws {
        let repository = try GateRepository()
        try repository.git("rm", "--quiet", "-r", "Fixtures/1.0.0")
        try repository.git("commit", "--quiet", "--amend", "--no-edit")
        try repository.git("tag", "v1.0")
        try repository.editVersion()
        let check = try repository.run("check", "--format", "json")
        let findings = try Report(check).findings.filter { $0["code"] as? String == "PF0105" }
        #expect(findings.map { $0["severity"] as? String } == ["error"], "\(check)")
        let fix = try #require(findings.first?["fix"] as? String)
        #expect(fix.contains("freeze 1.0.0 --at v1.0") && fix.contains("new-version"), "\(fix)")
        #expect(try repository.run("freeze", "1.0.0").status == 2)
        let forced = try repository.run("freeze", "1.0.0", "--force-shipped", "--because", "never on a device")
        #expect(forced.status == 0 && forced.output.contains("froze    1.0.0"), "\(forced)")
        let record = try String(contentsOfFile: repository.folder.path("Fixtures/replaced.txt"), encoding: .utf8)
        #expect(record.hasPrefix("1.0.0 ") && record.hasSuffix(" never on a device\n"), "\(record)")
        try repository.commit()
        try repository.remove("Fixtures/1.0.0")
        #expect(try repository.codes() == ["PF0117 error"])
        // The printed fix works.
        #expect(try repository.run("freeze", "1.0.0", "--at", "v1.0", "--force").status == 0)
    }

    @Test func recordIsAcceptedOnceTheBaseHasIt() throws {
        let repository = try GateRepository()
        try repository.git("tag", "v1.0")
        try repository.editVersion()
        #expect(try repository.run("freeze", "1.0.0", "--force-shipped", "--because", "pulled").status == 0)
        #expect(try repository.codes() == ["PF0121 warning"])
        #expect(try repository.codes("--base", "main") == ["PF0121 error"])
        try repository.git("switch", "--quiet", "--create", "change")
        try repository.commit()
        #expect(try repository.codes() == ["PF0121 warning"])
        #expect(try repository.codes("--base", "main") == ["PF0121 error"])
        // Only the record, without the fixture.
        try repository.git("switch", "--quiet", "main")
        try repository.git("checkout", "change", "--", "Fixtures/replaced.txt")
        try repository.commit()
        try repository.git("switch", "--quiet", "change")
        try repository.git("merge", "--quiet", "--no-edit", "main")
        #expect(try repository.codes() == [])
        let check = try repository.run("check", "--base", "main")
        #expect(check.status == 0 && check.output.contains("replaced after a release: 1.0.0 (pulled)"), "\(check)")
        // main now has the replacement.
        try repository.remove("Fixtures/1.0.0")
        try repository.git("switch", "--quiet", "main")
    }

    @Test func aRecordForOtherContentDoesNotExcuseAReplacement() throws {
        let repository = try GateRepository()
        try repository.git("tag", "v1.0")
        try repository.editVersion()
        try repository.remove("Fixtures/1.0.0")
        let other = String(repeating: "0", count: 64)
        try repository.folder.write("1.0.0 \(other) because\nnonsense\n", to: "Fixtures/replaced.txt")
        #expect(try repository.codes().sorted() == ["PF0117 error", "PF0121 error"])
    }

    @Test func unshippedVersionIsReplacedByForce() throws {
        let repository = try GateRepository()
        // A release that declares no version.
        let tree = try repository.git("hash-object", "-t", "tree", "-w", "/dev/null")
        let commit = try repository.git("commit-tree", tree.trimmingCharacters(in: .newlines), "-m", "before")
        try repository.git("tag", "v0.9", commit.trimmingCharacters(in: .newlines))
        try repository.editVersion()
        let forced = try repository.run("freeze", "1.0.0", "--force")
        #expect(forced.status == 0, "\(forced)")
        #expect(forced.errors.contains("no release tag contains a fixture of this version"), "\(forced)")
        #expect(try repository.codes() == ["PF0118 warning"])
        #expect(try repository.codes("--base", "main") == ["PF0118 warning"])
        #expect(!FileManager.default.fileExists(atPath: repository.folder.path("Fixtures/replaced.txt")))
    }

    @Test func forceWarnsIfNoTagShowsWhetherTheVersionShipped() throws {
        let repository = try GateRepository()
        try repository.editVersion()
        let forced = try repository.run("freeze", "1.0.0", "--force")
        #expect(forced.status == 0 && forced.errors.contains("no tag shows whether the version shipped"), "\(forced)")
        #expect(try repository.codes() == ["PF0121 warning"])
        #expect(try repository.codes("--base", "main") == ["PF0121 error"])
        try repository.commit()
        #expect(try repository.codes() == [])
        let alone = try GateRepository(isCommitted: false)
        try alone.editVersion()
        let replaced = try alone.run("freeze", "1.0.0", "--force")
        #expect(replaced.status == 0 && replaced.errors.contains("isn't in a git repository"), "\(replaced)")
        #expect(try alone.codes() == [])
    }

    @Test func deletedFixtureIsNotFrozenAgainFromAnEdit() throws {
        for isTagged in [true, false] {
            let repository = try GateRepository()
            if isTagged { try repository.git("tag", "v1.0") }
            try repository.remove("Fixtures/1.0.0")
            // A version that is declared as it shipped may be frozen again.
            #expect(try repository.run("freeze", "1.0.0").status == 0)
            try repository.remove("Fixtures/1.0.0")
            try repository.editVersion()
            for arguments in [["1.0.0"], ["--all"]] {
                let refused = try Tool.run(
                    ["freeze"] + arguments, in: repository.folder.url, cache: repository.folder)
                #expect(refused.status == 2 && refused.errors.contains("git checkout"), "\(refused)")
                #expect(!FileManager.default.fileExists(atPath: repository.folder.path("Fixtures/1.0.0")))
            }
        }
    }
}
