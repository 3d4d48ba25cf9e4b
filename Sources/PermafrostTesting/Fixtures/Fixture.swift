import Foundation
import Permafrost
import PermafrostFixtures
import PermafrostModel
import PermafrostStore
import SwiftData

/// A store for a test, in its own temporary folder. It is a copy of a frozen version's store, a copy of any other
/// store, or a store that the test creates. The test can change it freely.
///
/// ```swift
/// @Test func migratesTheFirstRelease() throws {
///     let migration = try migrate(Fixture("1.0.0"), to: PostsSchemaV2.self, plan: PostsMigrationPlan.self)
///     assertDataPreserved(migration)
/// }
/// ```
///
/// > Important: The folder is deleted when the last copy of the value is released. Keep the value for as long as you
/// > use ``url``.
///
/// To create a store from rows, use ``fixture(schema:_:)``; for many rows, use ``seed(schema:count:file:)`` or
/// ``seed(schema:count:_:)``.
public struct Fixture: Sendable {
    /// The name that the version was frozen under. For a copy of any other store, this is the file name. For a store
    /// that the test creates, it is the name of the version's type.
    public let version: String
    /// The URL of the store.
    public let url: URL
    private let folder: TemporaryFolder

    /// The rows of a fixture.
    public enum Rows: Sendable {
        /// The rows of the frozen store.
        case frozen
        /// Sample rows with the limits of each type, such as the largest integer, `Date.distantPast` and long text.
        /// Ordinary calculations in a stage may overflow with them, which ends the process.
        case extreme
    }

    /// Copies the store of a frozen version, or makes a store of that version with extreme values.
    ///
    /// If the `PERMAFROST_FIXTURES` environment variable is set, the fixture tree is the folder that it specifies.
    /// Otherwise, the tree is the folder `Fixtures` or `FreezeRay/Fixtures` next to the test's source file, in a parent
    /// folder, or in the test bundle's resources.
    ///
    /// - Parameters:
    ///   - version: the name that the version was frozen under, such as `1.0.0`.
    ///   - rows: the rows of the store.
    ///   - group: the name of the migration plan. Pass it if several groups contain the version. If exactly one of
    ///     their fixtures isn't in a group's folder, nil selects that fixture.
    ///   - file: the path of the test's file, where the search for the tree starts.
    /// - Throws: ``FixtureError`` if the fixture is missing, ambiguous or damaged, or if its store can't be copied.
    public init(_ version: String, rows: Rows = .frozen, group: String? = nil, file: String = #filePath) throws {
        let frozen = try FixtureSearch(file: file).fixture(version, group: group)
        switch rows {
        case .frozen: try self.init(frozen)
        case .extreme:
            guard frozen.damage.isEmpty, let model = frozen.model else { throw FixtureError.damaged(frozen) }
            try self.init(model, values: .extreme, version: version)
        }
    }

    /// Copies a user's store that `permafrost freeze VERSION --from-store STORE` anonymized and added to a frozen
    /// version.
    ///
    /// - Parameters:
    ///   - version: the name that the version was frozen under, such as `1.0.0`.
    ///   - store: the name of the user's store, such as `user`.
    ///   - group: the name of the migration plan. See ``init(_:rows:group:file:)``.
    ///   - file: the path of the test's file, where the search for the tree starts.
    /// - Throws: ``FixtureError`` if the fixture or the store is missing or damaged, or can't be copied.
    public init(_ version: String, store: String, group: String? = nil, file: String = #filePath) throws {
        let frozen = try FixtureSearch(file: file).fixture(version, group: group)
        guard frozen.damage.isEmpty else { throw FixtureError.damaged(frozen) }
        let stores = try NamedStore.all(of: frozen.fixture)
        guard let named = stores.first(where: { $0.name.description == store }) else {
            throw FixtureError.missingStore(store, version: version, known: stores.map(\.name.description))
        }
        try self.init(named)
    }

    /// Copies any store, including the rows in its `-wal` and its large values. The original doesn't change.
    ///
    /// - Parameter url: the store's file, such as one that a user sent you.
    /// - Throws: ``FixtureError`` if the file can't be read as a store, or can't be copied.
    public init(storeAt url: URL) throws {
        try self.init(copying: url, version: url.lastPathComponent)
    }

    init(_ frozen: FrozenVersion) throws {
        guard frozen.damage.isEmpty else {
            throw FixtureError.damaged(frozen)
        }
        let store = frozen.fixture.storePath
        try self.init(copying: URL(fileURLWithPath: store), version: frozen.version.description)
    }

    init(_ named: NamedStore) throws {
        try self.init(
            copying: URL(fileURLWithPath: named.storePath), version: "\(named.fixture.version) (\(named.name))")
    }

    /// Creates a fixture from an existing store in a temporary folder. The folder is deleted when the last copy of the
    /// fixture is released.
    init(made url: URL, in folder: TemporaryFolder, version: String) {
        self.version = version
        self.url = url
        self.folder = folder
    }

