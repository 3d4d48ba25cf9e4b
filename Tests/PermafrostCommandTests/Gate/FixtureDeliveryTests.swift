import Foundation
import PermafrostTestSupport
import Testing

/// Fixtures that git ignores, converts, stores elsewhere or omits from a checkout.
@Suite struct FixtureDeliveryTests {
    private static let store = "Fixtures/1.0.0/App-1_0_0.sqlite"

    /// The possible locations of a pattern, and their names in the output.
    static let patterns: [(path: String, pattern: String, source: String)] = [
        (".gitignore", "*.sqlite", ".gitignore:1"),
        ("Fixtures/.gitignore", "*.sqlite", "Fixtures/.gitignore:1"),
        (".git/info/exclude", "*.sqlite", ".git/info/exclude:1"),
        ("excludes", "*.sqlite", "excludes:1"),
        (".gitignore", "Fixtures/", ".gitignore:1"),
    ]

    @Test(arguments: patterns) func ignoredFiles(_ path: String, _ pattern: String, _ source: String) throws {
        let repository = try GateRepository()
        let clone = repository.folder.path("clone")
        try repository.git("rm", "--quiet", "-r", "--cached", "Fixtures")
        try repository.folder.write("\(pattern)\n", to: path)
        if path == "excludes" { try repository.git("config", "core.excludesFile", repository.folder.path(path)) }
        try repository.git("add", "--all", "--", ".", ":(exclude)excludes")
        try repository.git("commit", "--quiet", "--message", "ignore")
        let check = try repository.run("check")
        #expect(check.status == 0, "\(check)")
        for words in ["PF0119", "git ignores", "\(pattern) in", source, "git add --force"] {
            #expect(check.output.contains(words), "\(words): \(check)")
        }
        // Another checkout lacks only the stores, or everything.
        guard pattern == "*.sqlite", path.hasSuffix(".gitignore") else { return }
        try repository.git("clone", "--quiet", ".", clone)
        let other = try Tool.run(["check"], in: URL(filePath: clone), cache: repository.folder)
        #expect(other.status == 1 && other.output.contains("so the file was never committed"), "\(other)")
        #expect(!other.output.contains("git checkout --"), "\(other)")
        // Files that git tracks aren't ignored, whatever the patterns.
        try repository.git("add", "--force", "Fixtures")
        #expect(try repository.codes() == [])
    }

    @Test func freezeReportsIgnoredFixtureFiles() throws {
        let repository = try GateRepository()
        try repository.remove("Fixtures")
        try repository.git("rm", "--quiet", "-r", "--cached", "Fixtures")
        try repository.folder.write("*.sqlite\n", to: ".gitignore")
        let freeze = try repository.run("freeze", "--all", "--force")
        #expect(freeze.status == 2, "\(freeze)")
        let frozen = try repository.run("freeze", "--all")
        #expect(frozen.status == 0 && frozen.errors.contains("(*.sqlite in .gitignore:1)"), "\(frozen)")
    }

    @Test func firstFreezeWritesAttributes() throws {
        let repository = try GateRepository()
        try repository.remove("Fixtures")
        try repository.git("rm", "--quiet", "-r", "--cached", "Fixtures")
        try repository.folder.write("* text=auto eol=crlf", to: ".gitattributes")
        let frozen = try repository.run("freeze", "--all")
        #expect(frozen.status == 0 && frozen.errors.contains("added 4 lines to .gitattributes"), "\(frozen)")
        let attributes = try String(contentsOfFile: repository.folder.path(".gitattributes"), encoding: .utf8)
        #expect(attributes.hasPrefix("* text=auto eol=crlf\nFixtures/**/*.sqlite binary\n"), "\(attributes)")
        try repository.commit()
        #expect(try repository.codes() == [])
        // The next freeze doesn't write attributes.
        try repository.git("rm", "--quiet", "--force", ".gitattributes")
        try repository.remove("Fixtures/1.0.0")
        #expect(try !repository.run("freeze", "1.0.0").errors.contains(".gitattributes"))
        #expect(!FileManager.default.fileExists(atPath: repository.folder.path(".gitattributes")))
        // Outside a repository nothing reads them.
        let alone = try GateRepository(isCommitted: false)
        #expect(!FileManager.default.fileExists(atPath: alone.folder.path(".gitattributes")))
    }

