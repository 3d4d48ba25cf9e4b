import Foundation
import Permafrost
import SwiftData

/// Vault stores of the first version, and the plans with their hooks.
public enum VaultStore {
    /// The name of the event that the hook after the migration adds.
    public static let migrated = "migrated 1.0.0 → 2.0.0"

    /// The plan to the second version. Its hook after the migration adds an event to the store.
    public static var plan: MigrationPlan {
        MigrationPlan(
            VaultPlan.self,
            postMigration: { hook in
                guard let container = hook.container else { return }
                try VaultHooks.run {
                    let context = ModelContext(container)
                    context.insert(VaultV2.Event(name: "migrated \(hook.sourceVersion) → \(hook.destinationVersion)"))
                    try context.save()
                }
            })
    }

    /// The plan to the third version, declared with stages.
    public static var laterPlan: MigrationPlan {
        MigrationPlan(schemas: LaterVaultPlan.schemas) {
            Stage(from: VaultV1.self, to: VaultV2.self) {
                Backfill(\VaultV2.Note.title) { $0.content.uppercased() }
            }
            Stage(from: VaultV2.self, to: VaultV3.self)
        }
    }

    /// The app's plan to the third version. Its hook after the migration adds an event.
    public static var steppedPlan: MigrationPlan {
        MigrationPlan(
            LaterVaultPlan.self,
            postMigration: { hook in
                guard let container = hook.container else { return }
                try VaultHooks.run {
                    let context = ModelContext(container)
                    context.insert(VaultV3.Event(name: "migrated \(hook.sourceVersion) → \(hook.destinationVersion)"))
                    try context.save()
                }
            })
    }

    /// The plan to the second version. Its hook after the migration adds an event and then throws.
    public static var failingPlan: MigrationPlan {
        MigrationPlan(
            VaultPlan.self,
            postMigration: { hook in
                try plan.postMigration?(hook)
                throw Refusal()
            })
    }

    /// The error that the hook of ``failingPlan`` throws.
    public struct Refusal: Error, Equatable {
        public init() {}
    }

    /// Makes a store with notes. Every tenth note has a large attachment.
    ///
    /// - Parameter inLog: whether the rows are only in the `-wal`, without a `-shm`.
    public static func make(_ url: URL, notes: Int, inLog: Bool = false) throws {
        guard inLog else { return try populate(url, notes: notes) {} }
        let folder = url.deletingLastPathComponent().appendingPathComponent("made-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let made = folder.appendingPathComponent(url.lastPathComponent)
        try populate(made, notes: notes) {
            let support = ".\(url.deletingPathExtension().lastPathComponent)_SUPPORT"
            for name in [url.lastPathComponent, url.lastPathComponent + "-wal", support] {
                let source = folder.appendingPathComponent(name)
                guard FileManager.default.fileExists(atPath: source.path) else { continue }
                try FileManager.default.copyItem(
                    at: source, to: url.deletingLastPathComponent().appendingPathComponent(name))
            }
        }
    }

    /// Makes a store with notes, and runs `whileOpen` before the store is closed.
    private static func populate(_ url: URL, notes: Int, _ whileOpen: () throws -> Void) throws {
        let schema = Schema(versionedSchema: VaultV1.self)
        let container = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url))
        let context = ModelContext(container)
        for number in 0..<notes {
            let note = VaultV1.Note(number: number)
            if number.isMultiple(of: 10) { note.attachment = Data(repeating: UInt8(number % 251), count: 120_000) }
            context.insert(note)
        }
        try context.save()
        try withExtendedLifetime(context) { try whileOpen() }
    }
}
