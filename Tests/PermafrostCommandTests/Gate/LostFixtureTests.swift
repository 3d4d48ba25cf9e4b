import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

/// A check needs the earlier fixtures for its comparisons. It reports fixtures that git has and the fixture tree lacks.
@Suite struct LostFixtureTests {
    /// A change that removes something that a check would compare with, and the resulting findings.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var codes: [String]
        /// The codes if only the base of the change has the fixture.
        var codesOfBase: [String]
        let make: @Sendable (GateRepository) throws -> Void

        init(
            _ name: String, _ codes: [String], base: [String],
            _ make: @escaping @Sendable (GateRepository) throws -> Void
        ) {
            testDescription = name
            self.codes = codes
            codesOfBase = base
            self.make = make
        }
    }

    static let changes = [
        Change("an edit, with the fixture deleted", ["PF0117 error"], base: ["PF0118 error"]) {
            try $0.editVersion()
            try $0.remove("Fixtures/1.0.0")
        },
        Change("an edit, with the fixture replaced", ["PF0117 error"], base: ["PF0118 error"]) {
            try $0.editVersion()
            try $0.replaceFixture()
        },
        Change(
            "an edit, with all fixtures deleted", ["PF0117 error", "PF0117 error"],
            base: ["PF0118 error", "PF0118 warning"]
        ) {
            try $0.editVersion()
            try $0.remove("Fixtures")
        },
        Change("an edit, with the tree elsewhere", ["PF0117 error"], base: ["PF0118 error"]) {
            try $0.editVersion()
            try $0.replaceFixture()
            try $0.move("Fixtures", to: "FreezeRay/Fixtures")
        },
        Change(
            "an edit, with the fixture in the folder of another version", ["PF0108 error", "PF0117 error"],
            base: ["PF0108 error", "PF0118 error"]
        ) {
            try $0.editVersion()
            try $0.move("Fixtures/1.0.0", to: "Fixtures/0.9.0")
        },
        Change("a deleted fixture", ["PF0117 error"], base: ["PF0118 warning"]) { try $0.remove("Fixtures/1.0.0") },
        Change("a fixture in the folder of its group", [], base: []) {
            try $0.move("Fixtures/1.0.0", to: "Fixtures/NotesPlan/1.0.0")
            try $0.move("Fixtures/2.0.0", to: "Fixtures/NotesPlan/2.0.0")
        },
        Change("no change", [], base: []) { _ in },
    ]

    /// Tags that may have a fixture: a tag of the commit, an annotated tag, a tag of another tag, and a tag on another
    /// branch.
    static let tags: [@Sendable (GateRepository) throws -> Void] = [
        { try $0.git("tag", "v1.0") },
        { try $0.git("tag", "--annotate", "--no-sign", "--message", "release", "release/1.0") },
        {
            try $0.git("tag", "--annotate", "--no-sign", "--message", "candidate", "candidate")
            try $0.git("tag", "--annotate", "--no-sign", "--message", "release", "v1.0", "candidate")
            try $0.git("tag", "--delete", "candidate")
        },
        {
            try $0.git("switch", "--quiet", "--create", "hotfix")
            try $0.commit()
            try $0.git("tag", "hotfix-1.0.1")
            try $0.git("switch", "--quiet", "main")
            try $0.git("branch", "--quiet", "--delete", "--force", "hotfix")
        },
    ]

    @Test(arguments: changes) func releasedFixture(_ change: Change) throws {
        for (index, tag) in Self.tags.enumerated() where index == 0 || change.codes == ["PF0117 error"] {
            let repository = try GateRepository()
            try tag(repository)
            try change.make(repository)
            try expect(change.codes, repository)
            try repository.git("switch", "--quiet", "--create", "change")
            try repository.commit()
            try expect(change.codes, repository)
            try expect(change.codes, repository, "--base", "main")
        }
    }

    @Test(arguments: changes) func committedFixture(_ change: Change) throws {
        let repository = try GateRepository()
        try change.make(repository)
        try expect(change.codesOfBase, repository)
        try repository.git("switch", "--quiet", "--create", "change")
        try repository.commit()
        try expect(change.codesOfBase, repository)
        try expect(change.codesOfBase, repository, "--base", "main")
        let exitCode = try repository.run("check").status
        #expect(exitCode == (change.codesOfBase.contains { $0.hasSuffix("error") } ? 1 : 0))
    }

    private func expect(_ codes: [String], _ repository: GateRepository, _ arguments: String...) throws {
        for cache in [[], [], ["--no-cache"]] {
            let result = try Tool.run(
                ["check", "--format", "json"] + arguments + cache, in: repository.folder.url, cache: repository.folder)
            let found = try Report(result).findings.map { "\($0["code"] ?? "") \($0["severity"] ?? "")" }
            // An unfrozen version is a finding of another rule.
            #expect(
                found.filter { !$0.hasPrefix("PF0105") }.sorted() == codes.sorted(),
                "\(arguments) \(cache): \(result.output)")
        }
    }

    @Test func aLostFixtureIsReportedDespiteAnotherTree() throws {
        let repository = try GateRepository()
        try repository.git("tag", "v1.0")
        try repository.editVersion()
        try repository.replaceFixture()
        try repository.move("Fixtures", to: "Other")
        #expect(try repository.codes("--fixtures", "Other") == ["PF0117 error"])
        // Another tree next to the old one removes nothing.
        try repository.git("checkout", "--quiet", "v1.0", "--", "Fixtures", "Sources")
        try repository.remove("Other/1.0.0")
        #expect(try repository.codes("--fixtures", "Other").filter { !$0.hasPrefix("PF0105") } == [])
    }

    /// git would wait until something writes to the pipe.
    @Test func aPipeInThePlaceOfAttributesIsNotWaitedFor() throws {
        let repository = try GateRepository()
        try repository.git("tag", "v1.0")
        #expect(mkfifo(repository.folder.path("Fixtures/.gitattributes"), 0o600) == 0)
        let check = try repository.run("check")
        #expect(check.output.contains("Fixtures/.gitattributes isn't a file"), "\(check)")
    }

    @Test func findingNamesTheTagAndTheCommand() throws {
        let repository = try GateRepository()
        try repository.git("tag", "v1.0")
        try repository.git("tag", "v1.1")
        try repository.editVersion()
        try repository.remove("Fixtures/1.0.0")
        let check = try repository.run("check")
        #expect(check.output.contains("The 1.0.0 fixture that v1.0 and v1.1 contain is missing"), "\(check)")
        #expect(check.output.contains("git checkout v1.1 -- Fixtures/1.0.0"), "\(check)")
        try repository.git("checkout", "v1.1", "--", "Fixtures/1.0.0")
        #expect(try repository.codes() == ["PF0101 error", "PF0102 error"])
        // The tag proves that it shipped, so no message offers to freeze it again.
        #expect(try !repository.run("check").output.contains("--force"))
    }

    @Test(arguments: [["check"], ["scaffold"], ["freeze", "--regroup"], ["freeze", "--all"], ["list"]])
    func removedFixturesAreRestored(_ command: [String]) throws {
        let repository = try GateRepository()
        try repository.editVersion()
        try repository.remove("Fixtures")
        let result = try Tool.run(command, in: repository.folder.url, cache: repository.folder)
        let printed = result.output + result.errors
        #expect(!printed.contains("freeze --all"), "\(printed)")
        if command != ["list"] {
            #expect(result.status != 0 && printed.contains("git checkout HEAD -- Fixtures"), "\(printed)")
        } else {
            #expect(printed.contains("fixture missing"), "\(printed)")
        }
    }

    @Test func convertedLineEndsDoNotCountAsAReplacement() throws {
        let repository = try GateRepository()
        try repository.git("tag", "v1.0")
        for (path, data) in try repository.folder.files(below: "Fixtures") where !path.hasSuffix(".sqlite") {
            let text = String(decoding: data, as: UTF8.self).replacing("\n", with: "\r\n")
            try repository.folder.write(text, to: "Fixtures/" + path)
        }
        let codes = try repository.codes()
        #expect(!codes.isEmpty && codes.allSatisfy { $0 == "PF0108 error" }, "\(codes)")
    }

    @Test func largeFilePointersInATagDoNotCountAsAReplacement() throws {
        let repository = try GateRepository()
        let files = try repository.folder.files(below: "Fixtures")
        for (path, data) in files {
            try repository.folder.write(data.largeFilePointer, to: "Fixtures/" + path)
        }
        try repository.commit()
        try repository.git("tag", "v1.0")
        for (path, data) in files { try data.write(to: URL(filePath: repository.folder.path("Fixtures/" + path))) }
        #expect(try repository.codes() == [])
        try repository.editVersion()
        try repository.replaceFixture()
        #expect(try repository.codes() == ["PF0117 error"])
    }
}

extension Data {
    /// The contents that Git LFS commits instead of the file.
    fileprivate var largeFilePointer: String {
        "version https://git-lfs.github.com/spec/v1\noid sha256:\(Digest.hex(Digest.sha256(Array(self))))\nsize \(count)\n"
    }
}
