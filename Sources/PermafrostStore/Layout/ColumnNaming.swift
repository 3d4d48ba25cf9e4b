import PermafrostModel

/// The names of the columns in the table of a family, which is a root entity and all its subentities. If several
/// columns would have the same name, their suffixes depend on the order of naming, which differs from the order of
/// ``columns``.
struct ColumnNaming {
    private let model: SchemaModel
    private let numbers: EntityNumbers
    private var named: [StoreColumn] = []
    private var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
    private var suffixes: [String: Int] = [:]

    /// Names the columns of a family's table.
    ///
    /// - Parameter family: the entities, sorted by number.
    init(family: [Entity], graph: RelationshipGraph, numbers: EntityNumbers) {
        model = graph.model
        self.numbers = numbers
        for entity in family {
            for attribute in entity.attributes {
                add(attribute, of: entity, path: [])
            }
            let toOnes = entity.relationships.filter { !$0.isTransient && !$0.isToMany }
            var names: [String: String] = [:]
            for relationship in toOnes { names[relationship.name] = add(toOne: relationship, of: entity) }
            for relationship in toOnes where graph.inverse(of: relationship)?.isOrdered == true {
                _ = add(
                    "Z_FOK_" + (names[relationship.name] ?? "").dropFirst(),
                    .order(entity: entity.name, relationship: relationship.name))
            }
            for owner in graph.ownersWithoutInverse(of: entity.name) {
                addOwner(owner)
            }
        }
    }

    /// The columns in the table's order: sorted by ``StoreColumn/orderingClass``, and within a class by the order of
    /// naming.
    var columns: [StoreColumn] {
        named.enumerated().sorted {
            ($0.element.orderingClass, $0.offset) < ($1.element.orderingClass, $1.offset)
        }.map(\.element)
    }

    /// Adds the column of an attribute, or the columns of a composite's elements. The name of an element's column
    /// doesn't contain the composite's name.
    private mutating func add(_ attribute: Attribute, of entity: Entity, path: [String]) {
        guard !attribute.isTransient else { return }
        let path = path + [attribute.name]
        guard attribute.type != .composite else {
            for element in attribute.elements { add(element, of: entity, path: path) }
            return
        }
        _ = add("Z" + attribute.name.uppercased(), .attribute(entity: entity.name, path: path), type: attribute.type)
    }

    /// Adds a foreign key column, and returns its name. If the destination has subentities, also adds a column for the
    /// destination's entity number.
    private mutating func add(toOne relationship: Relationship, of entity: Entity) -> String {
        let name = add(
            "Z" + relationship.name.uppercased(),
            .destination(entity: entity.name, relationship: relationship.name))
        if let number = numbers.number[relationship.destination],
            !model.subentities(of: relationship.destination).isEmpty
        {
            _ = add(
                "Z\(number)_" + name.dropFirst(),
                .destinationEntity(entity: entity.name, relationship: relationship.name))
        }
        return name
    }

    private mutating func addOwner(_ owner: RelationshipGraph.End) {
        guard let number = numbers.number[owner.entity] else { return }
        let name = add(
            "Z\(number)" + owner.relationship.name.uppercased(),
            .owner(entity: owner.entity, relationship: owner.relationship.name))
        if owner.relationship.isOrdered {
            _ = add(
                "Z_FOK_" + name.dropFirst(),
                .ownerOrder(entity: owner.entity, relationship: owner.relationship.name))
        }
    }

    /// Adds a column, and returns its name. If several columns have the same base name, all but the first get the
    /// suffixes 1, 2, 3, and so on.
    private mutating func add(
        _ base: String, _ content: StoreColumn.Content, type: AttributeType = .int64
    ) -> String {
        var name = base
        while !taken.insert(name).inserted {
            suffixes[base, default: 0] += 1
            name = base + String(suffixes[base, default: 0])
        }
        named.append(StoreColumn(name: name, type: type, content: content))
        return name
    }
}
