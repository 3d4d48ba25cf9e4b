import Foundation

/// One run of `git` that reads: nothing is checked out, locked or written, and no command runs that the repository's
/// configuration names. What a partial clone lacks is not fetched: fetching runs the commands that the remote is configured
/// with.
struct GitProcess {
    let directory: String

    /// What git wrote to standard output.
    ///
    /// - Parameter input: its standard input.
    /// - Throws: ``GitError``.
    func run(_ arguments: [String], input: Data = Data()) throws(GitError) -> Data {
        let (status, output, errors) = try result(arguments, input: input)
        guard status == 0 else { throw GitError.failed(command: arguments.first ?? "git", reason: errors) }
        return output
    }

    /// How git ended, and what it wrote.
    func result(
        _ arguments: [String], input: Data = Data()
    ) throws(GitError) -> (status: Int32, output: Data, errors: String) {
        do {
            return try Self.start(arguments, in: directory, input: input)
        } catch {
            throw GitError.noGit(reason: error.localizedDescription)
        }
    }

    private static func start(
        _ arguments: [String], in directory: String, input: Data
    ) throws -> (status: Int32, output: Data, errors: String) {
        // Files for two of the streams: three pipes would have to be served at the same time.
        let folder = FileManager.default.temporaryDirectory.appending(path: "permafrost-git-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (inputFile, errorFile) = (folder.appending(path: "input"), folder.appending(path: "errors"))
        try input.write(to: inputFile)
        try Data().write(to: errorFile)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "git", "-C", directory, "--no-pager", "--no-replace-objects", "-c", "core.fsmonitor=false", "-c",
                "core.hooksPath=/dev/null",
            ] + arguments
        process.environment = environment
        process.standardInput = try FileHandle(forReadingFrom: inputFile)
        process.standardError = try FileHandle(forWritingTo: errorFile)
        let output = Pipe()
        process.standardOutput = output
        // `waitUntilExit` looks every 50 ms; the handler is called at once.
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        let written = output.fileHandleForReading.readDataToEndOfFile()
        ended.wait()
        let errors = String(decoding: try Data(contentsOf: errorFile), as: UTF8.self)
        return (process.terminationStatus, written, errors.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// A hook's variables would point git at another index or repository than the folder's.
    private static var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
        environment["GIT_OPTIONAL_LOCKS"] = "0"
        // Releases before 2.45 know no option against fetching, but fetch by no protocol that is not allowed.
        environment["GIT_NO_LAZY_FETCH"] = "1"
        environment["GIT_ALLOW_PROTOCOL"] = "none"
        environment["GIT_TERMINAL_PROMPT"] = "0"
        environment["LC_ALL"] = "C"
        return environment
    }
}
