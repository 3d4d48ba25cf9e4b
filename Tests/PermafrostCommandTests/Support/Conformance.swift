import Foundation
import PermafrostTestSupport
import Testing

/// The real stores, which are outside the project.
enum Conformance {
    /// A condition that runs tests only if the real stores are present.
    static let isPresent: ConditionTrait = .enabled(Comment(rawValue: Evidence.stores.reason)) {
        try Evidence.stores.isUsable()
    }

    /// The names of all stores.
    static let stores = RealStores.names()

    static func path(_ store: String) -> String { RealStores.url(store).path }

    /// Returns a copy of a store, with its -wal file, that a test may change.
    static func copy(_ store: String) throws -> ScratchFolder {
        let scratch = try ScratchFolder()
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path(store) + suffix) {
            let copy = scratch.path("App.store" + suffix)
            try FileManager.default.copyItem(atPath: path(store) + suffix, toPath: copy)
            chmod(copy, 0o644)
        }
        return scratch
    }

    /// Returns an independent reader's findings for a store.
    static func expected(_ store: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: RealStores.expected(store)) as? [String: Any] ?? [:]
    }
}
