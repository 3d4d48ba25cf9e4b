import Foundation
import Permafrost
import PermafrostModel
import SwiftData

/// A registry that keeps each migrated store's folder at least as long as the store's container exists, so that a test
/// that uses only the container doesn't need to keep the ``Migration``.
enum MigratedStores {
    private struct Entry {
        weak var container: ModelContainer?
        let stores: Migration.Stores
    }

    private static let entries = Locked<[Entry]>([])
    /// A value that is always true. Reading it the first time registers a function that deletes the remaining folders
    /// at the end of the process.
    private static let removesAtExit: Bool = {
        atexit { MigratedStores.entries.withLock { $0 = [] } }
        return true
    }()

    /// Keeps a migration's stores at least as long as its container exists.
    static func keep(_ migration: Migration) {
        _ = removesAtExit
        entries.withLock { entries in
            entries.removeAll { $0.container == nil }
            entries.append(Entry(container: migration.container, stores: migration.stores))
        }
    }
}
