import Foundation
import PermafrostTestSupport
import Testing

/// After `new-version` is killed while it writes or undoes, the next run completes its work.
///
/// `PERMAFROST_KILLS` sets the number of kills, 6 by default. `PERMAFROST_SEED` sets the seed for their random moments.
@Suite(.serialized) struct KilledNextVersionTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let kills = environment["PERMAFROST_KILLS"].flatMap { Int($0) } ?? 6
    private static let seed = environment["PERMAFROST_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)

    /// The state of the project after the process has ended.
    private enum State: String, CaseIterable {
        case untouched, partly, complete
    }

    /// A project, and its sources before and after `new-version`.
    private struct Scene {
        let project: NextVersionTests.Shipped
        let before: [String: Data]
        let after: [String: Data]

        /// - Parameter isFrozen: whether the newest version is frozen. If not, `new-version` also writes its fixture.
        init(isFrozen: Bool) throws {
            project = try NextVersionTests.Shipped(.copyForward, isFrozen: isFrozen)
            try project.edit()
            before = try project.sources()
            let written = try Self.run([], in: project)
            #expect(written.status == 0, "\(written)")
            after = try project.sources()
            let undo = try Self.run(["--undo"], in: project)
            #expect(undo.status == 0, "\(undo)")
        }

        /// Kills `new-version` some time after its first file has changed.
        ///
        /// - Returns: the resulting state; nil if the process has ended by itself.
        func cutShort(_ arguments: [String], after delay: TimeInterval) throws -> State? {
            let start = try project.sources()
            let journals = project.folder.path(".git/permafrost/top")
            let stamp = Self.stamp(journals)
            let process = Process()
            process.executableURL = URL(filePath: Tool.path)
            process.arguments = ["new-version"] + arguments
            process.currentDirectoryURL = project.folder.url
            process.environment = Self.environment(project)
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            while process.isRunning, Self.stamp(journals) == stamp { usleep(20) }
            usleep(UInt32(delay * 1_000_000))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let now = try project.sources()
            guard process.terminationReason == .uncaughtSignal else { return nil }
            return now == start ? .untouched : now == before || now == after ? .complete : .partly
        }

        func run(_ arguments: String...) throws -> CommandResult { try Self.run(arguments, in: project) }

        private static func run(
            _ arguments: [String], in project: NextVersionTests.Shipped
        ) throws -> CommandResult {
            try Tool.run(
                ["new-version"] + arguments, in: project.folder.url, environment: environment(project),
                cache: project.folder)
        }

        /// Variables that give every fixture the same freezing date.
        private static func environment(_ project: NextVersionTests.Shipped) -> [String: String] {
            ProcessInfo.processInfo.environment.merging([
                "PERMAFROST_CACHE_DIR": project.folder.path(".cache"), "XDG_STATE_HOME": Tool.state, "NO_COLOR": "1",
                "SOURCE_DATE_EPOCH": "1700000000",
            ]) { _, new in new }
        }

        /// Returns the journals in a folder with their inode numbers. Journals are replaced or renamed, never modified
        /// in place.
        private static func stamp(_ folder: String) -> [String: UInt64] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.filter { $0.hasSuffix(".json") }.reduce(into: [:]) { stamp, name in
                var status = stat()
                if stat(folder + "/" + name, &status) == 0 { stamp[name] = UInt64(status.st_ino) }
            }
        }
    }

    private func report(_ found: [State?], _ name: String) {
        let counts = State.allCases.map { state in "\(found.count { $0 == state }) \(state.rawValue)" }
        let ended = found.count { $0 == nil }
        print("\(name)\t\(counts.joined(separator: ", ")), \(ended) had ended\tseed \(Self.seed)")
        #expect(found.count - ended > Self.kills / 3 || Self.kills < 20)
    }

    @Test(arguments: [true, false]) func killedWhileWriting(_ isFrozen: Bool) throws {
        let scene = try Scene(isFrozen: isFrozen)
        var random = SeededGenerator(state: Self.seed)
        var found: [State?] = []
        for round in 0..<Self.kills {
            let state = try scene.cutShort([], after: .random(in: 0..<0.012, using: &random))
            found.append(state)
            let comment = Comment(rawValue: "seed \(Self.seed), round \(round)")
            let isUndone = round % 3 == 0 && state != nil && state != .untouched
            if !isUndone {
                // The next run finishes the work, or does all of it.
                let next = try scene.run()
                #expect([0, 2].contains(next.status), "\(comment) \(next)")
                #expect(try scene.project.sources() == scene.after, comment)
            }
            let undo = try scene.run("--undo")
            #expect(undo.status == 0, "\(comment) \(undo)")
            #expect(try scene.project.sources() == scene.before, comment)
        }
        report(found, "writing")
    }

    @Test(arguments: [true, false]) func killedWhileUndoing(_ isFrozen: Bool) throws {
        let scene = try Scene(isFrozen: isFrozen)
        var random = SeededGenerator(state: Self.seed)
        var found: [State?] = []
        for round in 0..<Self.kills {
            if try scene.project.sources() != scene.after {
                #expect(try scene.run().status == 0)
            }
            found.append(try scene.cutShort(["--undo"], after: .random(in: 0..<0.012, using: &random)))
            let comment = Comment(rawValue: "seed \(Self.seed), round \(round)")
            if round.isMultiple(of: 2) {
                let undo = try scene.run("--undo")
                #expect(undo.status == 0 || undo.errors.contains("nothing") || undo.errors.contains("no new-version"))
                #expect(try scene.project.sources() == scene.before, comment)
            } else {
                // The next version is written again, from the sources that preceded the first one.
                let next = try scene.run()
                #expect([0, 2].contains(next.status), "\(comment) \(next)")
                #expect(try scene.project.sources() == scene.after, comment)
            }
        }
        report(found, "taking back")
    }
}

extension NextVersionTests.Shipped {
    /// Returns the files, except hidden ones.
    fileprivate func sources() throws -> [String: Data] {
        try files().filter { !$0.key.contains("/.") }
    }
}
