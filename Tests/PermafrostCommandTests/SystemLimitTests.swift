import Foundation
import PermafrostTestSupport
import Testing

/// A system that can't open more files, or has no folder for temporary files. The command reports the fix and doesn't
/// crash.
@Suite struct SystemLimitTests {
    private static func frozen() throws -> ScratchFolder {
        let copy = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "--all", in: copy).status == 0)
        return copy
    }

    /// Runs a shell script with a limit for open files and the tool as `$0`.
    private func run(_ script: String, _ arguments: [String], in folder: ScratchFolder) throws -> CommandResult {
        try CommandResult.running(
            ["bash", "-c", script + "; exec \"$0\" \"$@\"", Tool.path] + arguments, in: folder.url)
    }

    @Test(arguments: [5, 6, 8, 9, 11, 12, 14, 15, 18, 24, 40])
    func tooFewOpenFilesIsAnError(_ limit: Int) throws {
        let copy = try Self.frozen()
        for command in [
            "check --no-cache", "list", "lint --format json", "freeze --all", "check --base HEAD", "--help",
        ] {
            let arguments = command.split(separator: " ").map(String.init)
            let result = try run("ulimit -n \(limit)", arguments, in: copy)
            #expect(result.status == 2, "\(command): \(result)")
            #expect(result.errors.contains("can have \(limit) open at once (ulimit -n)"), "\(command): \(result)")
            #expect(result.errors.contains("Raise the limit with ulimit -n 1024"), "\(command): \(result)")
        }
    }

    /// A soft limit is raised if possible, and a sufficient limit isn't an error, whatever descriptors above it the
    /// caller has open.
    @Test(arguments: ["ulimit -S -n 8", "ulimit -n 128", "exec 9>/dev/null 251>/dev/null; ulimit -n 128"])
    func aSufficientLimitOfOpenFilesIsNotAnError(_ script: String) throws {
        let copy = try Self.frozen()
        for arguments in [["check", "--no-cache"], ["list", "--no-cache"]] {
            let result = try run(script, arguments, in: copy)
            #expect(result.status == 0, "\(result)")
        }
    }

    @Test(arguments: [
        (folder: "/nonexistent/folder", reason: "No such file or directory"), ("/dev/null", "Not a directory"),
        ("none", "No such file or directory"),
    ])
    func noFolderForTemporaryFiles(_ case: (folder: String, reason: String)) throws {
        let copy = try Self.frozen()
        let store = "Fixtures/1.0.0/App-1_0_0.sqlite"
        #expect(FileManager.default.fileExists(atPath: copy.path(store)))
        func run(_ command: [String]) throws -> CommandResult {
            try Tool.run(command, in: copy.url, environment: ["TMPDIR": `case`.folder], cache: copy)
        }
        let result = try run(["migrate", store, "--to", "2.0.0", "--dry-run"])
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains("\(`case`.folder) (from TMPDIR): \(`case`.reason)"), "\(result)")
        #expect(result.errors.contains("Set TMPDIR to a writable folder"), "\(result)")
        // These commands don't need temporary files.
        for command in [["check", "--no-cache"], ["lint", "--no-cache"], ["schema", "1.0.0", "--no-cache"]] {
            let result = try run(command)
            #expect(result.status == 0, "\(command): \(result)")
        }
        #expect(!FileManager.default.fileExists(atPath: "/nonexistent"))
    }

    /// A shell that allows no file to grow. A command that has to write one fails with an error instead of a signal.
    @Test(arguments: ["freeze --all", "new-version --even-unshipped", "report --output page.html"])
    func aFileSizeLimitIsAnError(_ command: String) throws {
        let copy = try Tool.copy(of: "Users")
        let arguments = command.split(separator: " ").map(String.init)
        // Standard error is a file here; a pipe has no size limit.
        let result = try CommandResult.running(
            ["bash", "-c", "ulimit -f 0; set -o pipefail; \"$0\" \"$@\" 2>&1 | cat", Tool.path] + arguments,
            in: copy.url,
            environment: ["PERMAFROST_CACHE_DIR": copy.path(".cache"), "XDG_STATE_HOME": copy.path("state")])
        #expect(result.status == 2, "\(result)")
        #expect(result.output.contains("error: "), "\(result)")
        #expect(result.output.contains("ulimit -f"), "\(result)")
    }

    /// Output that can't be written: a full device, and a pipe whose reader has ended.
    @Test(arguments: [
        ("> /dev/full", "No space left on device. Free some space there"),
        ("| true", "Broken pipe. The program that reads the results ended too early"),
    ])
    func resultsThatCannotBeWritten(_ redirection: String, reason: String) throws {
        let copy = try Self.frozen()
        for command in ["check", "list", "lint --format json", "schema 1.0.0", "report --output -", "--help"] {
            // The reader ends before anything is written.
            let script =
                "set -o pipefail; (sleep 0.3; \"$0\" \(command); echo $? > status) \(redirection)"
            let result = try CommandResult.running(
                ["bash", "-c", script, Tool.path], in: copy.url,
                environment: ["PERMAFROST_CACHE_DIR": copy.path(".cache"), "XDG_STATE_HOME": copy.path("state")])
            let status = try String(contentsOfFile: copy.path("status"), encoding: .utf8)
            #expect(status == "2\n", "\(command): \(result)")
            #expect(result.errors.contains("error: the results can't be written: \(reason)"), "\(command): \(result)")
        }
    }
}
