import Foundation
import Permafrost
import PermafrostStore

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
