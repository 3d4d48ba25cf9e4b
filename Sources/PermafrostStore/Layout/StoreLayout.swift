import PermafrostModel

/// The tables, columns and indexes of a model's store, with Core Data's names and order. All code that reads or writes
/// rows uses a layout to find a property's columns.
///
/// ## Topics
/// - Deriving a layout: ``init(model:hasHistory:)``
/// - Entities: ``entityNumbers``, ``primaryKeys``, ``table(of:)``
/// - Properties: ``column(of:at:)``, ``destinationColumns(of:relationship:)``, ``ownerColumns(of:relationship:)``,
///   ``joinTable(of:relationship:)``
/// - The schema's SQL: ``statements``, ``ddl``, ``ddlChecksum``
package struct StoreLayout: Sendable {
    package let model: SchemaModel
    /// Whether the store records persistent history, as every SwiftData store does.
    package let hasHistory: Bool
    /// The number (`Z_ENT`) of each entity, keyed by entity name.
    package let entityNumbers: [String: Int]
    /// The entities' names, sorted by number.
    package let entityOrder: [String]
    /// The tables of the root entities, sorted by the entities' numbers.
    package let tables: [StoreTable]
    /// The tables of the many-to-many relationships, in creation order.
    package let joinTables: [JoinTable]

    private let rootOf: [String: String]
    private let tableByEntity: [String: Int]
    private let columnByContent: [StoreColumn.Content: String]
    private let joinTableBySide: [[String]: Int]

    /// Derives the layout of a model's store. The layout for some features of models, such as partial indexes, is an
    /// unverified assumption, because no store with these features is known.
    package init(model: SchemaModel, hasHistory: Bool = true) {
        let numbers = EntityNumbers(model)
        let graph = RelationshipGraph(model, numbers: numbers)
        let families = Dictionary(grouping: numbers.ordered) { numbers.root[$0.name] ?? $0.name }
        let roots = numbers.ordered.filter { numbers.root[$0.name] == $0.name }
        tables = roots.map { root in
            let family = families[root.name] ?? [root]
            return StoreTable(
                rootEntity: root.name, name: StoreTable.name(root: root.name),
                columns: ColumnNaming(family: family, graph: graph, numbers: numbers).columns,
                entities: family.map(\.name))
        }
        joinTables = JoinTableNaming(graph: graph, numbers: numbers).tables
        self.model = model
        self.hasHistory = hasHistory
        entityNumbers = numbers.number
        entityOrder = numbers.ordered.map(\.name)

        var tableByEntity: [String: Int] = [:]
        var columnByContent: [StoreColumn.Content: String] = [:]
        for (index, table) in tables.enumerated() {
            for entity in table.entities { tableByEntity[entity] = index }
            for column in table.columns { columnByContent[column.content] = column.name }
        }
        var joinTableBySide: [[String]: Int] = [:]
        for (index, table) in joinTables.enumerated() {
            joinTableBySide[[table.second.entity, table.second.relationship]] = index
            joinTableBySide[[table.first.entity, table.first.relationship]] = index
        }
        self.tableByEntity = tableByEntity
        self.columnByContent = columnByContent
        self.joinTableBySide = joinTableBySide
        rootOf = numbers.root
    }

    /// The schema's statements, in the order that Core Data runs them in. Computed on each access.
    package var statements: [DDLStatement] { statementBuilder.statements(hasHistory: hasHistory) }

    /// The indexes of all uniqueness constraints. Computed on each access.
    var uniqueIndexes: [UniqueIndex] { statementBuilder.uniqueIndexes }

    private var statementBuilder: StatementBuilder {
        StatementBuilder(
            model: model, tables: tables, joinTables: joinTables, rootOf: rootOf, columnByContent: columnByContent)
    }

    /// Returns the table that contains an entity's rows, or nil if the model doesn't have the entity.
    package func table(of entity: String) -> StoreTable? {
        tableByEntity[entity].map { tables[$0] }
    }

    /// Returns the name of the column for an attribute or for an element of a composite. Returns nil if the entity
    /// doesn't have a stored attribute at the path.
    ///
    /// - Parameters:
    ///   - entity: the entity. It may inherit the attribute.
    ///   - path: the attribute's name, followed by the names of nested elements. The last name must not be the name of
    ///     a composite, because a composite doesn't have a column.
    package func column(of entity: String, at path: [String]) -> String? {
        declared(entity) { columnByContent[.attribute(entity: $0, path: path)] }
    }

    /// Returns the columns of a to-one relationship. Returns nil if the entity has no such to-one relationship.
    ///
    /// `key` contains the destination's `Z_PK`. `entity` contains the destination's `Z_ENT`, or is nil if the
    /// destination has no subentities. `order` contains the row's position in the inverse, or is nil if the inverse
    /// isn't ordered.
    package func destinationColumns(
        of entity: String, relationship: String
    ) -> (key: String, entity: String?, order: String?)? {
        declared(entity) { declaring in
            columnByContent[.destination(entity: declaring, relationship: relationship)].map { key in
                (
                    key, columnByContent[.destinationEntity(entity: declaring, relationship: relationship)],
                    columnByContent[.order(entity: declaring, relationship: relationship)]
                )
            }
        }
    }

    /// Returns the columns of a to-many relationship without an inverse, which are in the destination's table. Returns
    /// nil if the entity has no such relationship.
    ///
    /// `key` contains the owner's `Z_PK`. `order` contains the position among the owner's rows, or is nil if the
    /// relationship isn't ordered.
    package func ownerColumns(of entity: String, relationship: String) -> (key: String, order: String?)? {
        declared(entity) { declaring in
            columnByContent[.owner(entity: declaring, relationship: relationship)].map {
                ($0, columnByContent[.ownerOrder(entity: declaring, relationship: relationship)])
            }
        }
    }

    /// Returns the name of a many-to-many relationship's table, with the side of the given relationship and the side of
    /// its inverse. Returns nil if the entity has no such relationship.
    package func joinTable(
        of entity: String, relationship: String
    ) -> (name: String, own: JoinTable.Side, other: JoinTable.Side)? {
        declared(entity) { declaring in
            joinTableBySide[[declaring, relationship]].map { index in
                let table = joinTables[index]
                let isFirst = table.first.entity == declaring && table.first.relationship == relationship
                return (table.name, isFirst ? table.first : table.second, isFirst ? table.second : table.first)
            }
        }
    }

    /// Returns the first result of `answer` that isn't nil, for the entity and then its superentities.
    private func declared<Answer>(_ entity: String, _ answer: (String) -> Answer?) -> Answer? {
        if let own = answer(entity) { return own }
        for ancestor in model.superentities(of: entity) {
            if let inherited = answer(ancestor.name) { return inherited }
        }
        return nil
    }
}

