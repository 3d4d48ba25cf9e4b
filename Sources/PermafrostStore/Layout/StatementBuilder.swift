import PermafrostModel

/// A builder of a layout's statements, in the order that Core Data runs them.
struct StatementBuilder {
    let model: SchemaModel
    let tables: [StoreTable]
    let joinTables: [JoinTable]
    let rootOf: [String: String]
    let columnByContent: [StoreColumn.Content: String]

    func statements(hasHistory: Bool) -> [DDLStatement] {
        let joinTablesByRoot = Dictionary(grouping: joinTables) { rootOf[$0.first.entity] ?? "" }
        var statements: [DDLStatement] = []
        for table in tables {
            statements.append(create(table))
            statements += (joinTablesByRoot[table.rootEntity] ?? []).map(create)
        }
        for table in tables {
            statements += table.columns.filter(\.isForeignKey).map {
                .index("\(table.name)_\($0.name)_INDEX", on: table.name, [$0.name])
            }
            statements += (joinTablesByRoot[table.rootEntity] ?? []).map(index)
            if table.entities.count > 1 {
                statements.append(.index("\(table.name)_Z_ENT_INDEX", on: table.name, ["Z_ENT"]))
            }
            for entity in table.entities.compactMap(model.entity(named:)) {
                statements += fetchIndexes(of: entity, in: table) + uniqueIndexes(of: entity, in: table)
            }
        }
        let triggers = DerivedAttributeTriggers(
            model: model, rootOf: rootOf, columnByContent: columnByContent)
        statements += tables.flatMap { $0.entities.compactMap(model.entity(named:)).flatMap(triggers.statements) }
        statements += FixedTables.administration
        if hasHistory { statements += FixedTables.history(tombstoneCount: tombstoneCount) }
        return statements
    }

    private func create(_ table: StoreTable) -> DDLStatement {
        let columns =
            ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
            + table.columns.map { "\($0.name) \($0.sqlType)" }
        return .table(table.name, "CREATE TABLE \(table.name) ( \(columns.joined(separator: ", ")) )")
    }

    private func create(_ table: JoinTable) -> DDLStatement {
        let keys = [table.first.column, table.second.column]
        let orders = [table.first.orderColumn, table.second.orderColumn].compactMap { $0 }
        let columns = (keys + orders).map { "\($0) INTEGER" }.joined(separator: ", ")
        return .table(
            table.name,
            "CREATE TABLE \(table.name) ( \(columns), PRIMARY KEY (\(keys.joined(separator: ", "))) )")
    }

    private func index(_ table: JoinTable) -> DDLStatement {
        .index(
            "\(table.name)_\(table.second.column)_INDEX", on: table.name, [table.second.column, table.first.column])
    }

    /// Returns the statements for an entity's fetch indexes. Omits an index whose only element is a relationship,
    /// because the foreign key already has an index.
    ///
    /// Also omits R-tree indexes, and creates partial indexes without their condition. Neither is verified, because no
    /// store with such an index is known.
    private func fetchIndexes(of entity: Entity, in table: StoreTable) -> [DDLStatement] {
        entity.indexes.compactMap { index in
            let properties = model.properties(of: entity.name)
            func isRelationship(_ name: String) -> Bool {
                properties.contains { if case .relationship(let found) = $0 { found.name == name } else { false } }
            }
            guard !index.elements.contains(where: { $0.kind == .rTree }),
                !(index.elements.count == 1 && index.elements.allSatisfy { isRelationship($0.property) })
            else { return nil }
            let terms = index.elements.flatMap { element in
                columns(of: element.property, entity: entity).map {
                    "\($0) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")"
                }
            }
            return terms.isEmpty ? nil : .index("Z_\(entity.name)_\(index.name)", on: table.name, terms)
        }
    }

    private func uniqueIndexes(of entity: Entity, in table: StoreTable) -> [DDLStatement] {
        constraints(of: entity, in: table).map { index in
            .index(
                "Z_\(entity.name)_UNIQUE_\(index.properties.joined(separator: "_"))", on: table.name,
                index.columns.map { "\($0) COLLATE BINARY ASC" }, isUnique: true)
        }
    }

    private func constraints(of entity: Entity, in table: StoreTable) -> [UniqueIndex] {
        entity.uniquenessConstraints.compactMap { constraint in
            let columns = constraint.flatMap { self.columns(of: $0, entity: entity) }
            guard !columns.isEmpty else { return nil }
            return UniqueIndex(
                table: table.name, entity: entity.name, properties: constraint, columns: columns)
        }
    }

    /// The indexes of all uniqueness constraints.
    var uniqueIndexes: [UniqueIndex] {
        tables.flatMap { table in
            table.entities.compactMap(model.entity(named:)).flatMap { constraints(of: $0, in: table) }
        }
    }

    /// Returns the columns to index for a property: its column, or the columns of a composite's elements in order. The
    /// order for a composite isn't verified with a store. Returns an empty array for a to-many relationship.
    private func columns(of property: String, entity: Entity) -> [String] {
        for owner in [entity] + model.superentities(of: entity.name) {
            switch owner.property(named: property) {
            case .attribute(let attribute): return columns(of: attribute, path: [], entity: owner.name)
            case .relationship:
                let content = StoreColumn.Content.destination(entity: owner.name, relationship: property)
                return columnByContent[content].map { [$0] } ?? []
            case .fetched, nil: continue
            }
        }
        return []
    }

    private func columns(of attribute: Attribute, path: [String], entity: String) -> [String] {
        let path = path + [attribute.name]
        if attribute.type == .composite {
            return attribute.elements.flatMap { columns(of: $0, path: path, entity: entity) }
        }
        return columnByContent[.attribute(entity: entity, path: path)].map { [$0] } ?? []
    }

    /// The number of history columns for the preserved values of deleted rows: the maximum number of attributes,
    /// including inherited ones, that an entity preserves.
    private var tombstoneCount: Int {
        model.entities.map { entity in
            model.properties(of: entity.name).count {
                if case .attribute(let attribute) = $0 { attribute.preservesValueOnDeletion } else { false }
            }
        }.max() ?? 0
    }
}
