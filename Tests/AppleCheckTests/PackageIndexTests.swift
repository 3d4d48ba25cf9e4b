import AppleCheck
import Foundation
import Testing

@Suite("The settings of the Swift Package Index")
struct PackageIndexTests {
    /// The settings of each platform, by the keys of `.spi.yml`.
    private static func configurations() throws -> [[String: String]] {
        let text = try String(contentsOfFile: Bench.repository + "/.spi.yml", encoding: .utf8)
        return text.components(separatedBy: "\n    - ").dropFirst().map { item in
            let pairs = item.split(separator: "\n").filter { !$0.contains("#") }.map { line in
                line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            }
            return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
        }
    }

    @Test("Platforms of devices build the library, and nothing that isn't for devices")
    func schemes() throws {
        let configurations = try Self.configurations()
        for platform in ["ios", "tvos", "watchos", "visionos", "macos-xcodebuild"] {
            #expect(configurations.first { $0["platform"] == platform }?["scheme"] == "Permafrost")
        }
        let plan = try ManifestPlan(
            repository: Bench.repository, scratch: Bench.scratch + "/manifest-index", toolchain: Toolchain())
        #expect(plan.products.contains("Permafrost"))
        let documented = configurations.compactMap { $0["documentation_targets"] }.joined()
            .split { !$0.isLetter }.map(String.init)
        #expect(!documented.isEmpty && Set(documented).isSubset(of: plan.targets), "\(documented)")
    }

    @Test("Linux is built with an image that has the package's libraries")
    func images() throws {
        let linux = try Self.configurations().filter { $0["platform"] == "linux" }
        #expect(linux.contains { $0["swift_version"] == "\"6.2\"" })
        #expect(linux.allSatisfy { $0["image"]?.contains("/spi-images:basic-") == true })
    }
}
