/// A version's title for users. It consists of the type and the name, without repetition.
package struct VersionTitle: Sendable, Hashable, CustomStringConvertible {
    /// The title, such as `PostsSchemaV1 1.0.0`. If the version is named after its type or its Core Data model
    /// file, the title is only that name, such as `Library 2`.
    package let description: String
    /// The type, such as `PostsSchemaV1`. If a Core Data model's version is named after its file, this is that
    /// name, such as `Library 2`.
    package let schema: String
    /// Whether the version belongs to a Core Data model.
    package let isFromModelFile: Bool

    /// Creates a title.
    ///
    /// - Parameters:
    ///   - schema: the type that declares the version, or the folder of a Core Data model's version, such as
    ///     `Library 2.xcdatamodel`.
    ///   - name: the version's name.
    package init(schema: String, name: String) {
        isFromModelFile = schema.hasSuffix(".xcdatamodel")
        let isNamedByFile = schema == name || schema == name + ".xcdatamodel"
        self.schema = isNamedByFile ? name : schema
        description = isNamedByFile ? name : "\(schema) \(name)"
    }
}