    @Test func attributesThroughALinkAreNotWritten() throws {
        let repository = try GateRepository()
        try repository.remove("Fixtures")
        try repository.git("rm", "--quiet", "-r", "--cached", "Fixtures")
        let outside = try ScratchFolder()
        try outside.write("# mine\n", to: "attributes")
        try FileManager.default.createSymbolicLink(
            atPath: repository.folder.path(".gitattributes"), withDestinationPath: outside.path("attributes"))
        let frozen = try repository.run("freeze", "--all")
        #expect(frozen.status == 2, "\(frozen)")
        #expect(try String(contentsOfFile: outside.path("attributes"), encoding: .utf8) == "# mine\n")
    }

    static let conversions: [(attributes: String, setting: String?, reason: String?)] = [
        ("* text=auto eol=crlf", nil, "eol=crlf"), ("*.sql text eol=crlf", nil, "eol=crlf"),
        ("* text", nil, "text"), ("", "core.autocrlf=true", "core.autocrlf=true"), ("", "core.autocrlf=input", nil),
        ("* -text", "core.autocrlf=true", nil), ("", nil, nil), ("* text=auto", nil, nil),
    ]

    @Test(arguments: conversions)
    func convertedLineEnds(_ attributes: String, _ setting: String?, _ reason: String?) throws {
        let repository = try GateRepository()
        try repository.folder.write(attributes + "\n", to: ".gitattributes")
        if let parts = setting?.split(separator: "=").map(String.init) {
            try repository.git("config", parts[0], parts[1])
        }
        #expect(try repository.codes() == (reason == nil ? [] : ["PF0119 warning"]))
        let check = try repository.run("check")
        #expect(check.status == 0, "\(check)")
        guard let reason else { return }
        #expect(check.output.contains(reason) && check.output.contains("git add --renormalize"), "\(check)")
        // The advice works.
        #expect(try repository.run("init", "--quiet").status == 0)
        #expect(try repository.codes() == [])
    }

    @Test func convertedFileIsRestored() throws {
        let repository = try GateRepository()
        try repository.git("tag", "v1.0")
        try repository.git("config", "core.autocrlf", "true")
        try repository.remove("Fixtures/1.0.0")
        try repository.git("checkout", "--", "Fixtures/1.0.0")
        let check = try repository.run("check")
        #expect(check.status == 1 && check.output.contains("git converted its line endings"), "\(check)")
        #expect(check.output.contains("permafrost init"), "\(check)")
        #expect(try repository.run("init", "--quiet").status == 0)
        try repository.remove("Fixtures/1.0.0")
        try repository.git("checkout", "--", "Fixtures/1.0.0")
        #expect(try repository.codes() == [])
    }

    @Test func pointerOfALargeFile() throws {
        let repository = try GateRepository()
        let pointer =
            "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "a", count: 64))\nsize 9\n"
        try repository.folder.write(pointer, to: Self.store)
        let check = try repository.run("check")
        #expect(check.status == 1 && check.output.contains("git-lfs pointer"), "\(check)")
        #expect(check.output.contains("git lfs pull") && !check.output.contains("git checkout -- Fixtures"), "\(check)")
    }

    @Test func sparseCheckout() throws {
        let repository = try GateRepository()
        try repository.git("tag", "v1.0")
        try repository.git("sparse-checkout", "set", "--cone", "Sources", "Fixtures/2.0.0")
        let check = try repository.run("check")
        #expect(check.status == 1 && check.output.contains("isn't in the sparse checkout"), "\(check)")
        #expect(check.output.contains("git sparse-checkout add Fixtures/1.0.0"), "\(check)")
        #expect(!check.output.contains("git checkout v1.0"), "\(check)")
        try repository.git("sparse-checkout", "add", "Fixtures/1.0.0")
        #expect(try repository.codes() == [])
        // Only a single file is left out.
        try repository.git("sparse-checkout", "set", "--no-cone", "/*", "!/" + Self.store)
        let file = try repository.run("check")
        #expect(file.status == 1 && file.output.contains("the file isn't in the sparse checkout"), "\(file)")
    }

    @Test func withoutGitNothingIsReported() throws {
        let folder = try GateRepository(isCommitted: false)
        try folder.folder.write("*.sqlite\n", to: ".gitignore")
        try folder.folder.write("* text eol=crlf\n", to: ".gitattributes")
        #expect(try folder.codes() == [])
    }
}
