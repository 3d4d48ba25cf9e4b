import Foundation
import PermafrostTestSupport
import Testing

/// The list of tests that don't run on every platform is complete, and contains no other tests.
@Suite struct PlatformBoundListTests {
    private static let tests = URL(filePath: #filePath).appending(path: "../..").standardizedFileURL

    /// Returns the Swift files below `Tests`, except in targets that are only for Linux.
    private func swiftFiles() throws -> [String] {
        let linuxAlone = Set(PlatformBoundTests.targets.map(\.path))
        return try FileManager.default.subpathsOfDirectory(atPath: Self.tests.path).filter { path in
            path.hasSuffix(".swift") && !linuxAlone.contains(String(path.prefix { $0 != "/" }))
        }
    }

    /// Returns the lines of a file that aren't in a multiline string literal.
    private static func linesOutsideText(_ text: String) -> [Substring] {
        var isInText = false
        return text.split(separator: "\n").filter { line in
            let wasInText = isInText
            if !line.ranges(of: "\"\"\"").count.isMultiple(of: 2) { isInText.toggle() }
            return !wasInText
        }
    }

    /// Returns the files below `Tests` that contain the `#if` condition on a separate line, outside of multiline string
    /// literals.
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

    /// Targets that start processes, or import the module that does, are listed as targets for only macOS and Linux.
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
