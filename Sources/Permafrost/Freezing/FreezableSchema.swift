import SwiftData

/// A version that knows the name under which it is frozen. The macro `@FreezeSchema(version:)` of `PermafrostMacros` makes
/// a type one; a conformance written by hand works as well.
///
/// ```swift
/// enum PostsSchemaV2: VersionedSchema, FreezableSchema {
///     static let frozenVersion = "2.0.0"
///     …
/// }
/// ```
public protocol FreezableSchema: VersionedSchema {
    /// The name of the frozen version, which is also the name of its folder.
    static var frozenVersion: String { get }
}
