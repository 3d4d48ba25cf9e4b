import Foundation
import PermafrostTestSupport
import Testing

/// A freeze that is killed at any moment leaves a complete fixture or none.
@Suite struct KilledFreezeTests {
    static let count = Int(ProcessInfo.processInfo.environment["PERMAFROST_KILLS"] ?? "") ?? 60

    @Test func noPartialFixtureIsLeft() throws {
        let folder = try Tool.copy(of: "Cartographer")
        let home = try ScratchFolder()
        try home.write("", to: "tmp/.keep")
        // Fills the cache, and measures the time of a freeze.
        let start = ContinuousClock.now
        #expect(try Tool.run("freeze", "1.0.0", in: folder).status == 0)
        let span = ContinuousClock.now - start
        let whole = try folder.files(below: "Fixtures/1.0.0").filter { $0.key != "export_metadata.txt" }
        var killed = 0
        for round in 0..<Self.count {
            if round.isMultiple(of: 2) { try FileManager.default.removeItem(atPath: folder.path("Fixtures")) }
            let wasFrozen = FileManager.default.fileExists(atPath: folder.path("Fixtures/1.0.0"))
            let process = Process()
            process.executableURL = URL(filePath: Tool.path)
            process.arguments = ["freeze", "1.0.0", "--force"]
            process.currentDirectoryURL = folder.url
            process.environment = [
                "PERMAFROST_CACHE_DIR": folder.path(".cache"), "PATH": "/usr/bin:/bin", "HOME": home.url.path,
                "TMPDIR": home.path("tmp"),
            ]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            Thread.sleep(forTimeInterval: span / .seconds(1) * Double(round % 30) / 30)
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            if process.terminationReason == .uncaughtSignal { killed += 1 }

            let visible =
                (try? FileManager.default.contentsOfDirectory(atPath: folder.path("Fixtures")))?
                .filter { !$0.hasPrefix(".") } ?? []
            #expect(visible.isEmpty || visible == ["1.0.0"])
            if !visible.isEmpty {
                let files = try folder.files(below: "Fixtures/1.0.0")
                #expect(files.count == 5)
                #expect(files.filter { $0.key != "export_metadata.txt" } == whole)
            } else {
                #expect(!wasFrozen, "the old fixture stays until the new one is complete")
                try FileManager.default.createDirectory(
                    atPath: folder.path("Fixtures"), withIntermediateDirectories: true)
            }
        }
        #expect(killed > Self.count / 8)
        let next = try CommandResult.running(
            [Tool.path, "--version"], in: folder.url, environment: ["TMPDIR": home.path("tmp")])
        #expect(next.status == 0)
        let last = try Tool.run("freeze", "1.0.0", "--force", in: folder)
        #expect(last.status == 0, "\(last)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("Fixtures")) == ["1.0.0"])
        #expect(try Tool.run("check", in: folder).status == 0)
    }

    /// The items in a folder and its subfolders that are incomplete.
    private static func incomplete(in folder: ScratchFolder) -> [String] {
        (FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? [])
            .filter { $0.contains(/permafrost-[0-9A-F]{8}-[^\/]*$/) }
    }

    /// A command that writes leaves no incomplete item in the project or in the temporary folder. A killed one can't
    /// remove them, so the next command does, whatever it is and wherever it runs.
    @Test(arguments: [
        ["freeze", "--all"], ["freeze", "1.0.0", "--force"], ["scaffold"],
        ["new-version", "--even-unshipped", "--scaffold"], ["init", "--ci", "github"],
        ["report", "--output", "report.html"], ["lint", "--write-baseline"],
    ])
    func nothingIsLeft(_ command: [String]) throws {
        let original = try Tool.copy(of: "Posts")
        #expect(try Tool.run("freeze", "1.0.0", in: original).status == 0)
        try original.write("", to: "AppTests/Tests.swift")
        try original.write(
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "App",
                targets: [
                    .target(name: "Posts", path: ".", exclude: ["AppTests", "Fixtures"]),
                    .testTarget(name: "AppTests", dependencies: ["Posts"], path: "AppTests"),
                ])
            """, to: "Package.swift")
        let whole = try ScratchFolder()
        try FileManager.default.copyItem(atPath: original.url.path, toPath: whole.path("project"))
        let start = ContinuousClock.now
        let complete = try Tool.run(command, in: URL(filePath: whole.path("project")), cache: whole)
        let duration = ContinuousClock.now - start
        #expect(complete.status == 0, "\(complete)")
        let other = try ScratchFolder()
        var ended = 0
        for round in 0..<max(8, Self.count / 4) {
            let folder = try ScratchFolder()
            let project = folder.path("project")
            try FileManager.default.copyItem(atPath: original.url.path, toPath: project)
            try FileManager.default.createDirectory(
                atPath: folder.path("tmp"), withIntermediateDirectories: false)
            func start(_ arguments: [String], in directory: URL) throws -> Process {
                let process = Process()
                process.executableURL = URL(filePath: Tool.path)
                process.arguments = arguments
                process.currentDirectoryURL = directory
                process.environment = [
                    "PERMAFROST_CACHE_DIR": folder.path(".cache"), "PATH": "/usr/bin:/bin", "HOME": other.url.path,
                    "TMPDIR": folder.path("tmp"),
                ]
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                return process
            }
            let number = [SIGKILL, SIGINT, SIGTERM, SIGHUP][round % 4]
            let process = try start(command, in: URL(filePath: project))
            if round % 8 < 4 {
                // The folder in the temporary folder exists before anything is written to the project.
                while process.isRunning, try FileManager.default.contentsOfDirectory(atPath: folder.path("tmp")).isEmpty
                {}
            } else {
                usleep(UInt32(duration / .microseconds(1) * .random(in: 0...1)))
            }
            kill(process.processIdentifier, number)
            process.waitUntilExit()
            if process.terminationReason == .uncaughtSignal { ended += 1 }
            if number == SIGKILL { try start(["--version"], in: other.url).waitUntilExit() }
            #expect(Self.incomplete(in: folder) == [], "signal \(number)")
        }
        #expect(ended > 0)
    }
}
