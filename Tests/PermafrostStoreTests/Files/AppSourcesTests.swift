import Foundation
import PermafrostTestSupport
import Testing

/// Code that is built for apps doesn't start processes, because `Process` isn't available there. The same applies to
/// tests that run in a simulator.
@Suite struct AppSourcesTests {
    /// Returns the folders of the targets that the manifest also builds for a simulator.
    private static func folders() throws -> [String] {
        let manifest = try String(contentsOf: SourceTree.root.appending(path: "Package.swift"), encoding: .utf8)
        let list = try #require(manifest.firstMatch(of: /let modules: Set = \[([^\]]*)\]/)).output.1
        let names = list.matches(of: /"([A-Za-z]+)"/).map { String($0.output.1) }
        #expect(names.contains("PermafrostStoreTests"))
        // SwiftData and the compiler plugin aren't built for devices.
        return names.filter { !$0.hasPrefix("SwiftData") && !$0.hasSuffix("Plugin") }.map { name in
            if name.hasSuffix("Example") { return "Examples/" + name.dropLast("Example".count) }
            let isForTests =
                name.contains("Tests") || name.hasSuffix("Support")
                || ["MigrationCrashModels", "CollidingNames"].contains(name)
            return (isForTests ? "Tests/" : "Sources/") + name
        }
    }

    /// Returns the code without the parts that only Linux or macOS compiles.
    private static func forDevices(_ code: String) -> String {
        var depth = 0
        var hidden: [Int] = []
        return code.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("#if ") {
                depth += 1
                if ["#if os(Linux)", "#if os(Linux) || os(macOS)"].contains(line) { hidden.append(depth) }
            } else if line.hasPrefix("#endif") {
                if hidden.last == depth { hidden.removeLast() }
                depth -= 1
            } else if line.hasPrefix("#else"), hidden.last == depth {
                hidden.removeLast()
            }
            return hidden.isEmpty
        }.joined(separator: "\n")
    }

    @Test func noProcessIsStarted() throws {
        let forbidden = /\b(Process\(|CommandResult\b|Worker\(|posix_spawn|fork\(\)|homeDirectoryForCurrentUser)/
        for folder in try Self.folders() {
            let code = try SourceTree.code(below: folder)
            #expect(!code.isEmpty, "\(folder)")
            // This file contains the identifiers that other files must not use.
            for (file, text) in code where !#filePath.hasSuffix(file) {
                let found = Self.forDevices(text).matches(of: forbidden).map { String($0.output.1) }
                #expect(found.isEmpty, "\(file): \(found)")
            }
        }
    }

    /// `Int` has 32 bits on watches before watchOS 26, where a shift by 31 is negative and a shift by 32 is 0.
    @Test func largeShiftsHaveTypesOf64Bits() throws {
        for folder in try Self.folders() where folder.hasPrefix("Sources/") {
            for (file, text) in try SourceTree.code(below: folder) {
                let lines = text.split(separator: "\n").filter { line in
                    line.contains(/<< (3[1-9]|[4-6][0-9])\b/) && !line.contains(/Int64/)
                }
                #expect(lines.isEmpty, "\(file)")
            }
        }
    }

    @Test func conditionsAreSplit() {
        let code = """
            a
            #if os(Linux) || os(macOS)
            b
            #if DEBUG
            c
            #else
            d
            #endif
            #else
            e
            #endif
            #if canImport(Darwin)
            f
            #endif
            """
        let left = Self.forDevices(code).split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(left == ["a", "e", "f"])
    }
}
