import Foundation
import PermafrostTestSupport

/// The built `permafrost`, run as a user would.
enum Tool {
    static let path = (Bundle.main.executableURL ?? URL(filePath: "."))
        .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "permafrost").path

    static let examples = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Examples")

    /// The user's state folder, with the key and the journals of projects without git. It isn't that of whoever runs the tests.
    static let state: String = {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "permafrost-test-state-\(ProcessInfo.processInfo.processIdentifier)").path
        atexit { try? FileManager.default.removeItem(atPath: Tool.state) }
        return folder
    }()

    static func run(
        _ arguments: String..., in folder: ScratchFolder, environment: [String: String] = [:]
    ) throws -> CommandResult {
        try run(arguments, in: folder.url, environment: environment, cache: folder)
    }

    static func run(
        _ arguments: [String], in folder: URL, environment: [String: String] = [:], cache: ScratchFolder
    ) throws -> CommandResult {
        let own = ["PERMAFROST_CACHE_DIR": cache.path(".cache"), "XDG_STATE_HOME": state, "NO_COLOR": "1"]
        return try CommandResult.running(
            [path] + arguments, in: folder, environment: own.merging(environment) { _, new in new })
    }

    /// A scratch copy of an example's sources.
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
    /// Replaces a text that must occur, once.
    func edit(_ path: String, _ old: String, _ new: String) throws {
        let source = try String(contentsOf: url.appending(path: path), encoding: .utf8)
        guard source.contains(old) else { throw EditFailure(text: old) }
        try write(source.replacing(old, with: new, maxReplacements: 1), to: path)
    }

    struct EditFailure: Error {
        let text: String
    }
}

/// A report in JSON.
struct Report {
    let json: [String: Any]

    init(_ result: CommandResult) throws {
        json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any] ?? [:]
    }

    var findings: [[String: Any]] { json["findings"] as? [[String: Any]] ?? [] }
    var versions: [[String: Any]] { json["versions"] as? [[String: Any]] ?? [] }
}
