/// Declares the name of a schema version's fixture, like the macro of the same name in `PermafrostMacros`. It also adds
/// the two functions that a FreezeRay project's tests call.
///
/// ```swift
/// import PermafrostFreezeRay
///
/// @FreezeSchema(version: "2.0.0")
/// enum PostsSchemaV2: VersionedSchema { … }
/// ```
///
/// `__freezeray_freeze_2_0_0()` writes a fixture into `FreezeRay/Fixtures` in the working directory.
/// `__freezeray_check_2_0_0()` throws a `SchemaDriftError` if the types differ from the fixture.
///
/// - Parameter version: a string literal that is a safe folder name, such as `2.0.0`, `2.0.0-beta.1` or `2024-01-15`.
@attached(extension, conformances: FreezableSchema, names: named(frozenVersion), arbitrary)
public macro FreezeSchema(version: String) =
    #externalMacro(module: "PermafrostMacrosPlugin", type: "FreezeRaySchemaMacro")
