import Foundation
import PermafrostTestSupport
import Testing

/// Code finds the build's programs and the system's folders in ways that also work on a Mac.
@Suite struct BuildPathsTests {
    #if os(Linux) || os(macOS)
        /// The folders of loaded bundles and of the running program, and the folder with the build products.
        @Test(arguments: [
            // `swift test` on a Mac, for XCTest and for Swift Testing.
            (["/build/debug/AppTests.xctest"], "/Xcode/usr/bin", "/build/debug"),
            (["/build/debug/AppTests.xctest"], "/Xcode/usr/libexec/swift/pm", "/build/debug"),
            // Xcode: the program has other bundles, too.
            (
                ["/Xcode/Xcode.app", "/Build/Products/Debug/AppTests.xctest", "/System/Library/A.framework"],
                "/Xcode/usr/bin", "/Build/Products/Debug"
            ),
            // Linux: the tests are a program, which isn't in a bundle.
            (["/build/debug"], "/build/debug", "/build/debug"), ([], "/build/debug", "/build/debug"),
            ([], "/build/debug/AppTests.xctest", "/build/debug"),
        ])
        func buildFolder(bundles: [String], program: String, expected: String) {
            let url = BuildFolder.folder(
                bundles: bundles.map { URL(filePath: $0) }, program: URL(filePath: program))
            #expect(url.path == expected)
        }

        @Test func theTestsAreInTheBuildFolder() throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: BuildFolder.url.path)
            #expect(names.contains { $0.hasSuffix(".xctest") }, "\(BuildFolder.url.path)")
        }
    #endif

    /// A pattern that code may not contain, and the files that may contain it.
    private struct Rule: Sendable, CustomTestStringConvertible {
        let folders: [String]
        let pattern: String
        var exceptions: Set<String> = []

        var testDescription: String { pattern }
    }

    private static let rules = [
        // On a Mac, the running program is one of Xcode's. All tests use BuildFolder.
        Rule(
            folders: ["Tests"], pattern: #"Bundle\.main(?!\.url)|CommandLine\.arguments\[0\]|/proc/self/exe"#,
            exceptions: ["Tests/PermafrostTestSupport/BuildFolder.swift"]),
        // On a Mac, Foundation removes `/private` from a path, which the system's calls return.
        Rule(folders: ["Sources", "Tests"], pattern: #"resolvingSymlinksInPath\(\)"#),
        // Only Linux has these folders. The exceptions have a condition around the code.
        Rule(
            folders: ["Sources"], pattern: "\"/(proc|sys|dev/shm|run)/",
            exceptions: [
                "Sources/PermafrostStore/Files/FileAccess+Streams.swift",
                "Sources/PermafrostFixtures/Files/OpenFileLimit.swift",
                "Sources/PermafrostStore/SQLite/SQLiteSystemCalls.swift",
                "Sources/PermafrostTesting/Processes/TestProcess.swift",
            ]),
    ]

    @Test(arguments: rules)
    private func sources(_ rule: Rule) throws {
        let pattern = try Regex(rule.pattern)
        var found: Set<String> = []
        for folder in rule.folders {
            // This file contains the patterns.
            for (file, text) in try SourceTree.code(below: folder) where !#filePath.hasSuffix(file) {
                if text.contains(pattern) { found.insert(file) }
            }
        }
        #expect(found == rule.exceptions)
    }
}
