import PermafrostModel
import SwiftData

/// A version that a plan no longer migrates. Its schema and stages are no longer in the sources, so that only its version
/// hashes identify a store.
///
/// ```swift
/// let plan = MigrationPlan(
///     schemas: [PostsSchemaV2.self, PostsSchemaV3.self],
///     retired: [Retired("1.0.0", hashes: ["5fb0…d1"], lastRelease: "2.3")]
/// ) {
///     Stage(from: PostsSchemaV2.self, to: PostsSchemaV3.self)
/// }
/// ```
///
/// `permafrost check` prints this value for a frozen version that is no longer declared. ``SafeModelContainer``,
/// ``MigrationLaunch`` and ``ProgressiveMigration`` reject a store of the version with
/// ``MigrationError/Cause/Version/retired(_:)``, and don't change the store. A container that SwiftData opens by itself
/// rejects the store with Core Data's error, like the store of any unknown version.
///
/// A plan that lists its versions and stages itself declares this value as a ``RetiringMigrationPlan``.
public struct Retired: Sendable, Hashable {
    /// An action for a store of a retired version. None of them deletes the user's data.
    public enum Action: String, Sendable, Hashable, CaseIterable {
        /// Keep the file unchanged, so that the app's last release that supported the version still opens it.
        case keepFile
        /// Copy the store for the user or for support, with ``SafeModelContainer/export(_:to:)`` or
        /// ``MigrationLaunch/export(to:)``.
        case export
        /// Move the store aside and begin with an empty one, with ``SafeModelContainer/setAside(_:)`` or
        /// ``MigrationLaunch/startAnew()``.
        case startAnew
    }

    /// The version's name, such as `1.0.0`.
    public let version: String
    /// The version hashes of the version's entities, in lowercase hexadecimal digits. If frameworks compute different
    /// hashes for an entity, all of them.
    public let hashes: [String]
    /// The name of the last release that migrates stores of the version; nil if it isn't known.
    public let lastRelease: String?

    /// Creates a retired version.
    ///
    /// - Parameters:
    ///   - version: the version's name.
    ///   - hashes: the version hashes of all of the version's entities, in hexadecimal digits.
    ///   - lastRelease: the name of the last release that migrates stores of the version.
    public init(_ version: String, hashes: [String], lastRelease: String? = nil) {
        self.version = version
        self.hashes = hashes.map { $0.lowercased() }
        self.lastRelease = lastRelease
    }

    /// The actions that an app can take or offer for a store of the version.
    public var actions: [Action] { Action.allCases }

    /// Returns whether a store with the given hashes has this version. The store may contain only some of the version's
    /// entities, because a container can keep the others in additional stores.
    func matches(_ stored: [String: [UInt8]]) -> Bool {
        let known = Set(hashes)
        return !stored.isEmpty && stored.values.allSatisfy { known.contains(Digest.hex($0)) }
    }
}
