import PermafrostModel
import PermafrostStore
import SwiftData

extension DeclaredDefaults.Version {
    /// The defaults of a version whose store's model is known.
    package init(_ version: any VersionedSchema.Type, model: SchemaModel) {
        var own = DynamicDefaults.of(version)
        for entity in Schema(versionedSchema: version).entities {
            for attribute in entity.attributes {
                let place = ModelContinuity.Place(entity: entity.name, property: attribute.name)
                guard let value = attribute.defaultValue, String(reflecting: value) != "nil",
                    model.attribute(at: place)?.defaultValue == nil
                else { continue }
                own.insert(place.path)
            }
        }
        // Subentities inherit it.
        let unknownDefaults = own.compactMap(ModelContinuity.Place.init).flatMap { place in
            model.family(of: place.entity).map { "\($0.name).\(place.property)" }
        }
        self.init(model: model, unknownDefaults: Set(unknownDefaults))
    }
}
