import Foundation
import Testing

@testable import AppleCheck

@Suite("The manifest's branch for Apple platforms", .serialized)
struct ManifestTests {
    private func findings(_ change: (inout String) -> Void) throws -> [Finding] {
        var manifest = try String(contentsOfFile: Bench.repository + "/Package.swift", encoding: .utf8)
        change(&manifest)
        return try ManifestPlan(
            repository: Bench.repository, scratch: Bench.scratch + "/manifest", toolchain: Toolchain(),
            manifest: manifest
        ).findings
    }

    private func line(of text: String, in manifest: String) -> Int? {
        manifest.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(text) }.map {
            $0 + 1
        }
    }

    @Test(
        "A product that swift-syntax doesn't have is found at its line",
        arguments: [
            ("\"SwiftCompilerPlugin\"", "\"SwiftCompilerPluginMessageHandling\""),
            ("\"SwiftParserDiagnostics\"", "\"SwiftParserDiagnostic\""),
        ])
    func product(name: String, wrong: String) throws {
        var expected: Int?
        let findings = try findings { manifest in
            manifest = manifest.replacingOccurrences(of: name, with: wrong)
            expected = line(of: wrong, in: manifest)
        }
        #expect(findings.map(\.file) == ["Package.swift"])
        #expect(findings.first?.line == expected)
        #expect(findings.first?.message.contains("not found in package 'swift-syntax'") == true, "\(findings)")
    }

    @Test("A Linux-only target in the branch for Apple platforms is found")
    func linuxTarget() throws {
        let findings = try findings { manifest in
            manifest = manifest.replacingOccurrences(
                of: "let storage: [Target.Dependency] = [\"CZlib\"] + onLinux([\"CSQLite\"])",
                with: "let storage: [Target.Dependency] = [\"CZlib\", \"CSQLite\"]")
        }
        #expect(findings.first?.file == "Package.swift")
        #expect(findings.first?.message.contains("CSQLite") == true, "\(findings)")
    }

    /// A case-insensitive disk can hold only one file with such names. The tool's product creates a file; the library's
    /// doesn't, and the module with its name has a distinct extension. An Xcode scheme is a file only if it is shared.
    @Test("Product names that differ only by case are the tool's and the library's; no target names do")
    func namesByCase() throws {
        let plan = try ManifestPlan(
            repository: Bench.repository, scratch: Bench.scratch + "/manifest", toolchain: Toolchain())
        let alike = Dictionary(grouping: plan.products) { $0.lowercased() }.values.filter { $0.count > 1 }
        #expect(alike.map { $0.sorted() } == [["Permafrost", "permafrost"]])
        let targets = Set((plan.units + plan.plugins).map(\.name))
        #expect(Set(targets.map { $0.lowercased() }).count == targets.count)
    }

    @Test("An error in code that only Apple platforms compile is found")
    func syntax() throws {
        let findings = try findings { manifest in
            manifest = manifest.replacingOccurrences(
                of: "-> [Element] { others }", with: "-> [Element] { [1] }")
        }
        #expect(findings.first?.message.contains("cannot convert") == true, "\(findings)")
    }
}
