import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostStore

/// Commands that copy a user's store leave nothing of it, whenever they are interrupted.
@Suite struct KilledCopyTests {
    /// The number of interruptions of each command.
    static let count = Int(ProcessInfo.processInfo.environment["PERMAFROST_KILLS"] ?? "") ?? 10

    static let commands = [
        ["inspect", "phone/user.store"], ["inspect", "phone/user.store", "--rows", "Post"],
        ["drift", "phone/user.store"], ["report", "phone/user.store"], ["diff", "phone/user.store", "2.0.0"],
        ["store-diff", "phone/user.store", "phone/user.store", "--rows"],
        ["migrate", "phone/user.store", "--to", "2.0.0", "--dry-run"],
        ["freeze", "1.0.0", "--from-store", "phone/user.store", "--force"],
    ]

    /// Makes a project with a large store whose newest rows are only in its `-wal`.
    private static func project() throws -> ScratchFolder {
        let folder = try Tool.copy(of: "Posts")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        for path in ["phone", "tmp", "app"] {
            try FileManager.default.createDirectory(atPath: folder.path(path), withIntermediateDirectories: false)
        }
        let app = folder.path("app/user.store")
        try FileManager.default.copyItem(atPath: folder.path("Fixtures/1.0.0/App-1_0_0.sqlite"), toPath: app)
        let connection = try SQLiteConnection(path: app, mode: .create)
        _ = try connection.rows("PRAGMA journal_mode=WAL")
        try connection.execute("UPDATE ZPOST SET ZBODY = hex(randomblob(100000))")
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: app + ending, toPath: folder.path("phone/user.store") + ending)
        }
        return folder
    }

    /// Starts the tool as a process. The next start is one that does nothing else.
    private static func start(_ arguments: [String], in folder: ScratchFolder) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: Tool.path)
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        process.environment = [
            "PERMAFROST_CACHE_DIR": folder.path(".cache"), "PATH": "/usr/bin:/bin", "HOME": folder.url.path,
            "TMPDIR": folder.path("tmp"),
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private static func hidden(_ folder: ScratchFolder) throws -> [String] {
        let stores = folder.path("Fixtures/1.0.0/stores")
        return FileStatus.exists(stores) ? try FileAccess.list(stores).filter { $0.hasPrefix(".") } : []
    }

    @Test(arguments: commands) func nothingIsLeft(_ command: [String]) throws {
        let folder = try Self.project()
        // This run fills the cache.
        try Self.start(command, in: folder).waitUntilExit()
        let begin = ContinuousClock.now
        let whole = try Self.start(command, in: folder)
        whole.waitUntilExit()
        let duration = (ContinuousClock.now - begin) / .microseconds(1)
        #expect(whole.terminationReason == .exit && whole.terminationStatus != 2)
        var ended = 0
        var round = 0
        // On a busy machine, a command may end before its signal arrives.
        while round < Self.count || ended == 0 && round < 20 * Self.count {
            defer { round += 1 }
            let number = [SIGKILL, SIGINT, SIGTERM, SIGHUP][round % 4]
            let process = try Self.start(command, in: folder)
            if round % 3 == 2 {
                usleep(.random(in: 0...UInt32(duration)))
            } else {
                // The folder exists from before the first copy until after the last one.
                while process.isRunning, try FileAccess.list(folder.path("tmp")).isEmpty { usleep(100) }
                usleep(.random(in: 0...(round % 3 == 0 ? 1000 : 30_000)))
            }
            kill(process.processIdentifier, number)
            process.waitUntilExit()
            if process.terminationReason == .uncaughtSignal {
                ended += 1
                #expect(process.terminationStatus == number)
            }
            if number == SIGKILL { try Self.start(["--version"], in: folder).waitUntilExit() }
            #expect(try FileAccess.list(folder.path("tmp")) == [], "\(command[0]), signal \(number)")
            #expect(try Self.hidden(folder) == [], "\(command[0]), signal \(number)")
        }
        #expect(ended > 0)
        #expect(try FileAccess.list(folder.path("phone")) == ["user.store", "user.store-wal"])
    }

    /// A signal that the parent process ignores doesn't end the tool.
    @Test func ignoredSignalsStayIgnored() throws {
        let folder = try Self.project()
        let script =
            "trap '' HUP; '\(Tool.path)' inspect phone/user.store >/dev/null & sleep 0.05; kill -HUP $!; wait $!"
        let result = try CommandResult.running(
            ["sh", "-c", script], in: folder.url, environment: ["TMPDIR": folder.path("tmp")])
        #expect(result.status == 0, "\(result)")
    }
}
