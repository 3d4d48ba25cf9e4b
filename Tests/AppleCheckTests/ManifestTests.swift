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
        "A name that swift-syntax does not have is found at its line",
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

    @Test("A target that exists on Linux alone is found where Apple's branch names it")
    func linuxTarget() throws {
        let findings = try findings { manifest in
            manifest = manifest.replacingOccurrences(
                of: "let storage: [Target.Dependency] = [\"CZlib\"]",
                with: "let storage: [Target.Dependency] = [\"CSQLite\", \"CZlib\"]")
        }
        #expect(findings.first?.file == "Package.swift")
        #expect(findings.first?.message.contains("CSQLite") == true, "\(findings)")
    }

    @Test("An error in code for Apple platforms alone is found")
    func syntax() throws {
        let findings = try findings { manifest in
            manifest = manifest.replacingOccurrences(
                of: "let swiftDataTargets: [Target] = []", with: "let swiftDataTargets: [Target] = [1]")
        }
        #expect(findings.first?.message.contains("cannot convert") == true, "\(findings)")
    }
}
