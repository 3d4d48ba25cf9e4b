import Foundation
import PermafrostTestSupport
import Testing

/// The comparison with golden files finds every difference, and placeholders hide only what they replace.
@Suite struct GoldenFolderTests {
    private static let golden = ["check.txt": "exit 0\npassed: 2 versions\n", "lint.txt": "exit 0\n"]

    @Test(
        arguments: [
            (golden, []),
            (
                ["check.txt": "exit 0\nok  3 versions\n", "lint.txt": "exit 0\n"],
                ["notes/check.txt:2 differs:\n  exit 0\n- passed: 2 versions\n+ ok  3 versions"]
            ),
            (
                ["check.txt": "exit 0\npassed: 2 versions\n", "lint.txt": "exit 0"],
                ["notes/lint.txt:2 differs:\n  exit 0\n- "]
            ),
            (["check.txt": "exit 0\npassed: 2 versions\n"], ["notes/lint.txt: no command has this golden file"]),
            (
                golden.merging(["list.txt": ""]) { old, _ in old },
                ["notes/list.txt: no golden file has this output"]
            ),
        ] as [([String: String], [String])])
    func differencesAreFound(_ printed: [String: String], _ expected: [String]) throws {
        let scratch = try ScratchFolder()
        let folder = GoldenFolder(project: "notes", in: scratch.url)
        try folder.write(Self.golden)
        #expect(try folder.differences(from: printed) == expected)
        try folder.write(printed)
        #expect(try folder.differences(from: printed) == [])
    }

    @Test func foldersWithoutAProjectAreFound() throws {
        let scratch = try ScratchFolder()
        for name in ["notes", "trips"] { try GoldenFolder(project: name, in: scratch.url).write(Self.golden) }
        #expect(try GoldenFolder.projects(in: scratch.url) == ["notes", "trips"])
        try GoldenFolder.removeAll(besides: ["trips"], in: scratch.url)
        #expect(try GoldenFolder.projects(in: scratch.url) == ["trips"])
    }

    @Test(arguments: [
        ("/tmp/app/Fixtures is empty", "<project>/Fixtures is empty"),
        ("  21.2 ms; 70 kB before, 78 kB after", "  <time> ms; 70 kB before, 78 kB after"),
        ("  1,021.2 ms; 1 MB before, 1 MB after", "  <time> ms; 1 MB before, 1 MB after"),
        ("  21.2 ms; 70 kB before", "  21.2 ms; 70 kB before"), ("  21.2 ms", "  21.2 ms"),
        ("  \"seconds\": 0.024,", "  \"seconds\": <time>,"), ("  \"rows\": 8,", "  \"rows\": 8,"),
        ("permafrost: reading sources…\nok", "ok"), ("permafrost lint --explain\nok", "permafrost lint --explain\nok"),
        (
            "App.sqlite has SHA-256 589ecd446a40…, recorded is 76952aad692e…",
            "App.sqlite has SHA-256 <digest>…, recorded is <digest>…"
        ),
        (
            "a.json has SHA-256 589ecd446a40…, recorded is 76952aad692e…",
            "a.json has SHA-256 589ecd446a40…, recorded is 76952aad692e…"
        ),
    ])
    func placeholdersReplaceOnlyVariableText(_ printed: String, _ expected: String) {
        #expect(StableText.errors(printed, project: URL(filePath: "/tmp/app")) == expected)
    }

    @Test func onlyTheSQLiteVersionIsLeftOutOfADigest() {
        let store = [UInt8](repeating: 1, count: 4096)
        for (index, isLeftOut) in [(95, false), (96, true), (99, true), (100, false)] {
            var other = store
            other[index] = 2
            let (old, new) = (StableText.digests(ofStore: store), StableText.digests(ofStore: other))
            #expect((old.stable == new.stable) == isLeftOut, "byte \(index)")
            #expect(old.actual != new.actual, "byte \(index)")
        }
    }
}
