import Foundation
import SwiftData

/// The data that a worker writes until it is killed. The store must satisfy the invariants of the data at any time.
public enum Ledger: VersionedSchema {
    public static let versionIdentifier = Schema.Version(1, 0, 0)
    public static var models: [any PersistentModel.Type] { [Account.self, Entry.self] }

    /// An account whose count is the number of its entries at each commit.
    @Model public final class Account {
        public var count = 0
        @Relationship(inverse: \Entry.account) public var entries: [Entry] = []
        public init() {}
    }

    @Model public final class Entry {
        @Attribute(.unique) public var number: Int
        @Attribute(.externalStorage) public var receipt: Data?
        public var account: Account?
        public init(number: Int) { self.number = number }
    }
}

public enum LedgerV2: VersionedSchema {
    public static let versionIdentifier = Schema.Version(2, 0, 0)
    public static var models: [any PersistentModel.Type] { [Account.self, Entry.self] }

    @Model public final class Account {
        @Attribute(originalName: "count") public var total = 0
        public var entries: [Entry] = []
        public init() {}
    }

    @Model public final class Entry {
        @Attribute(.unique) public var number: Int
        @Attribute(.externalStorage) public var receipt: Data?
        /// Twice the number, which the migration fills in.
        public var doubled: Int?
        @Relationship(inverse: \Account.entries) public var accounts: [Account] = []
        @Attribute(originalName: "account") public var account: Account?
        public init(number: Int) { self.number = number }
    }
}

public enum LedgerPlan: SchemaMigrationPlan {
    public static var schemas: [any VersionedSchema.Type] { [Ledger.self, LedgerV2.self] }
    public static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: Ledger.self, toVersion: LedgerV2.self, willMigrate: nil,
                didMigrate: { context in
                    try context.enumerate(FetchDescriptor<LedgerV2.Entry>(), batchSize: 50) {
                        $0.doubled = $0.number * 2
                    }
                })
        ]
    }
}
