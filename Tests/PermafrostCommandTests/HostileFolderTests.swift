import Foundation
import PermafrostTestSupport
import Testing

/// Runs every command that writes in random folders of links, pipes, devices, unusual names and possible files of a
/// killed run. Nothing outside the project changes.
///
/// The usual run tries a few folders. To try 500, which takes a few minutes:
///
/// ```
/// PERMAFROST_HOSTILE_FOLDERS=500 swift test --filter HostileFolderTests
/// ```
@Suite struct HostileFolderTests {
    private static let count = Int(ProcessInfo.processInfo.environment["PERMAFROST_HOSTILE_FOLDERS"] ?? "") ?? 5

    private static let commands = [
        ["freeze", "--all"], ["freeze", "1.0.0", "--force"], ["freeze", "--regroup"],
        ["new-version", "--even-unshipped"],
        ["new-version", "--undo"], ["scaffold", "--tests", "Tests/AppTests"], ["scaffold"], ["init", "--ci", "github"],
        ["init"], ["adopt"], ["check", "--stamp", "stamp"], ["check", "--stamp", "out/stamp"],
        ["report"],
        ["report", "--output", "out/page.html"],
    ]

    /// Returns a folder's commands in a random order. If there are many folders, each gets half of the commands, and
    /// two consecutive folders get all of them.
    private static func commands(_ seed: Int, _ random: inout SeededGenerator) -> [[String]] {
        let chosen =
            count <= 20 ? commands : commands.enumerated().filter { $0.offset % 2 == seed % 2 }.map(\.element)
        return chosen.shuffled(using: &random)
    }

    @Test(arguments: 0..<count) func filesOutsideOfTheProjectAreUnchanged(_ seed: Int) throws {
        var random = SeededGenerator(state: UInt64(seed) &* 7_919)
        let folder = try HostileFolder(&random)
        let before = try folder.outside()
        #expect(before.count == 9, "\(before)")
        for command in Self.commands(seed, &random) {
            // Only git may wait for a pipe, until its time limit.
            let result = try CommandResult.running(
                ["timeout", "60", Tool.path] + command, in: folder.project,
                environment: [
                    "PERMAFROST_CACHE_DIR": folder.scratch.path("cache"),
                    "XDG_STATE_HOME": folder.scratch.path("state"),
                    "PERMAFROST_GIT_SECONDS": "1", "NO_COLOR": "1",
                ])
            #expect((0...2).contains(result.status), "seed \(seed), \(folder.places), \(command): \(result)")
            let after = try folder.outside()
            #expect(after == before, "seed \(seed), \(folder.places), \(command): \(result)")
        }
    }
}
