import Foundation
import Permafrost
import PermafrostModel
import PermafrostStore
import SwiftData

/// The store of a frozen version, copied to a temporary folder: a test may do with it what it likes. The copy goes when
/// nothing refers to the value any more.
///
///     let fixture = try Fixture("1.0.0")
///     let migration = try migrate(fixture, to: AppSchemaV2.self, plan: AppMigrationPlan.self)
public struct Fixture: Sendable {
    /// The frozen version's name; for a store made in a test, what describes it.
    public let version: String
    /// The copy of the store.
    public let url: URL
    private let folder: TemporaryFolder

    /// The store of a frozen version.
    ///
    /// The fixture tree is the folder that the environment variable `PERMAFROST_FIXTURES` names, else `Fixtures` (or
    /// `FreezeRay/Fixtures`) beside the test's source file or in a folder above it, else in the test bundle's resources.
    ///
    /// - Parameters:
    ///   - version: the name that the version was frozen under, such as `1.0.0`.
    ///   - group: the group, needed where several groups of one tree froze that version: the migration plan's name. Without it, the
    ///     fixture that is in no group's folder is meant, as long as there is one.
    ///   - file: where the search for the tree starts: the test's path.
    /// - Throws: ``FixtureError`` if the fixture is missing, or its files are not those that were frozen.
    public init(_ version: String, group: String? = nil, file: String = #filePath) throws {
        let frozen = try FixtureSearch(file: file).fixture(version, group: group)
        try self.init(frozen)
    }

    /// A copy of any store, with the rows in its -wal and its large values. Its own folder is not changed.
    ///
    /// - Throws: ``FixtureError``.
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

    /// A store that was made in a folder, which the value keeps.
    init(made url: URL, in folder: TemporaryFolder, version: String) {
        self.version = version
        self.url = url
        self.folder = folder
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

/// A store of a version with the rows that a test puts in.
///
///     let fixture = try fixture(schema: AppSchemaV1.self) { context in
///         context.insert(AppSchemaV1.Post(title: "", body: "a title may be empty"))
///     }
///
/// - Parameters:
///   - version: the version of the store.
///   - fill: gets a context over the empty store; what it leaves unsaved is saved.
/// - Throws: what `fill` throws, and SwiftData's error if the rows cannot be saved.
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

/// A store of a version with sample rows: extreme, empty, unusual and absent values in the first eight of each entity,
/// plain ones, all different, in the others. The same version and count give the same rows.
///
/// Where the version is frozen, the fixture says which values an enum or a struct takes. Else the types alone do, as far
/// as they can: scalars, arrays of them, enums without raw values, and `CaseIterable` enums with raw values.
///
/// - Parameters:
///   - version: the version of the store.
///   - count: the rows of each entity; fewer where a constraint allows no more.
///   - file: where the search for the fixture tree starts.
/// - Throws: ``FixtureError`` where nothing shows a property's values, `StoreError` where
///   the store cannot be written.
public func seed<S: VersionedSchema>(
    schema version: S.Type, count: Int, file: String = #filePath
) throws -> Fixture {
    let live = try LiveVersion.of(version)
    let frozen = FixtureSearch(file: file).frozenModel(withHashes: live.hashes)
    let model = try frozen ?? SampledTypes(version).model(live.model)
    let folder = try TemporaryFolder(for: "testing")
    let url = folder.url.appendingPathComponent("App.sqlite")
    let seed = Digest.sha256(Array("\(version) \(count)".utf8))
    try StoreWriter(model: model, seed: seed, rowsPerEntity: max(0, count)).write(to: url.path)
    return Fixture(made: url, in: folder, version: "\(version)")
}
