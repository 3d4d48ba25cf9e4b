import Foundation
import Permafrost
import PermafrostModel
import SwiftData

/// Three versions of a schema. Each stage of their plan fills a property that the row already has, in a way that shows
/// how often a row was filled.
public enum TallyV1: VersionedSchema {
    public static let versionIdentifier = Schema.Version(1, 0, 0)
    public static var models: [any PersistentModel.Type] { [Row.self] }

    @Model public final class Row {
        public var text: String
        public init(text: String) { self.text = text }
    }
}

public enum TallyV2: VersionedSchema {
    public static let versionIdentifier = Schema.Version(2, 0, 0)
    public static var models: [any PersistentModel.Type] { [Row.self] }

    @Model public final class Row {
        public var text: String
        public var second: Int?
        public init(text: String) { self.text = text }
    }
}

public enum TallyV3: VersionedSchema {
    public static let versionIdentifier = Schema.Version(3, 0, 0)
    public static var models: [any PersistentModel.Type] { [Row.self] }

    @Model public final class Row {
        public var text: String
        public var second: Int?
        public var third: Int?
        public init(text: String) { self.text = text }
    }
}

/// A plan that appends `+` to every row's text in each of its two stages.
public enum TallyPlan: DeclaredMigrationPlan {
    /// The function that opens a store.
    public enum Opening: String, Sendable, CaseIterable {
        case none, backupOnly, backupAndRollback
        /// SwiftData's own container.
        case plain
        /// The step-by-step migration.
        case progressive

        /// Opens a store with the third version, and migrates it first.
        public func open(_ store: URL) throws {
            switch self {
            case .none, .backupOnly, .backupAndRollback:
                _ = try SafeModelContainer.make(
                    for: TallyV3.self, plan: plan, storeURL: store,
                    safety: MigrationSafety(rawValue: rawValue) ?? .backupAndRollback)
            case .plain:
                let schema = Schema(versionedSchema: TallyV3.self)
                _ = try ModelContainer(
                    for: schema, migrationPlan: TallyPlan.self,
                    configurations: ModelConfiguration(schema: schema, url: store))
            case .progressive: try ProgressiveMigration(store: store, plan: plan).perform()
            }
        }
    }

    /// The number of calls of the plan's closures, and the call at which this process kills itself.
    private static let calls = Locked((count: 0, last: Int.max))

    /// Makes this process kill itself at the given call of one of the plan's closures, counted from 1. The
    /// `postMigration` hook is the last one.
    public static func kill(atCall number: Int) { calls.withLock { $0.last = number } }

    private static func hook(_: MigrationHookContext) { call() }

    private static func call() {
        calls.withLock {
            $0.count += 1
            if $0.count == $0.last { _ = Foundation.kill(getpid(), SIGKILL) }
        }
    }

    public static let plan = MigrationPlan(
        schemas: [TallyV1.self, TallyV2.self, TallyV3.self], postMigration: hook
    ) {
        Stage(from: TallyV1.self, to: TallyV2.self) {
            Backfill(\TallyV2.Row.text, overwrite: true) { row in
                call()
                return row.text + "+"
            }
        }
        Stage(from: TallyV2.self, to: TallyV3.self) {
            Backfill(\TallyV3.Row.text, overwrite: true) { row in
                call()
                return row.text + "+"
            }
        }
    }

    /// Makes a store of the first version.
    public static func makeStore(_ url: URL, rows: Int) throws {
        let schema = Schema(versionedSchema: TallyV1.self)
        let context = ModelContext(
            try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url)))
        for number in 0..<rows { context.insert(TallyV1.Row(text: "row \(number)")) }
        try context.save()
    }
}
