import PermafrostFixtures
import PermafrostModel

/// An operation that adds a user's store to the fixture of its version, with the values replaced.
package struct UserStoreFreeze {
    /// The options of a freeze.
    package struct Request: Sendable {
        /// The name of the version that the store has.
        package var version: String
        /// The path of the user's store.
        package var store: String
        /// The name that tests refer to.
        package var name: VersionName
        /// The properties whose values stay, such as `Post.title`.
        package var kept: Set<String>
        /// The maximum number of rows that are chosen of each model, or nil to copy all rows.
        package var rowLimit: Int?
        /// Whether to replace an existing store with the same name.
        package var isReplacing: Bool

        package init(
            version: String, store: String, name: VersionName, kept: Set<String>, rowLimit: Int?,
            isReplacing: Bool
        ) {
            self.version = version
            self.store = store
            self.name = name
            self.kept = kept
            self.rowLimit = rowLimit
            self.isReplacing = isReplacing
        }
    }

    /// The reason that a store can't be added to a version.
    package enum Failure: Error, Sendable, Hashable {
        /// The version isn't frozen yet.
        case notFrozen(version: String)
        /// Several groups contain a version with this name.
        case ambiguous(version: String, groups: [String])
        /// The version's own files are damaged.
        case damaged(version: String, path: String)
        /// The store's hashes belong to a different version. `matches` contains the frozen versions that have these
        /// hashes.
        case otherVersion(store: String, version: String, matches: [String])
    }

    /// The store that was written.
    package struct Outcome: Sendable {
        package let version: String
        package let group: String?
        package let name: String
        /// The path of the written store.
        package let path: String
        package let summary: StoreAnonymizer.Summary
        /// Whether the user's store uses write-ahead logging, but had no `-wal` file. The newest rows may then be
        /// missing.
        package let lacksLog: Bool
        /// Whether the fixture doesn't record the Swift types of values, so that raw values were replaced, too.
        package let lacksTypes: Bool
    }

    private let project: Project
    private let toolVersion: String
    private let date: String

    /// Prepares to freeze.
    ///
    /// - Parameter date: the date in UTC, in the format of ``FreezeDate``.
    package init(_ project: Project, toolVersion: String, date: String) {
        self.project = project
        self.toolVersion = toolVersion
        self.date = date
    }

    /// Writes the anonymized copy of a user's store. Doesn't change the store's folder.
    ///
    /// - Throws: ``Failure``, ``AnonymizationError``, `FreezeError`, `StoreError`, `SQLiteError` or `FileError`.
    package func run(_ request: Request) throws -> Outcome {
        let frozen = try VersionMatcher(project).pairs.filter { pair in
            if case .leftOut = pair.match { false } else { pair.frozen != nil }
        }.compactMap(\.frozen)
        var own = frozen.filter { $0.version.description == request.version || $0.schema == request.version }
        if own.isEmpty, let only = VersionNumbers.only(request.version, among: frozen.map(\.version.description)) {
            own = frozen.filter { $0.version.description == only }
        }
        guard let version = own.first else { throw Failure.notFrozen(version: request.version) }
        guard own.count == 1 else {
            throw Failure.ambiguous(
                version: request.version, groups: own.map { $0.group ?? $0.fixture.folder }.sortedByCodeUnit())
        }
        // A damaged store of another user doesn't affect the new one.
        guard version.damage.allSatisfy({ $0.namedStore != nil }), let model = version.model else {
            throw Failure.damaged(version: request.version, path: version.fixture.path)
        }
        // Only the sample becomes part of the repository.
        let limit = request.rowLimit == nil ? StoreAnonymizer.sizeLimit : .max
        let reader = try StoreAnonymizer.open(request.store, limit: limit)
        let hashes = try reader.metadata().versionHashes
        guard let declared = model.model(matching: hashes) else {
            throw Failure.otherVersion(
                store: request.store, version: version.version.description,
                matches: frozen.filter { $0.model?.model(matching: hashes) != nil }.map(\.version.description))
        }
        let anonymizer = try StoreAnonymizer(
            reader, declared: declared,
            StoreAnonymizer.Options(
                kept: request.kept, rowLimit: request.rowLimit))
        let store = NamedStore(request.name, of: version.fixture)
        let summary = try NamedStoreWriter(toolVersion: toolVersion, date: date).write(
            anonymizer, as: store, replacing: request.isReplacing)
        return Outcome(
            version: version.version.description, group: version.group, name: request.name.description,
            path: store.storePath, summary: summary, lacksLog: try StoreAnonymizer.lacksLog(request.store),
            lacksTypes: version.isStoreDerived)
    }
}
