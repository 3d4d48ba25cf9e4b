import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// Edited or unusable files next to a store are rejected with an error that names them. The store and everything next
/// to it keep every byte.
@Suite struct EditedInputTests {
    /// A migrated store and its backup, and another store and its backup.
    struct Scene {
        let vault: VaultFolder
        let backup: StoreBackup
        let other: VaultFolder
        let otherBackup: StoreBackup
        var files = FileSystem()

        init() throws {
            (vault, other) = (try VaultFolder(), try VaultFolder())
            for vault in [vault, other] { _ = try vault.migrate() }
            backup = try #require(try vault.backups.first)
            otherBackup = try #require(try other.backups.first)
        }

        var manifest: String { backup.url.path + "/manifest.json" }
        var values: String { backup.url.path + "/.Vault_SUPPORT" }

        func editManifest(_ edit: (inout [String: Any]) -> Void) throws {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: manifest))
            var fields = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
            edit(&fields)
            try JSONSerialization.data(withJSONObject: fields).write(to: URL(fileURLWithPath: manifest))
        }

        /// Leaves a journal with edited fields and a checksum that matches them.
        func leaveJournal(at step: MigrationJournal.Step, _ edit: (inout [String: Any]) -> Void) throws {
            let facts = try #require(try StoreFacts.read(vault.store))
            let version = MigrationJournal.Version(number: "2.0.0", digest: facts.digest)
            let journal = MigrationJournal(
                storeIdentifier: facts.identifier, plan: "VaultPlan", safety: .backupAndRollback, source: version,
                destination: version, between: [], backup: backup.url.lastPathComponent, step: step)
            let encoded = try JSONEncoder().encode(journal)
            var fields = try #require(try JSONSerialization.jsonObject(with: encoded) as? [String: Any])
            edit(&fields)
            let text = try JSONSerialization.data(withJSONObject: fields)
            let checksum = Digest.hex(Digest.sha256(Array(text)))
            try (text + Data("\n\(checksum)".utf8)).write(
                to: URL(fileURLWithPath: SafetyFolder(store: vault.store).journal))
        }

        /// Replaces a file or folder of the backup by a link.
        func replace(_ path: String, byLinkTo target: String) throws {
            try FileManager.default.moveItem(atPath: path, toPath: target)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        }

        func restore() throws(MigrationError) {
            try ManualRestore(backup: backup, folder: SafetyFolder(store: vault.store), files: files).run()
        }

        /// Opens the store as each launch does.
        func open() throws(MigrationError) { _ = try vault.migrate(files: files) }

        /// Migrates to the third version step by step.
        func walk() throws(MigrationError) {
            try ProgressiveMigration(
                store: vault.store, plan: MigrationPlan(LaterVaultPlan.self), to: VaultV3.self, files: files
            ).perform()
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let isRefusal: @Sendable (MigrationError.Cause) -> Bool
        let prepare: @Sendable (inout Scene) throws -> Void
        let run: @Sendable (Scene) throws(MigrationError) -> Void
        var testDescription: String { name }
    }

    private static func damagedBackup(
        _ name: String, _ prepare: @escaping @Sendable (inout Scene) throws -> Void
    ) -> Case {
        Case(
            name: name, isRefusal: { $0 == .backup(.damaged) }, prepare: prepare,
            run: { scene throws(MigrationError) in try scene.restore() })
    }

    private static func damagedJournal(
        _ name: String, at step: MigrationJournal.Step, saying reason: String,
        _ edit: @escaping @Sendable (inout [String: Any]) -> Void
    ) -> Case {
        Case(
            name: name,
            isRefusal: { if case .journal(.damaged(_, let found)) = $0 { found.contains(reason) } else { false } },
            prepare: { try $0.leaveJournal(at: step, edit) },
            run: { scene throws(MigrationError) in try scene.open() })
    }

    private static func readOnly(_ name: String, _ run: @escaping @Sendable (Scene) throws(MigrationError) -> Void)
        -> Case
    {
        Case(
            name: "a read-only volume, \(name)",
            isRefusal: { if case .store(.readOnlyFolder) = $0 { true } else { false } },
            prepare: { $0.files.isWritable = { _ in false } }, run: run)
    }

    static let cases: [Case] = [
        damagedBackup("a byte of the backup's store") { scene in
            let file = try FileHandle(forUpdating: scene.backup.storeURL)
            try file.seek(toOffset: 5000)
            try file.write(contentsOf: Data([0xAA]))
            try file.close()
        },
        damagedBackup("a large value of the backup is gone") { scene in
            let names = try StoreFile(scene.backup.storeURL).externalStorage.files()
            try FileManager.default.removeItem(atPath: try #require(names.first).path)
        },
        damagedBackup("the manifest of another store") { scene in
            try FileManager.default.removeItem(atPath: scene.manifest)
            try FileManager.default.copyItem(
                atPath: scene.otherBackup.url.path + "/manifest.json", toPath: scene.manifest)
        },
        damagedBackup("another store under a manifest that says it is this one") { scene in
            let identifier = try #require(try StoreFacts.read(scene.vault.store)).identifier
            try FileManager.default.removeItem(at: scene.backup.url)
            try FileManager.default.copyItem(at: scene.otherBackup.url, to: scene.backup.url)
            try scene.editManifest { $0["storeIdentifier"] = identifier }
        },
        damagedBackup("a manifest with a path that leads out") { scene in
            try scene.editManifest { fields in
                var files = fields["files"] as? [[String: Any]] ?? []
                files[1]["path"] = "../../outside"
                fields["files"] = files
            }
        },
        damagedBackup("a manifest of a store named ..") { scene in
            try scene.editManifest { fields in
                var files = fields["files"] as? [[String: Any]] ?? []
                files[0]["path"] = ".."
                fields["store"] = ".."
                fields["files"] = files
            }
        },
        damagedBackup("a link in the place of the backup's store") { scene in
            try scene.replace(scene.backup.storeURL.path, byLinkTo: scene.other.scratch.path("elsewhere"))
        },
        damagedBackup("a link in the place of a folder of the backup") { scene in
            try scene.replace(scene.values, byLinkTo: scene.other.scratch.path("elsewhere"))
        },
        damagedJournal("a field that is not known", at: .migrating, saying: #"field "next""#) { $0["next"] = 1 },
        damagedJournal("a state that is not known", at: .migrating, saying: #"state "thawed""#) {
            $0["step"] = "thawed"
        },
        damagedJournal("a failed store out of the folder", at: .staged, saying: "outside the store's") {
            $0["failed"] = "../../../outside"
        },
        damagedJournal("a failed store named ..", at: .staged, saying: "outside the store's") { $0["failed"] = ".." },
        damagedJournal("a backup out of the folder", at: .restoring, saying: "outside the store's") {
            $0["backup"] = "../../../outside"
        },
        readOnly("restoring") { scene throws(MigrationError) in try scene.restore() },
        readOnly("step by step") { scene throws(MigrationError) in try scene.walk() },
    ]

    @Test(arguments: cases)
    func damagedInputIsRejectedByName(_ bad: Case) throws {
        var scene = try Scene()
        try bad.prepare(&scene)
        let before = try scene.vault.scratch.files()
        let error = try #require(#expect(throws: MigrationError.self) { try bad.run(scene) })
        #expect(bad.isRefusal(error.cause), "\(error)")
        let after = try scene.vault.scratch.files()
        #expect(after.keys.sorted() == before.keys.sorted())
        #expect(after == before)
    }

    /// An interrupted rollback finds another store's backup in place of its own.
    @Test func aRollbackRejectsTheBackupOfAnotherStore() throws {
        let scene = try Scene()
        try FileManager.default.removeItem(at: scene.backup.url)
        try FileManager.default.copyItem(at: scene.otherBackup.url, to: scene.backup.url)
        let before = try scene.vault.scratch.files()
        try scene.leaveJournal(at: .restoring) { _ in }
        #expect(#expect(throws: MigrationError.self) { try scene.open() }?.cause == .backup(.damaged))
        let after = try scene.vault.scratch.files()
        #expect(after == before)
        try scene.open()
    }

    /// Control characters in names and paths are made visible in errors.
    @Test func namesAreShown() throws {
        let name = "V\n\u{1B}[2J.store"
        let vault = try VaultFolder(name)
        func expectVisible(_ error: MigrationError?, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
            let text = try #require(error?.description, sourceLocation: sourceLocation)
            #expect(text == text.visible, sourceLocation: sourceLocation)
            #expect(text.contains(#"V\u{A}\u{1B}[2J.store"#), sourceLocation: sourceLocation)
            #expect(error?.errorDescription == text, sourceLocation: sourceLocation)
        }
        var readOnly = FileSystem()
        readOnly.isWritable = { _ in false }
        try expectVisible(try vault.failure(files: readOnly))
        try expectVisible(try vault.failure(VaultStore.failingPlan))
        let backup = try #require(try vault.backups.first)
        let plan = MigrationPlan(LaterVaultPlan.self)
        try expectVisible(
            #expect(throws: MigrationError.self) {
                try ProgressiveMigration(store: vault.store, plan: plan, to: VaultV3.self, files: readOnly).perform()
            })
        try FileManager.default.removeItem(at: backup.storeURL)
        try expectVisible(
            #expect(throws: MigrationError.self) { try SafeModelContainer.restore(backup, to: vault.store) })
        try Data("{}\n".utf8).write(to: URL(fileURLWithPath: SafetyFolder(store: vault.store).journal))
        try expectVisible(try vault.failure())
        // The database's own message contains the names.
        let message = SQLiteError(code: 1, message: "no such table: a\n\u{1B}[2J", path: vault.store.path)
        for error in [
            StoreError.sqlite(message), .notSQLite(path: name, error: message), .unreadable(path: "", reason: name),
        ] {
            #expect(error.description == error.description.visible)
            #expect(error.description.contains(#"\u{1B}[2J"#))
        }
    }
}
