import Foundation
import PermafrostModel
import SwiftData

/// A namespace for rendering a schema version's model as JSON, in the format of a fixture's `schema-….json`. Use it to
/// compare a store with an app's live types, or to send a model to a tool. The version doesn't need to be frozen.
///
/// ```swift
/// let json = try SchemaJSON.render(PostsSchemaV2.self)
/// try json.write(to: URL(fileURLWithPath: "schema.json"))
/// ```
///
/// The JSON contains only the information that a store also contains. The same is true of a fixture that is frozen from
/// live types in a test. To compare two versions, use ``SchemaDiff``.
public enum SchemaJSON {
    /// Returns a version's model as JSON, in UTF-8.
    ///
    /// The first call for a version creates an empty store in the temporary folder to read its model. The app's stores
    /// aren't opened.
    ///
    /// - Parameter version: the version's type. The JSON contains the name of the version's fixture if the type is a
    ///   ``FreezableSchema``, and the version identifier if it isn't.
    /// - Throws: SwiftData's error if it can't make a container from the types.
    public static func render(_ version: any VersionedSchema.Type) throws -> Data {
        let name = (version as? any FreezableSchema.Type)?.frozenVersion ?? "\(version.versionIdentifier)"
        return Data(try LiveVersion.of(version).document(as: name).bytes)
    }
}
