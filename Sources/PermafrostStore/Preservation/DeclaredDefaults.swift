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
    package func cells(of place: ModelContinuity.Place) -> [[String]: [DeclaredDefaults.DefaultCell]] {
        var cells: [[String]: [DeclaredDefaults.DefaultCell]] = [:]
        for version in versions {
            guard let attribute = version.model.attribute(at: place) else { continue }
            let isUnknownDefault = version.unknownDefaults.contains(place.path)
            add(attribute, attribute.defaultValue, isUnknownDefault, [attribute.name], &cells)
        }
        return cells
    }

    private func add(
        _ attribute: Attribute, _ value: DefaultValue?, _ isUnknownDefault: Bool, _ path: [String],
        _ cells: inout [[String]: [DeclaredDefaults.DefaultCell]]
    ) {
        guard attribute.type != .composite else {
            for element in attribute.elements {
                add(element, value?.element(element.name), isUnknownDefault, path + [element.name], &cells)
            }
            return
        }
        var cell = DeclaredDefaults.DefaultCell(value, of: attribute)
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
    fileprivate var isData: Bool { if case .data = self { true } else { false } }

    /// Returns the default of an element of a composite, or nil if the value doesn't contain one.
    package func element(_ name: String) -> DefaultValue? {
        if case .dictionary(let entries) = self { entries[name] } else { nil }
    }
}

extension DeclaredDefaults {
    /// The allowed content of a new property's cell.
    package enum DefaultCell: Sendable, Hashable {
        /// The declared default, or NULL if the property has no default.
        case value(ComparedValue)
        /// Any value except NULL. Allowed if the default isn't known, for example because it is evaluated for each row,
        /// such as `UUID()`.
        case any

        package func allows(_ stored: ComparedValue) -> Bool {
            switch self {
            case .value(let value): value.means(stored)
            case .any: stored != .null
            }
        }

        /// A description of the default for reports.
        package var text: String {
            switch self {
            case .value(let value): "\(value)"
            case .any: "the default, which is evaluated each time"
            }
        }

        /// Creates the allowed content for a leaf attribute with the given default.
        package init(_ value: DefaultValue?, of attribute: Attribute) {
            guard let value else {
                self = .value(.null)
                return
            }
            self = Self.stored(value, attribute).map(DefaultCell.value) ?? .any
        }

        private static func stored(_ value: DefaultValue, _ attribute: Attribute) -> ComparedValue? {
            if attribute.type == .transformable || (attribute.type == .binary && !value.isData) {
                return EncodedValueArchive.EncodedDefault.json(value).flatMap(ComparedValue.json).map(
                    ComparedValue.json)
            }
            switch (attribute.type, value) {
            case (.boolean, .boolean(let boolean)): return .boolean(boolean)
            case (.boolean, .integer(let number)): return .boolean(number != 0)
            case (.int16, .integer(let number)), (.int32, .integer(let number)), (.int64, .integer(let number)):
                return .integer(number)
            case (.double, .double(let number)), (.decimal, .double(let number)): return .double(number)
            case (.float, .double(let number)): return .double(Double(Float(number)))
            case (.double, .integer(let number)), (.float, .integer(let number)), (.decimal, .integer(let number)):
                return .double(Double(number))
            case (.decimal, .decimal(let text)): return Double(text).map(ComparedValue.double)
            case (.date, .date(let seconds)): return .date(seconds)
            case (.string, .string(let text)), (.uri, .string(let text)): return .string(text)
            case (.uuid, .uuid(let bytes)) where bytes.count == 16:
                return .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
            case (.binary, .data(let bytes)): return .data(bytes)
            default: return nil
            }
        }
    }
}
