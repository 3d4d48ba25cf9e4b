import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// Functions that find attributes with a default that differs each time it is evaluated, such as `UUID()`.
package enum DynamicDefaults {
    /// Returns the attributes whose default differs each time, as `Entity.property`. Evaluates each default twice and
    /// compares the results.
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
                // A date's own description omits fractions of a second.
                let text = (value as? Date).map { "\($0.timeIntervalSinceReferenceDate)" } ?? String(reflecting: value)
                texts["\(entity.name).\(attribute.name)"] = text
            }
        }
        return texts
    }
}

extension DeclaredDefaults.Version {
    /// Creates the description of a version's defaults. A default counts as unknown if it differs each time it is
    /// evaluated, or if the model doesn't record it.
    ///
    /// - Parameter model: the model that the version's stores contain.
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
        // Subentities inherit the property and its default.
        let unknownDefaults = own.compactMap(ModelContinuity.Place.init).flatMap { place in
            model.family(of: place.entity).map { "\($0.name).\(place.property)" }
        }
        self.init(model: model, unknownDefaults: Set(unknownDefaults))
    }
}
