import Foundation
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
    package func cells(of place: ModelContinuity.Place) -> [[String]: [DeclaredDefaults.DefaultCell]] {
        var cells: [[String]: [DeclaredDefaults.DefaultCell]] = [:]
        for version in versions {
            guard let attribute = version.model.attribute(at: place) else { continue }
            let isUntold = version.unknownDefaults.contains(place.path)
            add(attribute, attribute.defaultValue, isUntold, [attribute.name], &cells)
        }
        return cells
    }

    private func add(
        _ attribute: Attribute, _ value: DefaultValue?, _ isUntold: Bool, _ path: [String],
        _ cells: inout [[String]: [DeclaredDefaults.DefaultCell]]
    ) {
        guard attribute.type != .composite else {
            for element in attribute.elements {
                add(element, value?.element(element.name), isUntold, path + [element.name], &cells)
            }
            return
        }
        var cell = DeclaredDefaults.DefaultCell(value, of: attribute)
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

extension DefaultValue {
    fileprivate var isData: Bool { if case .data = self { true } else { false } }

    /// The default of an element, where the value is a composite's.
    package func element(_ name: String) -> DefaultValue? {
        if case .dictionary(let entries) = self { entries[name] } else { nil }
    }
}

extension DeclaredDefaults {
    /// What a cell of a new property may hold.
    package enum DefaultCell: Sendable, Hashable {
        /// The declared default, or nil if there is none.
        case value(ComparedValue)
        /// Any value: each process makes the default anew, or nothing but the source tells it.
        case any

        /// Whether a stored value is that.
        package func allows(_ stored: ComparedValue) -> Bool {
            switch self {
            case .value(let value): value.means(stored)
            case .any: stored != .null
            }
        }

        /// The value as text.
        package var text: String {
            switch self {
            case .value(let value): "\(value)"
            case .any: "the default that is computed for each row"
            }
        }

        /// The default of a leaf attribute.
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
