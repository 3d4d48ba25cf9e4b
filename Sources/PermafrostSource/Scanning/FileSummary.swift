/// The keywords that make a file relevant, and the names that the file declares or extends.
package struct FileSummary: Sendable, Hashable {
    /// The keywords that a file contains, including in its comments and strings.
    package struct Keywords: OptionSet, Sendable, Hashable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        static let model = Keywords(rawValue: 1)
        /// `VersionedSchema`
        static let schema = Keywords(rawValue: 2)
        /// `SchemaMigrationPlan`, `DeclaredMigrationPlan` or `MigrationPlan`
        static let plan = Keywords(rawValue: 4)
        /// `ModelContainer`, `modelContainer`, `SafeModelContainer`, `ModelConfiguration`, `DocumentGroup`, `Schema(` or
        /// `NSPersistentCloudKitContainer`
        static let container = Keywords(rawValue: 8)
        /// `FreezeSchema`
        static let freeze = Keywords(rawValue: 16)
        /// `FetchDescriptor`
        static let fetch = Keywords(rawValue: 32)
        /// `copyItem`, `moveItem`, `removeItem` or `Data(contentsOf`
        static let copy = Keywords(rawValue: 64)
        /// `delete(model` or `NSBatchDeleteRequest`
        static let batchDelete = Keywords(rawValue: 128)
        static let main = Keywords(rawValue: 256)
        /// `@MainActor`
        static let mainActor = Keywords(rawValue: 512)
        /// `@_exported`
        static let export = Keywords(rawValue: 1024)
        /// Words of code that opens or migrates Core Data stores, such as `NSPersistentContainer`
        static let coreData = Keywords(rawValue: 2048)
        /// The declaration of a macro that has the name of one of SwiftData's, as in `macro Model()`
        static let macro = Keywords(rawValue: 4096)
    }

    /// The keywords found in the file.
    var seeds: Keywords = []
    /// The ``FileScan/NameHash`` of each type, typealias, and global constant, variable or function that the file
    /// may declare.
    var declared: [UInt64] = []
    /// The ``FileScan/NameHash`` of each type that the file may extend. A qualified name such as `App.Trip` has one
    /// hash for each component.
    var extended: [UInt64] = []
    /// Whether the file isn't UTF-8 text, according to its byte order mark or zero bytes.
    var isForeignEncoding = false

    /// Whether the file has a keyword of code that may affect stores, such as `copyItem`, or that a migration hook
    /// must not use, such as `@MainActor`. The functions that a plan's hooks call are often in the plan's file.
    var holdsCode: Bool {
        !seeds.isDisjoint(with: [.plan, .container, .fetch, .copy, .batchDelete, .mainActor, .coreData])
    }
}
