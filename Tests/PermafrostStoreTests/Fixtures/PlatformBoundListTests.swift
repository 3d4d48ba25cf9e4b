import Foundation
import PermafrostTestSupport
import Testing

/// The list of tests that do not run everywhere names all of them, and no others.
@Suite struct PlatformBoundListTests {
    private static let tests = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    /// The files below `Tests`, except those of targets that are for Linux alone.
    private func swiftFiles() throws -> [String] {
        let linuxAlone = Set(PlatformBoundTests.targets.map(\.path))
        return try FileManager.default.subpathsOfDirectory(atPath: Self.tests.path).filter { path in
            path.hasSuffix(".swift") && !linuxAlone.contains(String(path.prefix { $0 != "/" }))
        }
    }

    /// The lines of a file, without those of its literals of several lines.
    private static func linesOutsideText(_ text: String) -> [Substring] {
        var isInText = false
        return text.split(separator: "\n").filter { line in
            let wasInText = isInText
            if !line.ranges(of: "\"\"\"").count.isMultiple(of: 2) { isInText.toggle() }
            return !wasInText
        }
    }

    /// The files below `Tests` that hold a condition in a line of its own, outside text.
    private func files(with platforms: PlatformBoundTests.Platforms) throws -> Set<String> {
        Set(
            try swiftFiles().filter { path in
                let text = try String(contentsOf: Self.tests.appending(path: path), encoding: .utf8)
                return Self.linesOutsideText(text).contains {
                    $0.trimmingCharacters(in: .whitespaces) == "#if \(platforms.rawValue)"
                }
            })
    }

    @Test(arguments: PlatformBoundTests.Platforms.allCases)
    func everyFileIsListed(_ platforms: PlatformBoundTests.Platforms) throws {
        let listed = PlatformBoundTests.files.filter { $0.platforms == platforms }.map(\.path)
        #expect(try files(with: platforms) == Set(listed))
        #expect(PlatformBoundTests.files.allSatisfy { !$0.reason.isEmpty })
    }

    /// What uses processes, or the module that does, is for a Mac and Linux.
    @Test func everyTargetThatRunsProcessesIsListed() throws {
        let known = Set(PlatformBoundTests.files.map(\.path))
        let targets = try swiftFiles().filter { path in
            guard !known.contains(path) else { return false }
            let text = try String(contentsOf: Self.tests.appending(path: path), encoding: .utf8)
            return text.contains(/\bCommandResult\.running|\bWorker\(|\bimport PermafrostProject\b/)
        }.map { String($0.prefix { $0 != "/" }) }
        #expect(Set(targets) == Set(PlatformBoundTests.toolTargets.map(\.path)))
    }

    @Test func everyTargetIsListed() throws {
        let manifest = try String(
            contentsOf: Self.tests.deletingLastPathComponent().appending(path: "Package.swift"), encoding: .utf8)
        var isOnLinuxAlone = false
        var targets: Set<String> = []
        var isTest = false
        for line in manifest.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line.hasSuffix("onLinux([") { isOnLinuxAlone = true } else if line == "])" { isOnLinuxAlone = false }
            if line.hasPrefix(".") || line.hasPrefix("tests(") { isTest = line.hasPrefix("tests(") }
            guard isOnLinuxAlone, isTest, let name = line.firstMatch(of: /^(?:tests\()?"(\w+)",/)?.output.1 else {
                continue
            }
            targets.insert(String(name))
        }
        #expect(targets == Set(PlatformBoundTests.targets.map(\.path)))
    }
}
