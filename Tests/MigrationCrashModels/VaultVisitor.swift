import Foundation
import Permafrost
import PermafrostStore
import SwiftData

/// Another process that uses a vault's store repeatedly, as an app's extension does: it opens the store, does one
/// thing, and closes it.
///
/// It reports `saving N` before it saves note N and `saved N` afterwards, and `wrong N` if a note lacks its large
/// value. If the store is in use or being migrated, it reports `refused` and visits again.
public struct VaultVisitor {
    /// The first number of the visitor's notes.
    public static let firstNumber = 1000

    /// Returns whether a visitor added the note with the given number.
    public static func isAdded(_ number: Int) -> Bool { number >= firstNumber }

    /// Returns the contents of a visitor's note. Every second note has a large value.
    public static func note(_ number: Int) -> VaultNote {
        VaultNote(
            text: "note \(number)", attachment: number.isMultiple(of: 2) ? VaultOperation.attachment(number) : nil)
    }

    private let kind: VaultSetting.Difference
    private let store: URL
    /// Whether the visitor uses the second version; otherwise it uses the first.
    private let isSecond: Bool
    private let say: (String) -> Void
    private var next = firstNumber

    public init(_ kind: VaultSetting.Difference, _ store: URL, isSecond: Bool, say: @escaping (String) -> Void) {
        self.kind = kind
        self.store = store
        self.isSecond = isSecond
        self.say = say
    }

    /// Visits the store once. Does nothing if there is no store, because another process is about to make or move it.
    public mutating func visit() {
        guard FileManager.default.fileExists(atPath: store.path) else { return }
        // The visit was rejected because of the store's version, a lock, or an incomplete file.
        do { try isSecond ? visitSecond() : visitFirst() } catch { say("refused") }
    }

    private mutating func visitFirst() throws {
        let schema = Schema(versionedSchema: VaultV1.self)
        let context = ModelContext(
            try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store)))
        switch kind {
        case .reads:
            try check(
                context.fetch(FetchDescriptor<VaultV1.Note>()).map { ($0.number, $0.attachment) })
        case .writes, .killed:
            try save(context) { number in
                let note = VaultV1.Note(number: number)
                note.attachment = Self.note(number).attachment
                return note
            }
        default: _ = try context.fetchCount(FetchDescriptor<VaultV1.Note>())
        }
    }

    private mutating func visitSecond() throws {
        let schema = Schema(versionedSchema: VaultV2.self)
        // A store of the first version that a backup restored must not be migrated by a visit.
        let context = ModelContext(
            try ModelContainer(
                for: schema, migrationPlan: RefusingPlan.self,
                configurations: ModelConfiguration(schema: schema, url: store)))
        switch kind {
        case .reads:
            try check(
                context.fetch(FetchDescriptor<VaultV2.Note>()).map { ($0.number, $0.attachment) })
        case .writes, .killed:
            try save(context) { number in
                let note = VaultV2.Note(number: number)
                note.attachment = Self.note(number).attachment
                return note
            }
        default: _ = try context.fetchCount(FetchDescriptor<VaultV2.Note>())
        }
    }

    private mutating func save(_ context: ModelContext, _ make: (Int) -> any PersistentModel) throws {
        let number = next
        next += 1
        context.insert(make(number))
        say("saving \(number)")
        try context.save()
        say("saved \(number)")
    }

    private func check(_ notes: [(number: Int, attachment: Data?)]) {
        for note in notes {
            // In the second version the added note has no large value.
            let hasValue = note.number.isMultiple(of: 10) && !(isSecond && note.number == VaultOperation.added)
            guard note.attachment?.count != (hasValue ? 120_000 : nil) else { continue }
            say("wrong \(note.number)")
        }
    }

    /// A plan that throws an error instead of migrating a store.
    private enum RefusingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [VaultV1.self, VaultV2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: VaultV1.self, toVersion: VaultV2.self,
                    willMigrate: { _ in throw VaultStore.Refusal() }, didMigrate: nil)
            ]
        }
    }
}
