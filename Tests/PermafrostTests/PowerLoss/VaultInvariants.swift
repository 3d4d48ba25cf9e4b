#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostFixtures
    import PermafrostStore
    import SwiftData

    @testable import Permafrost

    /// An invariant that doesn't hold.
    struct Violation: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// The invariants of an operation's folder after a loss of power, a failing call or a kill.
    ///
    /// Every committed row and every large value is in the store, or in its backup until the next launch has restored
    /// it. Nothing that a caller was promised is undone.
    struct VaultInvariants {
        let operation: VaultOperation
        var setting = VaultSetting.plain
        let folder: URL
        /// The notes that a neighbour saved or tried to save during the operation.
        var visits = VisitingNeighbour.Record()
        private var store: URL { StoreFile(VaultOperation.store(in: folder)).resolved }
        private var safety: SafetyFolder { SafetyFolder(store: store) }

        /// Checks the folder, and launches the app again.
        ///
        /// - Parameter marks: the marks that the operation has reported to its caller.
        /// - Throws: ``Violation``, or an error of an operation that must succeed.
        func check(_ marks: [String]) throws {
            let marks = marks.compactMap { VaultOperation.Mark(rawValue: $0) }
            if setting.has(.ownersAlone) { try checkPermissions() }
            try checkOperation(marks)
            if setting.has(.overlapping) { try checkSecondStore() }
            try checkVisits()
        }

        private func checkOperation(_ marks: [VaultOperation.Mark]) throws {
            // If a stage or a hook continued after a save that failed, the changes of that save are missing.
            let hasCaught = marks.contains(.caught)
            switch operation {
            case .creation: try checkCreation(marks)
            case .saves:
                let saved = marks.count { $0 == .saved }
                let found = try content()
                let expected = (saved...min(3, saved + 1)).map { VaultOperation.notes(afterSaves: $0) }
                guard expected.contains(found.notes) else {
                    throw Violation("After \(saved) saves the store has \(found.summary).")
                }
            case .backup:
                try require(.first, [VaultOperation.notes(afterSaves: 0)])
                try checkBackups(isPromised: marks.contains(.backedUp))
                try launch()
            case .migration, .recovery:
                if marks.contains(.migrated) { try require(.second, [VaultOperation.notes(afterSaves: 0)]) }
                try checkBackups(isPromised: marks.contains(.migrated))
                try launch(hasCaught)
            case .rollback:
                if marks.contains(.rolledBack) {
                    try require(.first, [VaultOperation.notes(afterSaves: 0)])
                    try checkMigratedStoreIsKept()
                }
                try checkBackups(isPromised: marks.contains(.rolledBack))
                try launch(hasCaught)
            case .progressive: try checkProgressive(marks, hasCaught)
            case .restore: try checkRestore(marks)
            case .freezing, .refreezing: try checkFixture(marks)
            }
        }

        /// Checks that other users can't read any file of the store, a backup or a copy. Exceptions are files that no
        /// row refers to, and a store that a neighbour made while there was none.
        private func checkPermissions() throws {
            // While the store is waiting to be restored, the store at its place is a neighbour's.
            let isElsewhere = try FileKind(of: safety.restoreFolder + "/" + safety.storeName) != .absent
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
                let name = (path as NSString).lastPathComponent
                if setting.neighbour != nil, isElsewhere, !path.contains(SafetyFolder.name) { continue }
                guard name.hasPrefix("Vault.store"), setting.neighbour == nil || !Self.isSecondStore(path) else {
                    continue
                }
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + path)
                guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
                let mode = (attributes[.posixPermissions] as? Int) ?? 0
                guard mode & 0o077 == 0 else { throw Violation("Other users may read \(path).") }
            }
        }

        /// Returns whether a file belongs to a second store that was moved aside, into the folder of the first:
        /// `X.failed/2`.
        private static func isSecondStore(_ path: String) -> Bool {
            Int(((path as NSString).deletingLastPathComponent as NSString).lastPathComponent) != nil
        }

        // MARK: The store

        private func content(of store: URL? = nil) throws -> VaultContent {
            guard let content = try VaultContent(store ?? self.store) else { throw Violation("There is no store.") }
            return content
        }

        private func require(_ version: VaultFolder.Version, _ notes: [[Int: VaultNote]]) throws {
            let found = try content()
            guard found.version == version else { throw Violation("The store has the \(found.version) version.") }
            guard notes.contains(found.notes) else { throw Violation("The store has \(found.summary).") }
        }

        private func checkCreation(_ marks: [VaultOperation.Mark]) throws {
            let schema = Schema(versionedSchema: VaultV1.self)
            do {
                let container = try ModelContainer(
                    for: schema, configurations: ModelConfiguration(schema: schema, url: store))
                withExtendedLifetime(container) {}
            } catch { throw Violation("The store cannot be opened: \(error)") }
            let found = try content()
            guard
                found.notes == VaultOperation.notes(afterSaves: 0) || found.notes.isEmpty && !marks.contains(.saved)
            else { throw Violation("The store has \(found.summary).") }
        }

        /// Starts the app again with a plan that succeeds.
        private func launch(_ hasCaught: Bool = false) throws {
            do {
                let container = try SafeModelContainer.make(
                    for: VaultV2.self, plan: VaultStore.plan, storeURL: store)
                withExtendedLifetime(container) {}
            } catch { throw Violation("The next launch fails: \(error)") }
            let found = try content()
            var expected = [VaultOperation.notes(afterSaves: 0)]
            if operation == .restore {
                var added = expected[0]
                added[VaultOperation.added] = VaultNote(text: "note \(VaultOperation.added)", attachment: nil)
                expected.append(added)
                if found.notes != added { try checkFailedStore() }
            }
            guard found.version == .second, expected.contains(found.notes) else {
                throw Violation("After the next launch the store has \(found.summary).")
            }
            let titles = (0..<VaultOperation.notes).map { "NOTE \($0)" }
            guard found.titles.isSuperset(of: titles) || hasCaught else { throw Violation("The stage was not run.") }
            guard Set(found.events) == [VaultStore.migrated] || hasCaught && found.events.isEmpty else {
                throw Violation("The hook has added \(found.events).")
            }
            guard try !JournalFile(folder: safety, files: FileSystem()).exists else {
                throw Violation("A journal is left.")
            }
        }

        // MARK: Others

        /// Checks the second store of the same models that the operation's container also has open.
        private func checkSecondStore() throws {
            let found = try content(of: VaultOperation.secondStore(in: folder))
            let expected = VaultOperation.notes(afterSaves: 0).filter { $0.key < VaultOperation.secondNotes }
            guard found.version == .first, found.notes == expected else {
                throw Violation("The store of the second configuration has \(found.summary).")
            }
        }

        /// Checks that a neighbour's saves are in the store, or in a store that a backup replaced. Nobody may have
        /// found a note without its large value.
        private func checkVisits() throws {
            guard visits.wrong.isEmpty else { throw Violation("The neighbour has found \(visits.wrong).") }
            guard setting.neighbour != nil else { return }
            var missing = visits.saved
            for place in try [store] + failedStores() {
                guard let found = try VaultContent(place) else { continue }
                for (number, note) in found.visitorNotes {
                    guard visits.attempted.contains(number), note == VaultVisitor.note(number) else {
                        throw Violation("\(place.path) has a note \(number) that nobody has saved with these values.")
                    }
                    missing.remove(number)
                }
            }
            guard missing.isEmpty else { throw Violation("The neighbour's saves are lost: \(missing.sorted()).") }
        }

        /// Returns the stores that backups replaced.
        private func failedStores() throws -> [URL] {
            try safety.folders.filter { $0.isReplacedStore }.flatMap { name in
                let folder = safety.folder(name)
                let numbered = try FileManager.default.contentsOfDirectory(atPath: folder).filter { Int($0) != nil }
                return ([folder] + numbered.map { folder + "/" + $0 })
                    .map { URL(fileURLWithPath: $0 + "/" + safety.storeName) }
                    // SQLite makes an empty file for a neighbour that opens the store while it is being moved.
                    .filter { FileStatus(at: $0.path).map { $0.isRegular && $0.bytes > 0 } ?? false }
            }
        }

        // MARK: Backups

        /// Checks that each listed backup is intact, and that there is one if it was promised.
        private func checkBackups(isPromised: Bool) throws {
            let backups = try StoreBackups(folder: safety, files: FileSystem()).backups
            for backup in backups {
                guard backup.isIntact else { throw Violation("The backup \(backup.url.lastPathComponent) is damaged.") }
            }
            guard isPromised else { return }
            guard let backup = backups.first else { throw Violation("There is no backup.") }
            let found = try content(of: backup.storeURL)
            guard found.version == .first, found.notes == VaultOperation.notes(afterSaves: 0) else {
                throw Violation("The backup has \(found.summary).")
            }
        }

        private func checkRestore(_ marks: [VaultOperation.Mark]) throws {
            if marks.contains(.restored) {
                try require(.first, [VaultOperation.notes(afterSaves: 0)])
                try checkFailedStore()
            }
            try launch()
        }

        /// Checks that the store whose hook failed is kept, with all its rows and large values.
        private func checkMigratedStoreIsKept() throws {
            guard let name = try safety.folders.last(where: { $0.isReplacedStore }) else {
                throw Violation("The store whose hook has failed is not kept.")
            }
            let found = try content(of: URL(fileURLWithPath: safety.folder(name) + "/" + safety.storeName))
            guard found.version == .second, found.notes == VaultOperation.notes(afterSaves: 0) else {
                throw Violation("The store whose hook has failed has \(found.summary).")
            }
        }

        /// Checks that the store that a backup replaced is kept, with everything that was saved in it.
        private func checkFailedStore() throws {
            guard let name = try safety.folders.last(where: { $0.isReplacedStore }) else {
                throw Violation("The store that was replaced is not kept.")
            }
            let found = try content(of: URL(fileURLWithPath: safety.folder(name) + "/" + safety.storeName))
            guard found.notes[VaultOperation.added] != nil, found.notes.count == VaultOperation.notes + 1,
                found.notes.allSatisfy({
                    $0.value.attachment != nil || $0.key % 10 != 0 || $0.key == VaultOperation.added
                })
            else { throw Violation("The store that was replaced has \(found.summary).") }
        }

        // MARK: Step by step

        private func checkProgressive(_ marks: [VaultOperation.Mark], _ hasCaught: Bool) throws {
            let expected = VaultOperation.notes(afterSaves: 0)
            let found = try content()
            guard found.notes == expected,
                found.version == .third || found.version == .first && !marks.contains(.migrated)
            else {
                throw Violation("The store has the \(found.version) version and \(found.summary).")
            }
            do { try operation.perform(folder) { _ in } } catch {
                throw Violation("The next migration fails: \(error)")
            }
            let migrated = try content()
            guard migrated.version == .third, migrated.notes == expected,
                migrated.events == ["migrated 1.0.0 → 3.0.0"] || hasCaught && migrated.events.isEmpty
            else { throw Violation("After the next migration the store has \(migrated.summary).") }
        }

        // MARK: Fixtures

        private func checkFixture(_ marks: [VaultOperation.Mark]) throws {
            let fixture = try VaultOperation.fixture(in: folder)
            let kind = try FileKind(of: fixture.path)
            guard kind == .directory || kind == .absent && operation == .freezing && marks.isEmpty else {
                throw Violation("There is no fixture.")
            }
            if kind == .directory {
                let damage = FrozenVersion(fixture).damage
                guard damage.isEmpty else { throw Violation("The fixture is damaged: \(damage)") }
                let metadata = try Data(contentsOf: URL(fileURLWithPath: fixture.path(of: fixture.files.metadata)))
                guard String(decoding: metadata, as: UTF8.self).contains("2026-01-01T00:00:00Z") else {
                    throw Violation("The fixture has no time of freezing.")
                }
                let connection = try SQLiteConnection(path: fixture.path(of: fixture.files.store), mode: .untrusted)
                let rows = try connection.rows("SELECT COUNT(*) FROM ZNOTE")
                guard rows == [[.integer(3)]] || rows == [[.integer(2)]] && marks.isEmpty && operation == .refreezing
                else { throw Violation("The fixture has \(rows) rows.") }
            }
            do { try operation.perform(folder) { _ in } } catch { throw Violation("The next freeze fails: \(error)") }
            guard FrozenVersion(fixture).damage.isEmpty else { throw Violation("The next freeze is damaged.") }
        }
    }

    /// The contents of a vault's store, read with SwiftData.
    struct VaultContent {
        var version: VaultFolder.Version
        /// The notes, without a neighbour's notes, keyed by number.
        var notes: [Int: VaultNote]
        /// The notes that a neighbour added, keyed by number.
        var visitorNotes: [Int: VaultNote]
        var titles: Set<String> = []
        var events: [String] = []

        /// Reads a store. Returns nil if there is no store at the URL.
        init?(_ store: URL) throws {
            guard let facts = try StoreFacts.read(store) else { return nil }
            func context(_ version: any VersionedSchema.Type) throws -> ModelContext {
                let schema = Schema(versionedSchema: version)
                return ModelContext(
                    try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store)))
            }
            if try LiveVersion.of(VaultV1.self).hashes == facts.hashes {
                let context = try context(VaultV1.self)
                version = .first
                notes = try Self.notes(context.fetch(FetchDescriptor<VaultV1.Note>())) {
                    ($0.number, VaultNote(text: $0.text, attachment: $0.attachment))
                }
                events = try context.fetch(FetchDescriptor<VaultV1.Event>()).map(\.name)
            } else if try LiveVersion.of(VaultV2.self).hashes == facts.hashes {
                let context = try context(VaultV2.self)
                version = .second
                let found = try context.fetch(FetchDescriptor<VaultV2.Note>())
                notes = try Self.notes(found) {
                    ($0.number, VaultNote(text: $0.content, attachment: $0.attachment))
                }
                titles = Set(found.compactMap(\.title))
                events = try context.fetch(FetchDescriptor<VaultV2.Event>()).map(\.name)
            } else if try LiveVersion.of(VaultV3.self).hashes == facts.hashes {
                let context = try context(VaultV3.self)
                version = .third
                notes = try Self.notes(context.fetch(FetchDescriptor<VaultV3.Note>())) {
                    ($0.number, VaultNote(text: $0.content, attachment: $0.attachment))
                }
                events = try context.fetch(FetchDescriptor<VaultV3.Event>()).map(\.name)
            } else {
                throw Violation("The store has no known version.")
            }
            visitorNotes = notes.filter { VaultVisitor.isAdded($0.key) }
            notes = notes.filter { !VaultVisitor.isAdded($0.key) }
            let connection = try SQLiteConnection(path: store.path, mode: .create)
            let report = try connection.rows("PRAGMA integrity_check")
            guard report == [[.text("ok")]] else { throw Violation("SQLite finds damage: \(report)") }
        }

        private static func notes<Note>(
            _ found: [Note], _ read: (Note) -> (Int, VaultNote)
        ) throws -> [Int: VaultNote] {
            var notes: [Int: VaultNote] = [:]
            for note in found {
                let (number, content) = read(note)
                guard notes.updateValue(content, forKey: number) == nil else {
                    throw Violation("There are two notes numbered \(number).")
                }
            }
            return notes
        }

        /// A short description of the contents.
        var summary: String {
            let notes = notes.sorted { $0.key < $1.key }
                .map { "\($0.key)\($0.value.attachment.map { " with \($0.count) bytes" } ?? "")" }
            return "the notes \(notes.joined(separator: ", ")) and the events \(events)"
        }
    }
#endif
