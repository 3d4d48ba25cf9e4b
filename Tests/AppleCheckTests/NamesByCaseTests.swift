import AppleCheck
import Foundation
import PermafrostTestSupport
import Testing

/// A volume that ignores case has room for only one of two files whose names differ by case, and a Mac's volume usually
/// does. Xcode names folders after products and targets.
@Suite("Names on a volume that ignores case")
struct NamesByCaseTests {
    /// Returns the names that such a volume confuses.
    private static func confused(_ names: some Sequence<String>) -> [[String]] {
        Dictionary(grouping: Set(names)) { $0.decomposedStringWithCanonicalMapping.lowercased() }.values
            .filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
    }

    @Test("Names that differ by case or by the form of an accent are found")
    func confusion() {
        #expect(
            Self.confused(["Permafrost", "permafrost", "Caf\u{E9}", "cafe\u{301}", "Other", "Other"])
                == [["Caf\u{E9}", "cafe\u{301}"], ["Permafrost", "permafrost"]])
    }

    @Test("Products and targets, in each of the manifests")
    func manifest() throws {
        let plan = try ManifestPlan(
            repository: Bench.repository, scratch: Bench.scratch + "/manifest-names", toolchain: Toolchain())
        #expect(plan.products.contains("permafrost-cli") && plan.products.contains("Permafrost"))
        #expect(plan.targets.contains("PermafrostPluginTool") && plan.targets.contains("CZlib"))
        #expect(Self.confused(plan.products + plan.targets) == [])
        // Builds of releases have another product.
        #expect(Self.confused(plan.products + plan.targets + ["permafrost-standalone"]) == [])
    }

    @Test("Files and folders, with every fixture")
    func files() throws {
        let listed = try CommandResult.running(
            ["git", "ls-files", "-z"], in: URL(filePath: Bench.repository)
        ).output.split(separator: "\0").map(String.init)
        // An archive of the sources has no repository.
        let files =
            listed.isEmpty
            ? try FileManager.default.subpathsOfDirectory(atPath: Bench.repository).filter { !$0.hasPrefix(".") }
            : listed
        #expect(files.contains { $0.hasPrefix("Fixtures/") && $0.hasSuffix(".sqlite") })
        let paths = Set(files.flatMap { Self.pathAndFolders($0) })
        #expect(paths.count > files.count)
        #expect(Self.confused(paths) == [])
    }

    /// Returns a file's path and the paths of the folders around it.
    private static func pathAndFolders(_ path: String) -> [String] {
        let parts = path.split(separator: "/")
        return parts.indices.map { parts[...$0].joined(separator: "/") }
    }
}
