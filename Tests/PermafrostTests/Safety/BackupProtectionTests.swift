import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// A backup has the same protection as its store, and a restored store has the same protection as the store that it
/// replaces.
///
/// Permissions are read from the files. Protection classes and device backups exist only on devices; for these the
/// tests check the requests to the system.
@Suite struct BackupProtectionTests {
    private static func permissions(_ path: String) throws -> mode_t {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o777
    }

    /// Sets the permissions of a store and of the files with its large values.
    private static func setPermissions(_ permissions: mode_t, of store: URL) throws {
        let values = try StoreFile(store).externalStorage.files().map(\.path)
        for path in [store.path] + values { try #require(chmod(path, permissions) == 0) }
    }

    /// Returns the permissions of a store's files, including its large values.
    private static func allPermissions(of store: URL) throws -> Set<mode_t> {
        let values = try StoreFile(store).externalStorage.files().map(\.path)
        #expect(!values.isEmpty)
        return try Set(([store.path] + values).map(permissions))
    }

    @Test(arguments: [0o600, 0o640, 0o664] as [mode_t], [false, true])
    func aBackupHasThePermissionsOfTheStore(_ permissions: mode_t, _ inLog: Bool) throws {
        let vault = try VaultFolder(inLog: inLog)
        try Self.setPermissions(permissions, of: vault.store)
        _ = try vault.migrate()
        let backup = try #require(try vault.backups.first)
        #expect(try Self.allPermissions(of: backup.storeURL) == [permissions])
        #expect(try Self.permissions(vault.store.path) == permissions)
    }

    /// Whether the volume of temporary files supports extended attributes. If it doesn't, the tests for them are
    /// skipped with that reason.
    private static let hasExtendedAttributes: Bool = {
        guard let vault = try? VaultFolder(notes: nil), (try? vault.scratch.write("text", to: "file")) != nil else {
            return false
        }
        let path = vault.scratch.path("file")
        try? setAttribute("probe", of: path)
        return (try? ExtendedAttributes(of: path).values.isEmpty) == false
    }()

    #if canImport(Darwin)
        private static let attribute = "org.example.permafrost"
    #else
        private static let attribute = "user.permafrost"
    #endif

    private static func setAttribute(_ text: String, of path: String) throws {
        let descriptor = open(path, O_RDWR)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try ExtendedAttributes([attribute: Array(text.utf8)]).apply(to: descriptor, path)
    }

    @Test(.enabled(if: hasExtendedAttributes, "The volume of temporary files has no extended attributes."))
    func extendedAttributesAreCopiedToTheBackupAndBack() throws {
        let vault = try VaultFolder()
        let value = try #require(try StoreFile(vault.store).externalStorage.files().first)
        try Self.setAttribute("of the store", of: vault.store.path)
        try Self.setAttribute("of a value", of: value.path)
        #expect(try vault.failure(VaultStore.failingPlan).isRolledBack)
        let backup = try #require(try vault.backups.first)
        func text(_ path: String) throws -> String? {
            try ExtendedAttributes(of: path).values[Self.attribute].map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(try text(backup.storeURL.path) == "of the store")
        let copied = try StoreFile(backup.storeURL).externalStorage.files().first { $0.name == value.name }
        #expect(try text(try #require(copied).path) == "of a value")
        #expect(try text(vault.store.path) == "of the store")
        try vault.expectFirst()
    }

    #if os(Linux)
        /// A volume without extended attributes loses nothing else.
        @Test(.enabled(if: hasExtendedAttributes, "The volume of temporary files has no extended attributes."))
        func aVolumeWithoutExtendedAttributesHasNothingToCopy() throws {
            let vault = try VaultFolder(notes: nil)
            try vault.scratch.write("text", to: "model")
            try Self.setAttribute("text", of: vault.scratch.path("model"))
            let values = try ExtendedAttributes(of: vault.scratch.path("model"))
            try vault.scratch.write("", to: "file")
            let path = vault.scratch.path("file")
            let descriptor = open(path, O_RDWR)
            defer { close(descriptor) }
            let (_, failures) = try FailingCalls.during(.attributes, at: path, error: EOPNOTSUPP) {
                try values.apply(to: descriptor, path)
            }
            #expect(failures == 1)
            #expect(try ExtendedAttributes(of: path).values.isEmpty)
            // A volume that supports them but has no space left is an error.
            let (error, _) = FailingCalls.during(.attributes, at: path, error: ENOSPC) {
                #expect(throws: FileError.self) { try values.apply(to: descriptor, path) }
            }
            #expect(error == FileError(operation: .setAttributes, path: path, code: ENOSPC))
        }
    #endif

    @Test func aRolledBackStoreKeepsItsPermissions() throws {
        let vault = try VaultFolder()
        try Self.setPermissions(0o600, of: vault.store)
        #expect(try vault.failure(VaultStore.failingPlan).isRolledBack)
        #expect(try Self.allPermissions(of: vault.store) == [0o600])
        try vault.expectFirst()
    }

    /// A backup may come from another device, or be older than the store's permissions.
    @Test func aRestoredStoreIsAsProtectedAsTheOneInItsPlace() throws {
        let vault = try VaultFolder()
        _ = try vault.migrate()
        let backup = try #require(try vault.backups.first)
        #expect(try Self.permissions(backup.storeURL.path) != 0o600)
        try Self.setPermissions(0o600, of: vault.store)
        try SafeModelContainer.restore(backup, to: vault.store)
        #expect(try Self.allPermissions(of: vault.store) == [0o600])
        try vault.expectFirst()
    }

    @Test func aStepwiseMigratedStoreKeepsItsPermissions() throws {
        let vault = try VaultFolder()
        try Self.setPermissions(0o640, of: vault.store)
        try ProgressiveMigration(store: vault.store, plan: VaultStore.plan, to: VaultV2.self).perform()
        #expect(try Self.permissions(vault.store.path) == 0o640)
        try vault.expectSecond()
    }

    /// The requests to the system about files, in order.
    private final class Requests: Sendable {
        private let made = Locked<[String]>([])

        var all: [String] { made.withLock { $0 } }

        /// Returns operations that record what only a device can do, and copies of stores. Paths are relative to the
        /// store's folder.
        func files(below folder: String, isStoreExcluded: Bool) -> FileSystem {
            let system = FileSystem()
            var files = system
            @Sendable func note(_ request: String, _ paths: String...) {
                let relative = paths.map { $0.replacingOccurrences(of: folder + "/", with: "") }
                made.withLock { $0.append(([request] + relative).joined(separator: " ")) }
            }
            files.isExcludedFromDeviceBackup = { path in
                note("isExcluded", path)
                return isStoreExcluded
            }
            files.setExcludedFromDeviceBackup = { path, isExcluded in note("setExcluded(\(isExcluded))", path) }
            files.copyProtection = { model, path in note("copyProtection", model, path) }
            files.create = { path, model in
                note("create", path, model)
                try system.create(path, model)
            }
            return files
        }
    }

    @Test(arguments: DeviceBackupPolicy.allCases, [false, true])
    func aBackupIsExcludedFromDeviceBackupsBeforeItExists(_ policy: DeviceBackupPolicy, _ isStoreExcluded: Bool) throws
    {
        let vault = try VaultFolder()
        let requests = Requests()
        let files = requests.files(below: vault.scratch.url.path, isStoreExcluded: isStoreExcluded)
        _ = try SafeMigration(
            to: VaultV2.self, plan: VaultStore.plan, safety: .backupAndRollback, deviceBackups: policy,
            configurations: StoreConfigurations(storeURL: vault.store), files: files
        ).open()
        let name = try #require(try vault.backups.first).url.lastPathComponent
        let folder = ".permafrost-backups/Vault.store"
        let isExcluded = policy == .excluded || isStoreExcluded
        let asked = policy == .excluded ? [] : ["isExcluded Vault.store"]
        #expect(
            requests.all == asked + [
                "setExcluded(\(isExcluded)) \(folder)",
                "copyProtection Vault.store \(folder)/\(name).partial",
                "create \(folder)/\(name).partial/Vault.store Vault.store",
            ])
    }

    /// If an app excludes its user's data from device backups and the backup can't be excluded, the migration doesn't
    /// start.
    @Test func aBackupThatCannotBeExcludedIsNotMade() throws {
        let vault = try VaultFolder()
        var files = FileSystem()
        files.setExcludedFromDeviceBackup = { path, _ in
            throw FileError(operation: .setAttributes, path: path, code: ENOTSUP)
        }
        let error = try vault.failure(files: files)
        #expect(error.cause == .backup(.failed))
        #expect((error.underlying as? FileError)?.code == ENOTSUP)
        #expect(try vault.backups.isEmpty)
        try vault.expectFirst()
        try vault.expectClean()
    }
}
