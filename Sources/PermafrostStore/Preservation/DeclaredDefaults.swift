import PermafrostModel

/// The defaults that the versions of a migration declare, oldest first: any of them is what an old row may have got.
package struct DeclaredDefaults {
    /// One version's.
    package struct Version {
        /// The version's model.
        package var model: SchemaModel
        /// Attributes whose default each process makes anew, or that have one which no archive carries: `Entity.property`.
        package var unknownDefaults: Set<String>

        /// A version with the attributes whose defaults are unknown.
        package init(model: SchemaModel, unknownDefaults: Set<String>) {
            self.model = model
            self.unknownDefaults = unknownDefaults
        }

        /// A version that sources declare: a default that is kept as its text is unknown.
        package init(declared model: SchemaModel) {
            let unknownDefaults = model.entities.flatMap { entity in
                model.properties(of: entity.name).compactMap { property -> String? in
                    guard case .attribute(let attribute) = property, attribute.hasUntoldDefault else { return nil }
                    return "\(entity.name).\(attribute.name)"
                }
            }
            self.init(model: model, unknownDefaults: Set(unknownDefaults))
        }
    }

    /// The versions, in any order.
    package var versions: [Version]

    /// The defaults of versions.
    package init(versions: [Version]) { self.versions = versions }

    /// What the cells of a new attribute may hold, by the path of each from the attribute down.
    package func cells(of place: ModelContinuity.Place) -> [[String]: [DefaultCell]] {
        var cells: [[String]: [DefaultCell]] = [:]
        for version in versions {
            guard let attribute = version.model.attribute(at: place) else { continue }
            let isUntold = version.unknownDefaults.contains(place.path)
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

extension Attribute {
    /// Whether the default, or one of an element, is known by its source text alone.
    fileprivate var hasUntoldDefault: Bool {
        defaultValue?.holdsExpression ?? false || elements.contains(where: \.hasUntoldDefault)
    }
}
