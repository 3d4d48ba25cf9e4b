import Foundation
import PermafrostTestSupport
import Testing

/// A freeze that is killed at any moment leaves a complete fixture or none.
@Suite struct KilledFreezeTests {
    static let count = Int(ProcessInfo.processInfo.environment["PERMAFROST_KILLS"] ?? "") ?? 60

    @Test func noPartialFixtureIsLeft() throws {
        let folder = try Tool.copy(of: "Cartographer")
        // A killed process's files are removed only by the user whose key created them, so all runs share a home
        // folder.
        let home = try ScratchFolder()
        let environment = ["HOME": home.url.path, "XDG_STATE_HOME": ""]
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
        let last = try Tool.run("freeze", "1.0.0", "--force", in: folder, environment: environment)
        #expect(last.status == 0, "\(last)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("Fixtures")) == ["1.0.0"])
        #expect(try Tool.run("check", in: folder).status == 0)
    }
}
