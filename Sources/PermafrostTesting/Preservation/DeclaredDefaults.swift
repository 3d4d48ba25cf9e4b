import PermafrostModel
import SwiftData

/// The defaults that the versions of a migration declare, oldest first: any of them is what an old row may have got.
struct DeclaredDefaults {
    /// One version's.
    struct Version {
        var model: SchemaModel
        /// Attributes whose default each process makes anew, or that have one which no archive carries: `Entity.property`.
        var untold: Set<String>
    }

    var versions: [Version]

    /// What the cells of a new attribute may hold, by the path of each from the attribute down.
    func cells(of place: ModelContinuity.Place) -> [[String]: [DefaultCell]] {
        var cells: [[String]: [DefaultCell]] = [:]
        for version in versions {
            guard let attribute = version.model.attribute(at: place) else { continue }
            let isUntold = version.untold.contains(place.path)
            add(attribute, attribute.defaultValue, isUntold, [attribute.name], &cells)
        }
        return cells
    }

    private func add(
        _ attribute: Attribute, _ value: DefaultValue?, _ isUntold: Bool, _ path: [String],
        _ cells: inout [[String]: [DefaultCell]]
    ) {
        guard attribute.type != .composite else {
            for element in attribute.elements {
                add(element, value?.element(element.name), isUntold, path + [element.name], &cells)
            }
            return
        }
        var cell = DefaultCell(value, of: attribute)
        if isUntold {
            // An element of a value that nobody knows may be nil.
            if path.count > 1 { cells[path, default: []].append(.value(.null)) }
            cell = .any
        }
        if !cells[path, default: []].contains(cell) { cells[path, default: []].append(cell) }
    }
}

extension DeclaredDefaults.Version {
    /// The defaults of a version whose store's model is known.
    init(_ version: any VersionedSchema.Type, model: SchemaModel) {
        var own = LiveModel.dynamicDefaults(of: version)
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
        let untold = own.compactMap(ModelContinuity.Place.init).flatMap { place in
            model.family(of: place.entity).map { "\($0.name).\(place.property)" }
        }
        self.init(model: model, untold: Set(untold))
    }
}