    /// Creates a store with sample rows. Equal arguments create equal rows.
    init(_ model: SchemaModel, count: Int = 8, values: SampleValues, version: String) throws {
        self.version = version
        folder = try TemporaryFolder(for: "testing")
        url = folder.url.appendingPathComponent("App.sqlite")
        let seed = Digest.sha256(Array("\(version) \(count)".utf8))
        try StoreWriter(model: model, seed: seed, rowsPerEntity: max(0, count), values: values).write(to: url.path)
    }

    private init(copying store: URL, version: String) throws {
        self.version = version
        do {
            _ = try StoreReader(path: store.path)
            folder = try TemporaryFolder(for: "testing")
            url = try ScratchStore(of: store, in: folder.url).url
        } catch let error as StoreError {
            throw FixtureError.unreadable(path: store.path, reason: "\(error)")
        } catch {
            throw FixtureError.unreadable(path: store.path, reason: error.localizedDescription)
        }
    }
}

/// Creates a store of a version with the rows that a test inserts. Use it for cases that no frozen store contains, such
/// as an empty title.
///
/// ```swift
/// let store = try fixture(schema: PostsSchemaV1.self) { context in
///     context.insert(PostsSchemaV1.Post(title: "", body: "A title may be empty."))
/// }
/// let migration = try migrate(store, to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
/// ```
///
/// - Parameters:
///   - version: the version of the store.
///   - fill: inserts rows into a context of the empty store. Unsaved changes are saved afterward.
/// - Returns: the store, in a temporary folder.
/// - Throws: the error that `fill` throws; SwiftData's error if it can't create the store or save the rows.
public func fixture<S: VersionedSchema>(
    schema version: S.Type, _ fill: (ModelContext) throws -> Void
) throws -> Fixture {
    let folder = try TemporaryFolder(for: "testing")
    let url = folder.url.appendingPathComponent("App.sqlite")
    let schema = Schema(versionedSchema: version)
    let context = ModelContext(
        try ModelContainer(
            for: schema, configurations: ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .none)))
    try fill(context)
    if context.hasChanges { try context.save() }
    return Fixture(made: url, in: folder, version: "\(version)")
}

/// Creates a store of a version with sample rows. Use it to test a migration with many rows.
///
/// ```swift
/// let store = try seed(schema: PostsSchemaV1.self, count: 1_000)
/// let migration = try migrate(store, to: PostsSchemaV2.self, plan: PostsMigrationPlan.self)
/// assertDataPreserved(migration)
/// ```
///
/// The first eight rows of each entity include empty, long, negative and missing values, and text that isn't ASCII. The
/// other rows have ordinary values, which differ from row to row if the type has enough values. Dates are in the last
/// years, and numbers are below a million. For the limits of each type, use `Fixture(_:rows:)` with
/// ``Fixture/Rows/extreme``. The same version and count always produce the same rows.
///
/// If the version is frozen, its fixture determines the possible values of an enum or a struct. Otherwise, each
/// attribute must have a type whose values can be found at run time: a scalar, an array of scalars, an enum with
/// neither raw values nor associated values, or a `CaseIterable` enum with raw values.
///
/// - Parameters:
///   - version: the version of the store.
///   - count: the number of rows of each entity. There are fewer if a constraint doesn't allow more.
///   - file: the path where the search for the fixture tree starts.
/// - Returns: the store, in a temporary folder.
/// - Throws: ``FixtureError`` if the possible values of a property aren't known; `StoreError` if the store can't be
///   written; SwiftData's error if it can't make a container from the version.
public func seed<S: VersionedSchema>(
    schema version: S.Type, count: Int, file: String = #filePath
) throws -> Fixture {
    let live = try LiveVersion.of(version)
    let frozen = FixtureSearch(file: file).frozenModel(withHashes: live.hashes)
    let model = try frozen ?? SampledTypes(version).model(live.model)
    return try Fixture(model, count: count, values: .plausible, version: "\(version)")
}

/// Creates a store of a version with the rows that a closure returns. Use it for many rows with values that the test
/// chooses.
///
/// ```swift
/// let store = try seed(schema: PostsSchemaV1.self, count: 10_000) { index, context in
///     PostsSchemaV1.Post(title: "Post \(index)", body: "Text")
/// }
/// ```
///
/// - Parameters:
///   - version: the version of the store.
///   - count: the number of times that the closure is called.
///   - makeRow: returns the object with the given index, which starts at 0. The object is inserted if the closure
///     didn't insert it. After every 5000 rows, the context is saved and replaced by a new one.
/// - Returns: the store, in a temporary folder.
/// - Throws: the error that `makeRow` throws; SwiftData's error if the rows can't be saved.
public func seed<S: VersionedSchema, Model: PersistentModel>(
    schema version: S.Type, count: Int, _ makeRow: (Int, ModelContext) throws -> Model
) throws -> Fixture {
    try fixture(schema: version) { first in
        var context = first
        for index in 0..<max(0, count) {
            let row = try makeRow(index, context)
            if row.modelContext == nil { context.insert(row) }
            if index % 5000 == 4999 {
                try context.save()
                context = ModelContext(first.container)
            }
        }
        try context.save()
    }
}
