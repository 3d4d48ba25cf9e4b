import PermafrostDeclarations
import PermafrostModel

/// A version whose model is known, declared or frozen.
struct LintVersion: Sendable {
    /// The type that declares it.
    let schema: String
    /// The version's name.
    let version: String
    /// The model.
    let model: SchemaModel
    /// What the archive says of the declaration.
    let declared: DeclaredSchema
    /// Where the model's parts are declared. The archive holds them as text, which is read once.
    let places: ModelPlaces

    /// Where it is declared.
    var location: SourceLocation { declared.location }

    /// `PostsSchemaV1 1.0.0`
    var title: String { declared.isUnversioned ? version : "\(schema) \(version)" }

    /// Where a property is declared, else its entity, else the version.
    func place(entity: String?, property: String?) -> SourceLocation {
        guard let entity else { return location }
        if let property {
            let owners = [entity] + model.superentities(of: entity).map(\.name)
            if let place = owners.lazy.compactMap({ places.properties[$0]?[property] }).first { return place }
        }
        return places.entities[entity] ?? location
    }
}
