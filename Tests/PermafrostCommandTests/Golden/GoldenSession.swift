import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

/// A project's folder while its commands run, and their output so far, by the name of the golden file.
final class GoldenSession {
    let folder: ScratchFolder
    private(set) var outputs: [String: String] = [:]

    /// The freezing date of every fixture.
    private static let date = "1767225600"
    private static let schema = "Sources/App/App.swift"
    static let tests = "Tests/AppTests"

    init() throws {
        folder = try ScratchFolder()
    }

    // MARK: The project's files

    func write(_ text: String, to path: String = schema) throws { try folder.write(text, to: path) }

    func edit(_ old: String, _ new: String, in path: String = schema) throws { try folder.edit(path, old, new) }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: folder.path(path)) }

    func copy(_ path: String, to other: String) throws {
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: other).deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: folder.path(path), toPath: folder.path(other))
    }

    /// Truncates a file to the given number of bytes.
    func truncate(_ path: String, to count: Int) throws {
        let url = folder.url.appending(path: path)
        try Data(contentsOf: url).prefix(count).write(to: url)
    }

    /// Adds a folder for a test target, with one file.
    func addTestTarget() throws { try write("import XCTest\n", to: "\(Self.tests)/AppTests.swift") }

    // MARK: Its repository

    /// Commits everything except fixtures, and tags the commit. Creates the repository first if there is none. Commit
    /// ids are the same on every machine, because git ignores the machine's configuration.
    func ship(_ tag: String) throws {
        if !FileManager.default.fileExists(atPath: folder.path(".git")) {
            try git("init", "--quiet", "--initial-branch", "main", "--object-format", "sha1")
            try write(".cache\n.home\n", to: ".gitignore")
        }
        try git("add", "--all", "--", ".", ":(exclude)Fixtures")
        try git("commit", "--quiet", "--allow-empty", "--message", "Ships \(tag)")
        try git("tag", tag)
    }

    private func git(_ arguments: String...) throws {
        let variables = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"].flatMap { ["-u", $0] }
        let result = try CommandResult.running(
            variables + ["git"] + arguments, in: folder.url, environment: environment)
        guard result.status == 0 else { throw Failure(command: "git \(arguments)", result: result) }
    }

    private var environment: [String: String] {
        let time = "\(Self.date) +0000"
        return [
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_DATE": time,
            "GIT_COMMITTER_DATE": time, "GIT_AUTHOR_NAME": "Golden", "GIT_AUTHOR_EMAIL": "golden@permafrost.invalid",
            "GIT_COMMITTER_NAME": "Golden", "GIT_COMMITTER_EMAIL": "golden@permafrost.invalid",
            "HOME": folder.path(".home"), "XDG_CONFIG_HOME": folder.path(".home"), "LC_ALL": "C", "TZ": "UTC",
            "SOURCE_DATE_EPOCH": Self.date, "PERMAFROST_CACHE_DIR": folder.path(".cache"), "NO_COLOR": "1",
        ]
    }

    /// The failure of a set-up command.
    struct Failure: Error {
        let command: String
        let result: CommandResult
    }

    // MARK: Commands with golden output

    /// Runs `permafrost` and keeps its exit code and both streams as `NAME.txt`.
    func run(_ name: String, _ arguments: String...) throws { try run(name, arguments) }

    /// Runs a command once for people, and once for each format that other tools read.
    func runInAllFormats(_ name: String, _ arguments: String...) throws { try runInAllFormats(name, arguments) }

    func runInAllFormats(_ name: String, _ arguments: [String]) throws {
        try run(name, arguments)
        for format in ["json", "sarif", "github", "junit"] {
            try run("\(name)-\(format)", arguments + ["--format", format])
        }
    }

    func run(_ name: String, _ arguments: [String]) throws {
        let result = try Tool.run(arguments, in: folder.url, environment: environment, cache: folder)
        keep(
            """
            $ \((["permafrost"] + arguments).joined(separator: " "))
            exit \(result.status)
            --- output
            \(StableText.output(result.output, project: folder.url))
            --- errors
            \(StableText.errors(result.standardError, project: folder.url))

            """, as: name)
    }

    /// Runs `permafrost scaffold` and also keeps the tests that it writes.
    func scaffold(_ arguments: [String] = []) throws {
        try addTestTarget()
        try run("scaffold", ["scaffold", "--tests", Self.tests] + arguments)
        let files = try folder.files(below: Self.tests).sorted { $0.key < $1.key }
        keep(
            files.map { "=== \($0)\n\(String(decoding: $1, as: UTF8.self))" }.joined(separator: "\n"), as: "scaffolded")
    }

    /// Keeps a digest of each file in a fixture tree.
    func keepDigests(of tree: String = "Fixtures", as name: String = "fixtures") throws {
        let files = try folder.files(below: tree).sorted { $0.key < $1.key }
        let stores = files.filter { $0.key.hasSuffix(".sqlite") }.map { StableText.digests(ofStore: [UInt8]($1)) }
        let lines = files.map { path, bytes in
            if path.hasSuffix(".sqlite") { return "\(StableText.digests(ofStore: [UInt8](bytes)).stable)  \(path)" }
            let text = stores.reduce(String(decoding: bytes, as: UTF8.self)) {
                $0.replacing($1.actual, with: $1.stable)
            }
            return "\(Digest.hex(Digest.sha256(Array(text.utf8))))  \(path)"
        }
        keep(lines.map { $0 + "\n" }.joined(), as: name)
    }

    private func keep(_ text: String, as name: String) {
        let replaced = outputs.updateValue(text, forKey: "\(name).txt")
        #expect(replaced == nil, "two commands write the same golden file: \(name).txt")
    }
}
