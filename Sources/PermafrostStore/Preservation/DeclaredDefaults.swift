import Foundation
import PermafrostModel

/// The defaults that the versions of a migration declare. If several versions declare different defaults for a new
/// property, an old row may contain any of them after the migration.
package struct DeclaredDefaults {
    /// The defaults of one version.
    package struct Version {
        package var model: SchemaModel
        /// The paths of the attributes with unknown defaults, as `Entity.property`. A default is unknown if it is
        /// evaluated for each row, such as `UUID()`, or if an archive can't contain it.
        package var unknownDefaults: Set<String>

        package init(model: SchemaModel, unknownDefaults: Set<String>) {
            self.model = model
            self.unknownDefaults = unknownDefaults
        }

        /// Creates a version from a model that source code declares. If only the source text of a default is available,
        /// and not its value, the default is treated as unknown.
        package init(declared model: SchemaModel) {
            let unknownDefaults = model.entities.flatMap { entity in
                model.properties(of: entity.name).compactMap { property -> String? in
                    guard case .attribute(let attribute) = property, attribute.hasUnknownDefault else { return nil }
                    return "\(entity.name).\(attribute.name)"
                }
            }
            self.init(model: model, unknownDefaults: Set(unknownDefaults))
        }
    }

    /// The versions, in any order.
    package var versions: [Version]

    package init(versions: [Version]) { self.versions = versions }

    /// Returns the allowed values of a new attribute's cells, keyed by path, such as `["address", "street"]`. Each path
    /// starts with the attribute's name.
    package func cells(of place: ModelContinuity.Place) -> [[String]: [DefaultCell]] {
        var cells: [[String]: [DefaultCell]] = [:]
        for version in versions {
            guard let attribute = version.model.attribute(at: place) else { continue }
            let isUnknownDefault = version.unknownDefaults.contains(place.path)
            add(attribute, attribute.defaultValue, isUnknownDefault, [attribute.name], &cells)
        }
        return cells
    }

    private func add(
        _ attribute: Attribute, _ value: DefaultValue?, _ isUnknownDefault: Bool, _ path: [String],
        _ cells: inout [[String]: [DefaultCell]]
    ) {
        guard attribute.type != .composite else {
            for element in attribute.elements {
                add(element, value?.element(element.name), isUnknownDefault, path + [element.name], &cells)
            }
            return
        }
        var cell = DefaultCell(value, of: attribute)
        if isUnknownDefault {
            // An element of an unknown value can be nil.
            if path.count > 1 { cells[path, default: []].append(.value(.null)) }
            cell = .any
        }
        if !cells[path, default: []].contains(cell) { cells[path, default: []].append(cell) }
    }
}

extension Attribute {
    /// Whether the attribute's default, or an element's default, is known only as source code.
    fileprivate var hasUnknownDefault: Bool {
        defaultValue?.holdsExpression ?? false || elements.contains(where: \.hasUnknownDefault)
    }
}

extension DefaultValue {
    var isData: Bool { if case .data = self { true } else { false } }

    /// Returns the default of an element of a composite, or nil if the value doesn't contain one.
    package func element(_ name: String) -> DefaultValue? {
        if case .dictionary(let entries) = self { entries[name] } else { nil }
    }
}
