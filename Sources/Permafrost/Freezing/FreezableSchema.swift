import SwiftData

/// A schema version that declares the name of its fixture. A conforming version can be frozen and checked for drift in
/// a test, without the `permafrost` command.
///
/// The `@FreezeSchema(version:)` macro of `PermafrostMacros` adds the conformance. You can also write it by hand:
///
/// ```swift
/// extension PostsSchemaV2: FreezableSchema {
///     public static let frozenVersion = "2.0.0"
/// }
/// ```
///
/// When the version ships, freeze it with `freeze(into:)` in a test that imports PermafrostTesting, and commit the
/// fixture. From then on, compare the types with the fixture in a test with `checkDrift()`.
public protocol FreezableSchema: VersionedSchema {
    /// The name of the frozen version, such as `2.0.0`. It is also the name of the fixture's folder.
    static var frozenVersion: String { get }
}