extension StoreLayout {
    /// The schema's statements in the order of `ORDER BY tbl_name, type DESC, name`, each followed by `;` and a
    /// newline.
    package var ddl: String { statements.inQueryOrder().text }

    /// The SHA-256 of ``ddl`` in lowercase hexadecimal, as FreezeRay computes it.
    package var ddlChecksum: String {
        Digest.hex(Digest.sha256(Array(ddl.utf8)))
    }

    /// The rows of `Z_PRIMARYKEY` in an empty store, sorted by entity number. They don't include the history's own
    /// entities (16001 and higher), because Core Data adds their rows when it records the first transaction.
    package var primaryKeys: [PrimaryKey] {
        entityOrder.map { name in
            PrimaryKey(
                entityNumber: entityNumbers[name] ?? 0, name: name,
                superentityNumber: model.entity(named: name)?.superentity.flatMap { entityNumbers[$0] } ?? 0,
                highestKey: 0)
        }
    }
}

extension StoreLayout {
    /// Returns the names of a property's columns in order. The entity may inherit the property. Returns an empty array
    /// for a to-many relationship, a transient attribute, or a fetched property.
    ///
    /// A to-one relationship has a column for the destination's `Z_PK`. If the destination has subentities, a column
    /// for its `Z_ENT` follows.
    package func columns(of property: Property, entity: String) -> [String] {
        switch property {
        case .attribute(let attribute): columns(of: attribute, at: [attribute.name], entity: entity)
        case .relationship(let relationship):
            relationship.isToMany
                ? []
                : destinationColumns(of: entity, relationship: relationship.name).map {
                    [$0.key] + ($0.entity.map { [$0] } ?? [])
                } ?? []
        case .fetched: []
        }
    }

    /// Returns the names of the columns of an attribute, or of a composite's element, in order.
    ///
    /// - Parameter path: the attribute's name and, for an element, the names of the nested elements.
    package func columns(of attribute: Attribute, at path: [String], entity: String) -> [String] {
        guard !attribute.isTransient else { return [] }
        guard attribute.type == .composite else { return column(of: entity, at: path).map { [$0] } ?? [] }
        return attribute.elements.flatMap { columns(of: $0, at: path + [$0.name], entity: entity) }
    }
}
