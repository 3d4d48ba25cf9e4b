@_exported import Permafrost

/// Declares the name of a schema version's fixture. The type becomes a `FreezableSchema`, so it can also be frozen and
/// compared at run time.
///
/// ```swift
/// import PermafrostMacros
///
/// @FreezeSchema(version: "2.0.0")
/// enum PostsSchemaV2: VersionedSchema { … }
/// ```
///
/// The compiler checks that the name is a safe folder name, and that the type conforms to `VersionedSchema` in its
/// declaration and not in an extension. `permafrost freeze` and `permafrost check` read the name from the source.
///
/// - Parameter version: a string literal that is a safe folder name, such as `2.0.0`, `2.0.0-beta.1` or `2024-01-15`.
@attached(extension, conformances: FreezableSchema, names: named(frozenVersion))
public macro FreezeSchema(version: String) =
    #externalMacro(module: "PermafrostMacrosPlugin", type: "FreezeSchemaMacro")
