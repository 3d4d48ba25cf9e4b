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

    @Test("Modules that apps link, and modules of the tool of plugins, are checked for every platform")
    func platforms() throws {
        let plan = try ManifestPlan(
            repository: Bench.repository, scratch: Bench.scratch + "/manifest-tools", toolchain: Toolchain())
        let everywhere = plan.units.filter { $0.platforms == ApplePlatform.allCases }.map(\.name)
        for name in [
            "Permafrost", "PermafrostTesting", "PermafrostInspect", "PermafrostModel", "PermafrostStore",
            "PermafrostFixtures", "PermafrostFreezing", "PermafrostSource", "PermafrostProject", "PermafrostCLI",
            "PermafrostPluginTool",
        ] {
            #expect(everywhere.contains(name), "\(name)")
        }
        #expect(!everywhere.contains("PermafrostMacrosPlugin") && !everywhere.contains("PermafrostCommandTests"))
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
