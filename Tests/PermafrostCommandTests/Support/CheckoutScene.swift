import Foundation
import PermafrostTestSupport

/// A project next to a folder that belongs to someone else, which no command may change.
struct CheckoutScene {
    let folder: ScratchFolder

    /// Creates a project from the Posts example, in git, with three of its four versions frozen and a folder for tests.
    init() throws {
        folder = try ScratchFolder()
        for name in ["home", "project/Sources", "project/Tests/PostsTests"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(
            at: Tool.examples.appending(path: "Posts"), to: folder.url.appending(path: "project/Sources/Posts"))
        try folder.write("mine", to: "precious/a")
        try folder.write("mine", to: "precious/sub/b")
        try folder.write("mine", to: "precious/4.0.0/export_metadata.txt")
        try folder.write("// Tests.\n", to: "project/Tests/PostsTests/A.swift")
        for version in ["1.0.0", "2.0.0", "3.0.0"] { _ = try run(["freeze", version, "--quiet"]) }
        for arguments in [
            ["init", "--quiet"], ["add", "--all"],
            ["-c", "user.name=a", "-c", "user.email=a@example.invalid", "commit", "--quiet", "--message", "a"],
        ] {
            _ = try CommandResult.running(["git"] + arguments, in: folder.url.appending(path: "project"))
        }
    }

    /// Creates a copy of another scene.
    init(like model: CheckoutScene) throws {
        folder = try ScratchFolder()
        for name in ["home", "project", "precious"] {
            try FileManager.default.copyItem(atPath: model.folder.path(name), toPath: folder.path(name))
        }
    }

    /// Runs a command in the project. SIGALRM kills a command that waits for more than a minute.
    func run(_ arguments: [String]) throws -> CommandResult {
        try CommandResult.running(
            ["perl", "-e", "alarm shift; exec @ARGV", "60", Tool.path] + arguments,
            in: folder.url.appending(path: "project"),
            environment: [
                "HOME": folder.path("home"), "XDG_STATE_HOME": "", "XDG_CACHE_HOME": "", "PERMAFROST_CACHE_DIR": "",
                "NO_COLOR": "1",
            ])
    }

    /// Returns the identity, the modification date and the bytes of every file outside the project and the user's home
    /// folder.
    func outside() throws -> [String: String] {
        let files = FileManager.default
        let paths = try files.contentsOfDirectory(atPath: folder.url.path).filter { !["project", "home"].contains($0) }
        let all = try paths.flatMap { path in
            [path] + (try files.subpathsOfDirectory(atPath: folder.path(path)).map { path + "/" + $0 })
        }
        return try all.reduce(into: ["": try Self.state(folder.url.path, isTop: true)]) { states, path in
            states[path] = try Self.state(folder.path(path))
        }
    }

    private static func state(_ path: String, isTop: Bool = false) throws -> String {
        var status = stat()
        guard lstat(path, &status) == 0 else { return "gone" }
        #if canImport(Darwin)
            let times = [status.st_mtimespec, status.st_ctimespec]
        #else
            let times = [status.st_mtim, status.st_ctim]
        #endif
        let isFile = status.st_mode & S_IFMT == S_IFREG
        let bytes = isFile ? try Data(contentsOf: URL(fileURLWithPath: path)).base64EncodedString() : ""
        return "\(status.st_ino) \(status.st_mode) \(times.map { "\($0.tv_sec).\($0.tv_nsec)" }) \(bytes)"
    }
}
