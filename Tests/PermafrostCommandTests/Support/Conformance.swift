import Foundation
import PermafrostTestSupport
import Testing

/// The real stores, which live outside the project.
enum Conformance {
    static let folder: URL? = {
        let given = ProcessInfo.processInfo.environment["PERMAFROST_CONFORMANCE"].map { URL(filePath: $0) }
        let root = Tool.examples.deletingLastPathComponent()
        let folder = given ?? root.deletingLastPathComponent().appending(path: "shared/conformance")
        return FileManager.default.fileExists(atPath: folder.appending(path: "stores").path) ? folder : nil
    }()

    /// Tests over real stores run where these are.
    static let isPresent: ConditionTrait = .enabled(
        if: folder != nil,
        "The real stores are absent: put them at ../shared/conformance, or name the folder in PERMAFROST_CONFORMANCE.")

    /// The names of all stores.
    static let stores: [String] = {
        guard let folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/stores")) ?? []
        return names.filter { $0.hasSuffix(".sqlite") || $0.hasSuffix(".store") }.sorted()
    }()

    static func path(_ store: String) -> String { (folder?.path ?? "") + "/stores/" + store }

    /// A copy of a store, with its -wal, that a test may change.
    static func copy(_ store: String) throws -> ScratchFolder {
        let scratch = try ScratchFolder()
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path(store) + suffix) {
            let copy = scratch.path("App.store" + suffix)
            try FileManager.default.copyItem(atPath: path(store) + suffix, toPath: copy)
            chmod(copy, 0o644)
        }
        return scratch
    }

    /// What an independent reader found in a store.
    static func expected(_ store: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(filePath: path(store) + ".expected.json"))
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }
}
