/// What people read for a version: the type that declares it and its name, less what both say.
package struct VersionTitle: Sendable, Hashable, CustomStringConvertible {
    /// `PostsSchemaV1 1.0.0`, or `Library 2` of a Core Data model whose file names its version.
    package let description: String
    /// `PostsSchemaV1`, or `Library 2` of such a model.
    package let schema: String
    /// Whether a Core Data model has the version.
    package let isOfModelFile: Bool

    /// - Parameters:
    ///   - schema: the type that declares the version, or a model version's folder: `Library 2.xcdatamodel`.
    ///   - name: what the version is called.
    package init(schema: String, name: String) {
        isOfModelFile = schema.hasSuffix(".xcdatamodel")
        let isNamedByFile = schema == name || schema == name + ".xcdatamodel"
        self.schema = isNamedByFile ? name : schema
        description = isNamedByFile ? name : "\(schema) \(name)"
    }
}

extension SchemaVersion {
    /// What declares it and its name, models without a `VersionedSchema` included: `PostsSchemaV1 1.0.0`.
    package var titleWithSchema: String { schema.map { VersionTitle(schema: $0, name: name).description } ?? name }
}
