import Foundation
import PermafrostTestSupport
import Testing

/// The real stores of Core Data, which live outside the project.
enum Conformance {
    private static let folder: String? = {
        let folder =
            ProcessInfo.processInfo.environment["PERMAFROST_CONFORMANCE"]
            ?? SourceTree.root.deletingLastPathComponent().appending(path: "shared/conformance").path
        return FileManager.default.fileExists(atPath: folder + "/stores") ? folder : nil
    }()

    /// Tests over real stores run where these are.
    static let isPresent: ConditionTrait = .enabled(
        if: folder != nil,
        "The real stores are absent: put them at ../shared/conformance, or name the folder in PERMAFROST_CONFORMANCE.")

    /// The names of Core Data's stores.
    static let stores: [String] = {
        guard let folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/stores")) ?? []
        return names.filter { $0.hasPrefix("coredata-") && $0.hasSuffix(".sqlite") }.sorted()
    }()

    static func path(_ store: String) -> String { (folder ?? "") + "/stores/" + store }

    /// The version hashes that Apple's framework computed, and their digest, as an independent reader found them.
    static func expected(_ store: String) throws -> Expected {
        try JSONDecoder().decode(Expected.self, from: Data(contentsOf: URL(filePath: path(store) + ".expected.json")))
    }

    struct Expected: Decodable {
        let versionHashes: [String: String]
        let digest: String?
        let checksum: String?
    }
}
