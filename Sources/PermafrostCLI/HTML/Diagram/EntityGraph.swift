import PermafrostModel

/// A graph of a model. The nodes are entities, and the edges are relationships and inheritance.
struct EntityGraph {
    /// A box for an entity.
    struct Node {
        /// A line of text in a box.
        struct Row {
            let name: String
            let type: String
            /// The property's change since the previous version. Nil if it didn't change, or if the entire entity is
            /// new.
            let mark: Difference.Change.Mark?
        }

        let name: String
        let mark: Difference.Change.Mark?
        let rows: [Row]
        /// A line with the number of attributes that the box leaves out, such as `+ 3`; nil if the box shows all
        /// attributes.
        let rest: String?
        let summary: String
    }

    /// An end of an edge. It shows how many rows of the entity at this end can belong to one row at the other end.
    enum End: String {
        case one = "1"
        case maybe = "0"
        case many = "n"
        /// An end at a superentity.
        case kind = "i"
        case none = ""
    }

    /// A relationship and its inverse, if it has one, or the inheritance between two entities.
    struct Edge {
        /// The positions of the two nodes in ``EntityGraph/nodes``. The superentity, or the entity with the to-many
        /// relationship, comes first.
        let first, second: Int
        let firstEnd, secondEnd: End
        let summary: String
        let mark: Difference.Change.Mark?
    }

    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []

    /// Creates the graph of a model.
    ///
    /// - Parameter difference: the difference from the previous version. Its changes are marked, and removed entities
    ///   become nodes. If nil, no changes are marked.
    init(_ model: SchemaModel, _ difference: Difference?) {
        let changes = Dictionary(grouping: difference?.changes ?? [], by: { $0.judged.change.entity ?? "" })
        let showsAll = model.entities.count <= 25
        var positions: [String: Int] = [:]
        for entity in model.entities {
            positions[entity.name] = nodes.count
            nodes.append(Self.node(entity, changes[entity.name] ?? [], showsAll: showsAll))
        }
        for entity in model.entities { addEdges(of: entity, in: model, positions, changes) }
        for name in changes.keys.sorted(by: CodeUnitOrder.isBefore) where positions[name] == nil && !name.isEmpty {
            nodes.append(Node(name: name, mark: .removed, rows: [], rest: nil, summary: name))
        }
    }

    private static let rowLimit = 12

    private static func node(_ entity: Entity, _ changes: [Difference.Change], showsAll: Bool) -> Node {
        let whole = changes.first { $0.subject == nil && $0.mark == .added }
        var marks: [String: Difference.Change.Mark] = [:]
        var removed: [Node.Row] = []
        for change in changes {
            guard let property = change.judged.change.property else { continue }
            let isGone = entity.property(named: property) == nil
            if change.mark == .renamed {
                marks[change.nameAfterwards ?? property] = .renamed
            } else if isGone {
                removed.append(Node.Row(name: property, type: "", mark: .removed))
            } else if marks[property] == nil {
                marks[property] = change.mark
            }
        }
        let shown = entity.properties.filter { property in
            if marks[property.name] != nil { return true }
            if case .attribute = property { return showsAll }
            return false
        }
        var rows =
            shown.map { property in
                Node.Row(name: property.name, type: type(property), mark: whole == nil ? marks[property.name] : nil)
            } + removed
        // If there isn't room for all attributes, show changed attributes first.
        if rows.count > rowLimit {
            rows = Array((rows.filter { $0.mark != nil } + rows.filter { $0.mark == nil }).prefix(rowLimit))
        }
        let hidden = entity.attributes.count - rows.count { row in entity.attributes.contains { $0.name == row.name } }
        return Node(
            name: entity.name, mark: whole?.mark ?? (changes.isEmpty ? nil : .changed), rows: rows,
            rest: hidden > 0 ? (rows.isEmpty ? "\(hidden) attribute\(hidden == 1 ? "" : "s")" : "+ \(hidden)") : nil,
            summary: entity.name)
    }

    private static func type(_ property: Property) -> String {
        guard case .attribute(let attribute) = property else { return property.summary }
        let words = attribute.summary.split(separator: " ", maxSplits: 1).map(String.init)
        let name = attribute.type == .composite ? String((words.last ?? "").prefix { $0 != " " }) : words.last ?? ""
        return attribute.isOptional ? name + "?" : name
    }

    // MARK: Lines

    private mutating func addEdges(
        of entity: Entity, in model: SchemaModel, _ positions: [String: Int],
        _ changes: [String: [Difference.Change]]
    ) {
        guard let own = positions[entity.name] else { return }
        if let parent = entity.superentity, let other = positions[parent] {
            edges.append(
                Edge(
                    first: other, second: own, firstEnd: .kind, secondEnd: .none, summary: "\(entity.name): \(parent)",
                    mark: Self.mark("", of: entity.name, changes)))
        }
        for relationship in entity.relationships {
            guard let other = positions[relationship.destination] else { continue }
            let inverse = Self.inverse(of: relationship, in: model)
            // Draw a relationship and its inverse once, starting from the relationship that comes first.
            if let inverse, inverse.relationship.inverse == relationship.name,
                (inverse.entity, inverse.relationship.name) != (entity.name, relationship.name),
                CodeUnitOrder.isBefore(
                    "\(inverse.entity)\u{0}\(inverse.relationship.name)", "\(entity.name)\u{0}\(relationship.name)")
            {
                continue
            }
            let mark =
                Self.mark(relationship.name, of: entity.name, changes)
                ?? inverse.flatMap { Self.mark($0.relationship.name, of: $0.entity, changes) }
            let (near, far) = (inverse.map { Self.end($0.relationship) } ?? .none, Self.end(relationship))
            let back =
                inverse.map { " ⇄ \(relationship.destination).\($0.relationship.name)" }
                ?? " → \(relationship.destination)"
            let summary = "\(entity.name).\(relationship.name)\(back)"
            // An entity with a to-many relationship comes first.
            edges.append(
                far == .many
                    ? Edge(first: own, second: other, firstEnd: near, secondEnd: far, summary: summary, mark: mark)
                    : Edge(first: other, second: own, firstEnd: far, secondEnd: near, summary: summary, mark: mark))
        }
    }

    /// Returns a relationship's change since the previous version; nil if it didn't change. If the entity is new,
    /// returns `.added`.
    private static func mark(
        _ name: String, of entity: String, _ changes: [String: [Difference.Change]]
    ) -> Difference.Change.Mark? {
        let own = changes[entity] ?? []
        if own.contains(where: { $0.subject == nil && $0.mark == .added }) { return .added }
        return own.first { $0.judged.change.property == name }?.mark
    }

    private static func inverse(
        of relationship: Relationship, in model: SchemaModel
    ) -> (entity: String, relationship: Relationship)? {
        guard let name = relationship.inverse else { return nil }
        let owners = model.entity(named: relationship.destination).map { [$0] } ?? []
        for entity in owners + model.superentities(of: relationship.destination) {
            if case .relationship(let inverse)? = entity.property(named: name) { return (entity.name, inverse) }
        }
        return nil
    }

    private static func end(_ relationship: Relationship) -> End {
        relationship.isToMany ? .many : relationship.isOptional ? .maybe : .one
    }
}
