#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostModel
    import PermafrostStore
    import PermafrostTestSupport
    import SwiftData

    @testable import Permafrost

    /// The stores of an app in one folder, and a model of the notes that they must have.
    final class StoreLife {
        /// A store and its model. A note is identified by its text, which changes with each edit.
        private struct Store {
            let file: URL
            /// The notes that the store may have when it is next opened: one set, or several after a call was
            /// interrupted.
            var candidates: Set<Set<String>> = [[]]
            /// The notes that must exist somewhere.
            var required: Set<String> = []
            /// Whether the app has created a folder at the store's path.
            var hasFolder = false
        }

        private struct Killed: Error {}

        private let folder: MemoryFolder
        private var stores: [Store]
        private var stored = StoredNotes()
        private var numbers = 0
        /// The paths of the backups that aren't intact.
        private var damaged: Set<String> = []

        private init(_ names: [String]) throws {
            folder = try MemoryFolder()
            let parent = URL(fileURLWithPath: folder.path)
            stores = names.map { Store(file: parent.appendingPathComponent($0)) }
        }

        /// Performs steps with new stores. Returns the index of the step that failed, with the reason; nil if none did.
        static func failure(_ names: [String], _ steps: [StoreLifeStep]) throws -> (step: Int, reason: String)? {
            let life = try StoreLife(names)
            for (index, step) in steps.enumerated() {
                do {
                    try ObservedFolder.withoutSyncs {
                        try ObservedFolder.withClock(jumps: step.clockJumps) { try life.perform(step) }
                    }
                    for store in life.stores { try life.checkNothingIsLost(store) }
                } catch { return (index, "\(error)") }
            }
            return nil
        }

        // MARK: Checks

        private func safety(_ store: Store) -> SafetyFolder { SafetyFolder(store: store.file) }

        /// Returns the notes in the store's file; empty if there is none.
        private func content(_ store: Store) throws -> Set<String> {
            try FileKind(of: store.file.path) == .regular ? stored.complete(in: store.file.path) : []
        }

        /// Returns the notes in every store of a folder, such as a kept store's.
        private func notes(below path: String, _ store: Store) throws -> Set<String> {
            let name = store.file.lastPathComponent
            return try FileManager.default.subpathsOfDirectory(atPath: path)
                .filter { ($0 as NSString).lastPathComponent == name }
                .map { path + "/" + $0 }.filter { try FileKind(of: $0) == .regular }
                .reduce(into: []) { $0.formUnion(try stored.complete(in: $1)) }
        }

        /// Returns the notes in the store and in its kept stores.
        ///
        /// - Parameter excluded: a kept store to leave out.
        private func keptNotes(_ store: Store, without excluded: KeptStore? = nil) throws -> Set<String> {
            try SafeModelContainer.keptStores(of: store.file).filter { $0 != excluded }
                .reduce(into: content(store)) { $0.formUnion(try notes(below: $1.url.path, store)) }
        }

        private func checkNothingIsLost(_ store: Store) throws {
            let found = try SafeModelContainer.backups(of: store.file).filter { !damaged.contains($0.id) }
                .reduce(into: keptNotes(store)) { $0.formUnion(try stored.complete(in: $1.storeURL.path)) }
            let lost = store.required.subtracting(found)
            guard lost.isEmpty else {
                throw Violation("\(store.file.lastPathComponent) has lost \(lost.sorted()).")
            }
        }

        /// Checks a store that a call has opened or replaced. The call has finished every unfinished one.
        private func settle(_ index: Int) throws {
            guard try !hasJournal(stores[index]) else { throw Violation("The call has left a journal.") }
            let found = try content(stores[index])
            guard stores[index].candidates.contains(found) else {
                throw Violation(
                    "The store has \(found.sorted()), and not one of \(stores[index].candidates.map { $0.sorted() }).")
            }
            stores[index].candidates = [found]
            stores[index].required.formUnion(found)
            stores[index].hasFolder = false
        }

        private func hasJournal(_ store: Store) throws -> Bool {
            try JournalFile(folder: safety(store), files: FileSystem()).exists
        }

        // MARK: Steps

        private func perform(_ step: StoreLifeStep) throws {
            let index = step.store
            switch step.action {
            case .write(let app, let hasValue, let dies): try write(index, app, hasValue, dies)
            case .edit(let number): try edit(index, number)
            case .deleteNote(let number): try deleteNote(index, number)
            case .launch(let moment): try launch(index, moment)
            case .launchWithoutSpace:
                var files = FileSystem()
                files.freeSpace = { _ in 0 }
                _ = try? launch(index, VaultStore.plan, files)
            case .progressiveLaunch:
                if stores[index].hasFolder { return }
                try progressive(index, FileSystem())
                // The hook of an interrupted migration runs when the store is next opened.
                if try !hasJournal(stores[index]) { try settle(index) }
            case .fail(let failure, let moment): try fail(index, failure, moment)
            case .restore(let number): try restore(index, number)
            case .setAside:
                try SafeModelContainer.setAside(stores[index].file)
                stores[index].candidates = [[]]
                try settle(index)
            case .removeKept(let number): try removeKept(index, number)
            case .deleteStore: try deleteStore(index)
            case .makeFolder:
                guard try FileKind(of: stores[index].file.path) == .absent else { return }
                try FileManager.default.createDirectory(at: stores[index].file, withIntermediateDirectories: false)
                stores[index].hasFolder = true
            case .damageBackup(let number): try damageBackup(number)
            case .removeJournal:
                try FileAccess.remove(safety(stores[index]).journal)
                // Without the journal, nothing shows that a restore was about to put a store there.
                if try FileKind(of: stores[index].file.path) == .absent { stores[index].candidates.insert([]) }
            case .visit: try visit(index)
            case .stay: try stay(index)
            case .kill(let call, let number): try kill(index, call, before: number)
            }
        }

        /// The app keeps as few backups of the second store as possible.
        private func options(_ index: Int) -> SafeModelContainer.Options {
            .init(retention: index == 0 ? BackupRetention() : BackupRetention(count: 0, age: .zero, bytes: 0))
        }

        /// Opens the store as an app does. Returns nil if the app can't open it, because a folder is at its path, because
        /// it is newer, or because the backup of an unfinished restore is damaged.
        private func open(
            _ index: Int, _ app: StoreLifeStep.App, _ plan: MigrationPlan? = nil
        ) throws -> ModelContainer? {
            do {
                let container = try SafeModelContainer.make(
                    for: app == .old ? VaultV1.self : VaultV2.self,
                    plan: plan ?? (app == .old ? MigrationPlan(OldPlan.self) : VaultStore.plan),
                    storeURL: stores[index].file, options: options(index))
                try settle(index)
                return container
            } catch let error as MigrationError {
                switch error.cause {
                case .store(.notAFile) where stores[index].hasFolder,
                    .backup(.restoreFailed) where stores[index].hasFolder:
                    return nil
                case .version where app == .old, .backup(.damaged) where !damaged.isEmpty: return nil
                default: throw error
                }
            }
        }

        /// The plan of the old app.
        private enum OldPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [VaultV1.self] }
            static var stages: [MigrationStage] { [] }
        }

        /// Opens the store as the new app does, with the given file operations.
        private func launch(_ index: Int, _ plan: MigrationPlan, _ files: FileSystem) throws {
            _ = try SafeMigration(
                to: VaultV2.self, plan: plan, safety: .backupAndRollback,
                configurations: StoreConfigurations(storeURL: stores[index].file), files: files
            ).open()
        }

        private func progressive(_ index: Int, _ files: FileSystem) throws {
            try ProgressiveMigration(
                store: stores[index].file, plan: VaultStore.plan, to: VaultV2.self, files: files
            ).perform()
        }

        private func newNote(_ hasValue: Bool = false) -> String {
            numbers += 1
            return StoredNotes.text(numbers, hasValue: hasValue)
        }

        /// Records that the store may have one more note, or that it has one.
        private func add(_ text: String, to index: Int, isCertain: Bool) {
            let more = Set(stores[index].candidates.map { $0.union([text]) })
            stores[index].candidates = isCertain ? more : stores[index].candidates.union(more)
        }

        private func write(_ index: Int, _ app: StoreLifeStep.App, _ hasValue: Bool, _ dies: Bool) throws {
            guard let left = try filesLeftByWriting(index, app, newNote(hasValue)), dies else { return }
            let path = stores[index].file.path
            for ending in StoreFile.endings { try? FileManager.default.removeItem(atPath: path + ending) }
            for (ending, bytes) in left { try bytes.write(to: URL(fileURLWithPath: path + ending)) }
        }

        /// Opens the store and saves a note. Returns the contents of the store's files before the store is closed. Returns
        /// nil if the app can't open the store.
        private func filesLeftByWriting(
            _ index: Int, _ app: StoreLifeStep.App, _ text: String
        ) throws -> [String: Data]? {
            guard let container = try open(index, app) else { return nil }
            try StoredNotes.insert(text, app, container)
            stores[index].required.insert(text)
            add(text, to: index, isCertain: true)
            let path = stores[index].file.path
            return try withExtendedLifetime(container) {
                try ["", "-wal"].reduce(into: [:]) { files, ending in
                    guard FileStatus.exists(path + ending) else { return }
                    files[ending] = try Data(contentsOf: URL(fileURLWithPath: path + ending))
                }
            }
        }

        /// Returns the app that can open the store without a migration.
        private func app(for index: Int) throws -> StoreLifeStep.App {
            guard try FileKind(of: stores[index].file.path) == .regular else { return .new }
            return try StoreFacts.read(stores[index].file)?.hashes == LiveVersion.of(VaultV1.self).hashes ? .old : .new
        }

        private func edit(_ index: Int, _ number: Int) throws {
            let app = try app(for: index)
            guard let container = try open(index, app), let text = selected(number, index) else { return }
            let edited = try StoredNotes.edit(text, app, container)
            stores[index].required.remove(text)
            stores[index].required.insert(edited)
            stores[index].candidates = Set(stores[index].candidates.map { $0.subtracting([text]).union([edited]) })
        }

        private func deleteNote(_ index: Int, _ number: Int) throws {
            let app = try app(for: index)
            guard let container = try open(index, app), let text = selected(number, index) else { return }
            try StoredNotes.delete(text, app, container)
            stores[index].required.remove(text)
            stores[index].candidates = Set(stores[index].candidates.map { $0.subtracting([text]) })
        }

        /// Returns one of the notes of a store that has just been opened.
        private func selected(_ number: Int, _ index: Int) -> String? {
            let all = (stores[index].candidates.first ?? []).sorted()
            return all.isEmpty ? nil : all[number % all.count]
        }

        /// Opens the store with a plan whose hooks let another process save a note.
        private func launch(_ index: Int, _ moment: StoreLifeStep.Moment?) throws {
            let visit = Visit(stores[index].file, moment, newNote())
            let before = stores[index].candidates
            add(visit.text, to: index, isCertain: false)
            let container = try open(index, .new, visit.plan(failing: nil))
            if visit.hasSaved {
                stores[index].required.insert(visit.text)
                guard container == nil || stores[index].candidates.allSatisfy({ $0.contains(visit.text) }) else {
                    throw Violation("The migrated store lacks the note \(visit.text) of another process.")
                }
            } else if container == nil {
                stores[index].candidates = before
            }
        }

        /// Opens the store with a plan that fails if the store must be migrated.
        private func fail(
            _ index: Int, _ failure: StoreLifeStep.Failure, _ moment: StoreLifeStep.Moment?
        ) throws {
            let visit = Visit(stores[index].file, moment, newNote())
            let before = stores[index].candidates
            add(visit.text, to: index, isCertain: false)
            // A store that needs no migration is opened.
            _ = try? SafeModelContainer.make(
                for: VaultV2.self, plan: visit.plan(failing: failure), storeURL: stores[index].file,
                options: options(index))
            if visit.hasSaved {
                stores[index].required.insert(visit.text)
            } else {
                stores[index].candidates = before
            }
            if !stores[index].hasFolder { try settle(index) }
        }

        private func restore(_ index: Int, _ number: Int) throws {
            guard let backup = try backup(number) else { return }
            let restored = try stored.complete(in: backup.storeURL.path)
            do { try SafeModelContainer.restore(backup, to: stores[index].file) } catch {
                guard case .backup(.damaged) = error.cause, !damaged.isEmpty else { throw error }
                return
            }
            stores[index].candidates = [restored]
            try settle(index)
        }

        private func damageBackup(_ number: Int) throws {
            guard let backup = try backup(number), damaged.insert(backup.id).inserted else { return }
            let file = try FileHandle(forUpdating: backup.storeURL)
            defer { try? file.close() }
            // The number of the application in the database's header, which SQLite doesn't use.
            try file.seek(toOffset: 68)
            try file.write(contentsOf: [1])
        }

        /// Returns a backup of any of the stores.
        private func backup(_ number: Int) throws -> StoreBackup? {
            let backups = try stores.flatMap { try SafeModelContainer.backups(of: $0.file) }
            return backups.isEmpty ? nil : backups[number % backups.count]
        }

        private func removeKept(_ index: Int, _ number: Int) throws {
            let all = try SafeModelContainer.keptStores(of: stores[index].file)
            guard !all.isEmpty else { return }
            let kept = all[number % all.count]
            // Backups have limits, so they don't keep what the app removes.
            let removed = try notes(below: kept.url.path, stores[index])
                .subtracting(try keptNotes(stores[index], without: kept))
            do { try kept.remove() } catch let error where error.cause == .busy(.migrationInProgress) { return }
            stores[index].required.subtract(removed)
        }

        private func deleteStore(_ index: Int) throws {
            let file = stores[index].file
            stores[index].required.subtract(try content(stores[index]))
            for ending in StoreFile.endings { try? FileManager.default.removeItem(atPath: file.path + ending) }
            let values = ExternalStorage.relativeFolder(of: file.lastPathComponent)
            let isShared = stores.count { ExternalStorage.relativeFolder(of: $0.file.lastPathComponent) == values } > 1
            if !isShared { try? FileManager.default.removeItem(atPath: folder.path + "/" + values) }
            stores[index].hasFolder = false
            // An unfinished restore may bring the store back.
            if try !hasJournal(stores[index]) { stores[index].candidates = [] }
            stores[index].candidates.insert([])
        }

        private func visit(_ index: Int) throws {
            guard try FileKind(of: stores[index].file.path) == .regular else { return }
            let text = newNote()
            try StoredNotes.visit(stores[index].file, text, try app(for: index))
            stores[index].required.insert(text)
            add(text, to: index, isCertain: try !hasJournal(stores[index]))
        }

        private func stay(_ index: Int) throws {
            guard try FileKind(of: stores[index].file.path) == .regular else { return }
            let (app, text) = (try app(for: index), newNote())
            let container = try StoredNotes.container(stores[index].file, app)
            _ = try? launch(index, VaultStore.failingPlan, FileSystem())
            // If the store was moved or migrated, the other process can't save.
            guard (try? StoredNotes.insert(text, app, container)) != nil else { return }
            stores[index].required.insert(text)
            add(text, to: index, isCertain: false)
        }

        private func kill(_ index: Int, _ call: StoreLifeStep.Call, before number: Int) throws {
            let count = Locked(0)
            let files = FileSystem().observed { _, _ in
                try count.withLock {
                    $0 += 1
                    if $0 > number { throw Killed() }
                }
            }
            let safety = safety(stores[index])
            do {
                switch call {
                case .launch: try launch(index, VaultStore.plan, files)
                case .failingLaunch: try launch(index, VaultStore.failingPlan, files)
                case .progressiveLaunch: try progressive(index, files)
                case .setAside:
                    stores[index].candidates.insert([])
                    try UnusableStore(folder: safety, files: files).setAside()
                case .restore(let number):
                    guard let backup = try backup(number) else { return }
                    stores[index].candidates.insert(try stored.complete(in: backup.storeURL.path))
                    try ManualRestore(backup: backup, folder: safety, files: files).run()
                }
            } catch is MigrationError {}
            let hasFolder = try FileKind(of: stores[index].file.path) == .directory
            stores[index].hasFolder = stores[index].hasFolder && hasFolder
        }

        /// A plan whose hooks let another process save a note.
        private struct Visit: Sendable {
            let text: String
            private let file: URL
            private let moment: StoreLifeStep.Moment?
            private let saved = Locked(false)
            var hasSaved: Bool { saved.withLock { $0 } }

            init(_ file: URL, _ moment: StoreLifeStep.Moment?, _ text: String) {
                self.file = file
                self.moment = moment
                self.text = text
            }

            func plan(failing failure: StoreLifeStep.Failure?) -> MigrationPlan {
                MigrationPlan(
                    failure == .stage ? BackupLimitTests.ThrowingPlan.self : VaultPlan.self,
                    preMigration: { _ in
                        try begin(.beforeMigration)
                        if failure == .preMigration { throw Refusal() }
                    },
                    postMigration: { hook in
                        try VaultStore.plan.postMigration?(hook)
                        try begin(.afterMigration)
                        if failure == .postMigration { throw Refusal() }
                    })
            }

            private func begin(_ now: StoreLifeStep.Moment) throws {
                guard now == moment else { return }
                try StoredNotes.visit(file, text, now == .beforeMigration ? .old : .new)
                saved.withLock { $0 = true }
            }
        }
    }
#endif
