import PermafrostModel

/// Which changes of a model come from an edit of an enum or struct that properties' values are made of.
struct TypeChanges {
    private struct Place: Hashable {
        var entity: String
        var property: String
    }

    private let version: SchemaVersion
    /// Where the values of each property that changed differ; none for a property that is of another type.
    private var differences: [Place: ShapeDifference] = [:]

    init(_ changes: [ModelChange], from old: SchemaModel, to new: SchemaModel, of version: SchemaVersion) {
        self.version = version
        var retyped: Set<Place> = []
        for change in changes {
            guard let place = Self.place(of: change) else { continue }
            if change.element.isEmpty, [.type, .optionality, .valueTransformer].contains(change.aspect) {
                retyped.insert(place)
            }
            guard differences[place] == nil,
                case .attribute(let before)? = old.entity(named: place.entity)?.property(named: place.property),
                case .attribute(let after)? = new.entity(named: place.entity)?.property(named: place.property)
            else { continue }
            let difference = ShapeDifference(from: before, to: after)
            differences[place] = difference
            if difference.isRetyped || before.compositeSort != after.compositeSort { retyped.insert(place) }
        }
        for place in retyped { differences[place] = nil }
    }

    private static func place(of change: ModelChange) -> Place? {
        guard let entity = change.entity, let property = change.property else { return nil }
        return Place(entity: entity, property: property)
    }

    /// The enums and structs that were edited; none if it was the property.
    func types(of change: ModelChange) -> [ValueType] {
        guard let place = Self.place(of: change), let difference = differences[place] else { return [] }
        let paths: [[String]] =
            switch change.aspect {
            case .elementOrder: [change.element + [""]]
            case .swiftType: difference.places.map(\.path).filter { $0.starts(with: change.element) }
            case .defaultValue, .renamingIdentifier, .hashModifier, .userInfo: []
            default: [change.element]
            }
        var found: [ValueType] = []
        for path in paths {
            let type = version.valueType(declaring: path, entity: place.entity, property: place.property)
            if let type, !found.contains(type) { found.append(type) }
        }
        return found
    }

    /// What of a change keeps rows from being decoded.
    func obstacles(of change: ModelChange, in type: ValueType) -> [ShapeDifference.DecodingObstacle] {
        guard let place = Self.place(of: change), let difference = differences[place] else { return [] }
        return difference.obstacles.filter {
            $0.path.starts(with: change.aspect == .swiftType ? type.path : change.element)
        }.map { ShapeDifference.DecodingObstacle(path: Array($0.path.dropFirst(type.path.count)), reason: $0.reason) }
    }
}
