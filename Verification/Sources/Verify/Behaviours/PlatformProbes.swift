import Foundation
import Permafrost
import SwiftData

#if canImport(Darwin)
    import Darwin
#endif

/// Probes of the system behavior that Permafrost relies on for files. Behavior that only Darwin has is only probed
/// there.
enum PlatformProbes {
    static let all: [Probe] = [
        Probe(
            name: "full-sync", theme: .platform, title: "F_FULLFSYNC on a file",
            rule: "fcntl(F_FULLFSYNC) flushes bytes to the storage device (FileAccess)",
            expected: [Fact("a file", "0"), Fact("a folder", "0")],
            steps: [
                Probe.Step("syncing") { folder in
                    #if canImport(Darwin)
                        let file = folder.url.appendingPathComponent("file")
                        try Data([1]).write(to: file)
                        return [Fact("a file", fullSync(file.path)), Fact("a folder", fullSync(folder.url.path))]
                    #else
                        throw NeedsNewerSystem(system: "Darwin")
                    #endif
                }
            ]),
        Probe(
            name: "safe-migration", theme: .platform, title: "A safe migration with a backup",
            rule: "SafeModelContainer migrates a store to the plan's last version and keeps a backup (SafeMigration)",
            expected: [
                Fact("name", "first"), Fact("backups", "1"), Fact("the backup is intact", true),
                Fact("the backup opens as the old version", "1"),
            ],
            steps: [
                Probe.Step("making") { folder in
                    try folder.make(LadderSchemaV1.self) { $0.insert(LadderSchemaV1.Rung()) }
                    return []
                },
                Probe.Step("migrating") { folder in
                    let container = try SafeModelContainer.make(
                        for: LadderSchemaV3.self, plan: plan, storeURL: folder.file())
                    return try ModelContext(container).fetch(FetchDescriptor<LadderSchemaV3.Rung>()).map {
                        Fact("name", $0.name)
                    }
                },
                Probe.Step("looking at the backup") { folder in
                    let backups = try SafeModelContainer.backups(of: folder.file())
                    var facts = [
                        Fact("backups", "\(backups.count)"),
                        Fact("the backup is intact", backups.allSatisfy(\.isIntact)),
                    ]
                    if let backup = backups.first {
                        let copy = folder.file("Copy")
                        try FileManager.default.copyItem(at: backup.storeURL, to: copy)
                        facts += try folder.open(LadderSchemaV1.self, store: "Copy") { context in
                            let count = try context.fetchCount(FetchDescriptor<LadderSchemaV1.Rung>())
                            return [Fact("the backup opens as the old version", "\(count)")]
                        }
                    }
                    return facts
                },
            ]),
        Probe(
            name: "excluded-from-backups", theme: .platform,
            title: "Backups that are excluded from the device's backups",
            rule: "a device's backup excludes a store's backups if the app requests it (MigrationSafety)",
            expected: [Fact("as the store", false), Fact("excluded", true)],
            steps: [
                Probe.Step("migrating") { folder in
                    #if canImport(Darwin)
                        return [
                            Fact("as the store", try isBackupExcluded(.asStore, of: "Kept", in: folder)),
                            Fact("excluded", try isBackupExcluded(.excluded, of: "LeftOut", in: folder)),
                        ]
                    #else
                        throw NeedsNewerSystem(system: "Darwin")
                    #endif
                }
            ]),
        Probe(
            name: "protection-class", theme: .platform, title: "A file's data protection class",
            rule: "a backup has the protection class of its store (StoreBackups)",
            expected: [Fact("class after it was set", "NSFileProtectionCompleteUntilFirstUserAuthentication")],
            steps: [
                Probe.Step("protecting") { folder in
                    #if canImport(Darwin)
                        let file = folder.url.appendingPathComponent("file")
                        try Data([1]).write(to: file)
                        try FileManager.default.setAttributes(
                            [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
                            ofItemAtPath: file.path)
                        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
                        let found = attributes[.protectionKey] as? FileProtectionType
                        return [Fact("class after it was set", found?.rawValue ?? "none")]
                    #else
                        throw NeedsNewerSystem(system: "Darwin")
                    #endif
                }
            ]),
    ]

    /// A plan that migrates a store from ``LadderSchemaV1`` to ``LadderSchemaV3``.
    private static var plan: MigrationPlan {
        MigrationPlan(schemas: [LadderSchemaV1.self, LadderSchemaV2.self, LadderSchemaV3.self]) {
            Stage(from: LadderSchemaV1.self, to: LadderSchemaV2.self)
            Stage(from: LadderSchemaV2.self, to: LadderSchemaV3.self)
        }
    }

    #if canImport(Darwin)
        /// Migrates a store safely in its own folder. Returns whether device backups exclude the store's backup.
        private static func isBackupExcluded(
            _ policy: DeviceBackupPolicy, of store: String, in folder: ProbeFolder
        ) throws -> Bool {
            try folder.make(LadderSchemaV1.self, store: store) { $0.insert(LadderSchemaV1.Rung()) }
            let url = folder.file(store)
            _ = try SafeModelContainer.make(
                for: LadderSchemaV3.self, plan: plan, storeURL: url,
                options: .init(deviceBackups: policy))
            guard let backup = try SafeModelContainer.backups(of: url).first else { return false }
            let shared = URL(fileURLWithPath: backup.url.deletingLastPathComponent().path)
            return try shared.resourceValues(forKeys: [.isExcludedFromBackupKey]).isExcludedFromBackup ?? false
        }

        /// Returns the result of `fcntl` with `F_FULLFSYNC`: 0, or the reason for a failure.
        private static func fullSync(_ path: String) -> String {
            let descriptor = open(path, O_RDONLY)
            guard descriptor >= 0 else { return "cannot be opened" }
            defer { close(descriptor) }
            return fcntl(descriptor, F_FULLFSYNC) == 0 ? "0" : String(cString: strerror(errno))
        }
    #endif
}
