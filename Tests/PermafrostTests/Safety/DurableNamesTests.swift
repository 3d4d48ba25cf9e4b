import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// A name in a folder survives a loss of power once the folder is synced. A restore makes everything that it relies on
/// durable before its next step.
@Suite struct DurableNamesTests {
    /// The folders with names that may be lost.
    private final class Names: Sendable {
        private let folders = Locked<Set<String>>([])
        private let found = Locked<[String]>([])
        var problems: [String] { found.withLock { $0 } }

        private func add(_ path: String) {
            folders.withLock { _ = $0.insert((path as NSString).deletingLastPathComponent) }
        }

        /// Requires that everything new is durable now, except in the given folders.
        private func require(_ moment: String, but others: Set<String> = []) {
            let left = folders.withLock { $0.subtracting(others) }
            if !left.isEmpty { found.withLock { $0.append("\(moment): \(left.sorted())") } }
        }

        func files(_ folder: SafetyFolder) -> FileSystem {
            let system = FileSystem()
            var files = system
            files.makeFolder = { path in
                var new = path
                while try FileKind(of: new) == .absent {
                    self.add(new)
                    new = (new as NSString).deletingLastPathComponent
                }
                try system.makeFolder(path)
            }
            files.copy = { source, target in
                try system.copy(source, target)
                self.add(target)
            }
            files.link = { source, target in
                try system.link(source, target)
                self.add(target)
            }
            files.create = { path, model in
                try system.create(path, model)
                self.add(path)
            }
            files.rename = { source, target in
                // The store is moved away, or something replaces it. Everything prepared for that must be durable.
                if source == folder.store.path || target == folder.store.path { self.require("before \(target)") }
                try system.rename(source, target)
                self.add(target)
                if target == folder.journal { self.require("journal", but: [folder.path]) }
            }
            files.renameNew = { [files] in try files.rename($0, $1) }
            files.exchange = { first, second in
                if first == folder.store.path { self.require("before \(second)") }
                try system.exchange(first, second)
                self.add(first)
                self.add(second)
            }
            files.sync = { path in
                try system.sync(path)
                self.folders.withLock { _ = $0.remove(path.hasSuffix("/.") ? String(path.dropLast(2)) : path) }
            }
            files.remove = { path in
                try system.remove(path)
                self.folders.withLock { folders in folders = folders.filter { $0 != path && !$0.hasPrefix(path + "/") }
                }
            }
            return files
        }
    }

    /// A rollback after the hook has failed: the backup's copy and the failed store that is kept, both with large
    /// values.
    @Test func aRestorationHasItsNamesOnTheDisk() throws {
        let vault = try VaultFolder()
        let names = Names()
        let error = try vault.failure(
            VaultStore.failingPlan, files: names.files(SafetyFolder(store: vault.store)))
        #expect(error.isRolledBack)
        #expect(names.problems.isEmpty, "\(names.problems)")
        try vault.expectFirst()
    }

    @Test func aRestorationToAnEmptyPlaceHasItsNamesOnTheDisk() throws {
        let (vault, empty) = (try VaultFolder(), try VaultFolder(notes: nil))
        _ = try vault.migrate()
        let folder = SafetyFolder(store: empty.store)
        let names = Names()
        try ManualRestore(
            backup: try #require(try vault.backups.first), folder: folder, files: names.files(folder)
        ).run()
        #expect(names.problems.isEmpty, "\(names.problems)")
        try empty.expectFirst()
    }
}
