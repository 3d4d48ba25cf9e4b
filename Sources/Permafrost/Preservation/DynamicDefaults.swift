import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// The attributes whose declared default differs each time, such as `UUID()`.
package enum DynamicDefaults {
    /// Makes each default of a version twice, compares the results, and returns the attributes that differ as
    /// `Entity.property`.
    package static func of(_ version: any VersionedSchema.Type) -> Set<String> {
        let first = texts(of: Schema(versionedSchema: version))
        let second = texts(of: Schema(versionedSchema: version))
        return Set(first.filter { second[$0.key] != $0.value }.keys)
    }

    private static func texts(of schema: Schema) -> [String: String] {
        var texts: [String: String] = [:]
        for entity in schema.entities {
            for attribute in entity.attributes {
                guard let value = attribute.defaultValue else { continue }
                // A date's own description stops at seconds.
                let text = (value as? Date).map { "\($0.timeIntervalSinceReferenceDate)" } ?? String(reflecting: value)
                texts["\(entity.name).\(attribute.name)"] = text
            }
        }
        return texts
    }
}

extension DeclaredDefaults.Version {
    /// Creates the defaults of a version whose store's model is known.
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
        // Subentities inherit the property.
        let unknownDefaults = own.compactMap(ModelContinuity.Place.init).flatMap { place in
            model.family(of: place.entity).map { "\($0.name).\(place.property)" }
        }
        self.init(model: model, unknownDefaults: Set(unknownDefaults))
    }
}
