@_exported import Permafrost

/// Names the version that a schema is frozen under, and lets it be frozen and compared at run time: the type becomes a
/// `FreezableSchema`.
///
/// ```swift
/// import PermafrostMacros
///
/// @FreezeSchema(version: "2.0.0")
/// enum PostsSchemaV2: VersionedSchema { … }
/// ```
///
/// The compiler checks that the name is safe for a folder, and that the type is declared as a `VersionedSchema` and does not
/// become one in an extension. `permafrost freeze` and `permafrost check` read the name from the source.
///
/// - Parameter version: a string literal that is safe as a folder's name: `2.0.0`, `2.0.0-beta.1`, `2024-01-15`, `1`.
@attached(extension, conformances: FreezableSchema, names: named(frozenVersion))
public macro FreezeSchema(version: String) =
    #externalMacro(module: "PermafrostMacrosPlugin", type: "FreezeSchemaMacro")
