import SwiftData

/// Names the version that a schema is frozen under, and lets it be frozen and compared at run time: the type becomes a
/// ``FreezableSchema``.
///
/// ```swift
/// @FreezeSchema(version: "2.0.0")
/// enum PostsSchemaV2: VersionedSchema { … }
/// ```
///
/// The name is checked when the code is compiled, and that the type is declared as a `VersionedSchema`, not made one by an
/// extension. `permafrost freeze` and `permafrost check` read the name from the source.
///
/// - Parameter version: a string literal that is safe as a folder's name: `2.0.0`, `2.0.0-beta.1`, `2024-01-15`, `1`.
@attached(extension, conformances: FreezableSchema, names: named(frozenVersion))
public macro FreezeSchema(version: String) = #externalMacro(module: "PermafrostMacros", type: "FreezeSchemaMacro")

/// A version that knows the name under which it is frozen. ``FreezeSchema(version:)`` makes a type one.
public protocol FreezableSchema: VersionedSchema {
    /// The name of the frozen version: its folder's.
    static var frozenVersion: String { get }
}
