import Foundation
import PermafrostCLI
import PermafrostModel
import PermafrostTestSupport

/// The built `permafrost`, run as a user runs it.
enum Tool {
    static let path = BuildFolder.tool.path

    /// A folder with a link `permafrost`, as an installation has it, for `PATH`.
    static let installed: String = {
        let folder = temporaryFolder("installed")
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try? FileManager.default.createSymbolicLink(atPath: folder + "/permafrost", withDestinationPath: path)
        return folder
    }()

    static let examples = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Examples")

    /// The user's state folder, with the key and the journals of projects without git. It isn't the state folder of
    /// whoever runs the tests.
    static let state = temporaryFolder("state")

    /// Returns the path of a folder for this process, which doesn't exist yet and is removed when the process exits.
    private static func temporaryFolder(_ purpose: String) -> String {
        let folder = ScratchFolder.parent
            .appending(path: "permafrost-test-\(purpose)-\(ProcessInfo.processInfo.processIdentifier)")
        removeAtExit(folder)
        return folder.path
    }

    private static let removedAtExit = Locked<[URL]>([])

    /// Registers a folder to be removed when this process exits.
    static func removeAtExit(_ folder: URL) {
        removedAtExit.withLock { folders in
            if folders.isEmpty {
                atexit {
                    for folder in Tool.removedAtExit.withLock({ $0 }) {
                        try? FileManager.default.removeItem(at: folder)
                    }
                }
            }
            folders.append(folder)
        }
    }

    static func run(
        _ arguments: String..., in folder: ScratchFolder, environment: [String: String] = [:]
    ) throws -> CommandResult {
        try run(arguments, in: folder.url, environment: environment, cache: folder)
    }

    static func run(
        _ arguments: [String], in folder: URL, environment: [String: String] = [:], cache: ScratchFolder
    ) throws -> CommandResult {
        let own = ["PERMAFROST_CACHE_DIR": cache.path(".cache"), "XDG_STATE_HOME": state, "NO_COLOR": "1"]
        let environment = own.merging(environment) { _, new in new }
        #if os(Linux)
            if environment.keys.allSatisfy(valueVariables.contains) {
                return try inThisProcess(arguments, in: folder, environment)
            }
        #endif
        return try CommandResult.running([path] + arguments, in: folder, environment: environment)
    }

    #if os(Linux)
        /// The variables that the command line passes on as values. Other code, such as git, reads changed variables
        /// from its process.
        private static let valueVariables: Set = [
            "PERMAFROST_CACHE_DIR", "XDG_STATE_HOME", "NO_COLOR", "SOURCE_DATE_EPOCH",
        ]

        /// Ignores broken pipes, as the process of the command line does.
        private static let ignoresBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

        /// Runs a command as a process would, in a thread with its own working folder.
        private static func inThisProcess(
            _ arguments: [String], in folder: URL, _ environment: [String: String]
        ) throws -> CommandResult {
            _ = Self.ignoresBrokenPipes
            let (output, errors) = (Locked(Data()), Locked(Data()))
            let streams = OutputStreams(
                output: .init(isTerminal: false) { data in output.withLock { $0.append(data) } },
                errors: .init(isTerminal: false) { data in errors.withLock { $0.append(data) } }, canAsk: false)
            let all = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
            let code = try WorkingFolder.run(in: folder) {
                CommandLineRun.exitCode(of: arguments, environment: all, writingTo: streams)
            }
            return CommandResult(
                status: code, output: String(decoding: output.withLock { $0 }, as: UTF8.self),
                standardError: String(decoding: errors.withLock { $0 }, as: UTF8.self))
        }
    #endif

    /// Copies an example's sources to a scratch folder.
    static func copy(of example: String) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "Sources"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: examples.appending(path: example), to: folder.url.appending(path: "Sources/\(example)"))
        return folder
    }
}

extension ScratchFolder {
    /// Replaces a text that must occur exactly once.
    func edit(_ path: String, _ old: String, _ new: String) throws {
        let source = try String(contentsOf: url.appending(path: path), encoding: .utf8)
        guard source.contains(old) else { throw EditFailure(text: old) }
        try write(source.replacing(old, with: new, maxReplacements: 1), to: path)
    }

    struct EditFailure: Error {
        let text: String
    }
}

/// A JSON report.
struct Report {
    let json: [String: Any]

    init(_ result: CommandResult) throws {
        json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any] ?? [:]
    }

    var findings: [[String: Any]] { json["findings"] as? [[String: Any]] ?? [] }
    var versions: [[String: Any]] { json["versions"] as? [[String: Any]] ?? [] }
}
