import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A version of a Core Data model that matches a store, in a model that is in the project's folder but isn't among the
/// command's options.
package struct CoreDataOrigin: Sendable, Hashable, Encodable {
    /// The maximum number of models to read.
    private static let limit = 64

    /// The model's path relative to the project's folder, such as `App.xcdatamodeld`.
    package let path: String
    /// The name of the model's version.
    package let version: String

    /// Searches the project's folder for a model with a version that matches a store. Returns nil if no version
    /// matches.
    package init?(of store: StoreInspection, in options: ProjectOptions) {
        let known = Set(options.coreDataModels)
        let paths = ModelFolders(in: options.directory).paths.filter { !known.contains($0) }
        guard !paths.isEmpty, !store.metadata.versionHashes.isEmpty else { return nil }
        var request = options.request
        request.coreDataModels = Array(paths.prefix(Self.limit))
        var declarations = ProjectDeclarations()
        CoreDataModelReader(request: request).read(into: &declarations)
        let match = declarations.schemas.first { schema in
            // A model that can't be read matches no store.
            guard let model = try? schema.decoded() else { return false }
            return model.matches(store.metadata.versionHashes)
        }
        guard let match, let plan = declarations.plans.first(where: { $0.schemas.contains(match.name) }) else {
            return nil
        }
        path = plan.location.file
        version = match.schemaVersion.name
    }
}
