import PermafrostModel

/// The triggers that update derived attributes, which only Core Data models can have.
///
/// The triggers for the `count:` of a to-many relationship with a to-one inverse are copied from stores. The triggers
/// for `now()` come from a published source, and aren't verified. Other derivations get no trigger, because no store
/// with such a derivation is known.
///
/// The triggers call functions that Core Data defines on its own connections. Plain SQLite can't write to a table with
/// such a trigger.
struct DerivedAttributeTriggers {
    let model: SchemaModel
    let rootOf: [String: String]
    let columnByContent: [StoreColumn.Content: String]

    /// Returns the triggers of an entity's own derived attributes.
    func statements(of entity: Entity) -> [DDLStatement] {
        entity.attributes.flatMap { attribute -> [DDLStatement] in
            guard let derivation = attribute.derivation,
                let column = columnByContent[.attribute(entity: entity.name, path: [attribute.name])]
            else { return [] }
            let target = Target(
                entity: entity.name, attribute: attribute.name, table: tableName(of: entity.name), column: column)
            if derivation.expression == "now()" { return now(target) }
            if derivation.expression.hasPrefix("count:("), derivation.expression.hasSuffix(")") {
                return count(of: String(derivation.expression.dropFirst(7).dropLast()), target)
            }
            return []
        }
    }

    private struct Target {
        var entity: String
        var attribute: String
        var table: String
        var column: String

        /// Returns the SQL query that reports a trigger's change of a value by calling one of Core Data's functions.
        func report(_ function: String, key: String) -> String {
            "SELECT NSCoreDataDATrigger\(function)('\(table)', Z_ENT, Z_PK, '\(attribute)', \(column)) "
                + "FROM \(table) WHERE Z_PK = \(key)"
        }

        func name(on table: String, _ event: String) -> String {
            "Z_DA_\(table)_\(entity)_\(attribute)_\(event)"
        }
    }

    private func count(of relationshipName: String, _ target: Target) -> [DDLStatement] {
        guard
            case .relationship(let relationship) = model.entity(named: target.entity)?.property(named: relationshipName),
            relationship.isToMany, let inverse = relationship.inverse,
            let key = columnByContent[.destination(entity: relationship.destination, relationship: inverse)]
        else { return [] }
        let counted = tableName(of: relationship.destination)
        func parameter(_ event: String, _ clause: String, row: String, value: String) -> DDLStatement {
            trigger(
                target.name(on: counted, "PARAMETER_\(event)"), on: counted,
                "AFTER \(clause) ON \(counted) FOR EACH ROW WHEN (\(row).\(key) NOT NULL)",
                [
                    "UPDATE \(target.table) SET \(target.column) = \(value) WHERE Z_PK = \(row).\(key)",
                    target.report("UpdatedAffectedObjectValue", key: "\(row).\(key)"),
                ])
        }
        let column = target.column
        let total = "(SELECT IFNULL(COUNT(\(key)), 0) FROM \(counted) WHERE \(key) = NEW.Z_PK)"
        return [
            parameter("INSERT", "INSERT", row: "NEW", value: "IFNULL(\(column), 0) + 1"),
            parameter("UPDATE_INCREMENT", "UPDATE OF \(key)", row: "NEW", value: "\(column) + 1"),
            parameter("UPDATE_DECREMENT", "UPDATE OF \(key)", row: "OLD", value: "\(column) - 1"),
            parameter("DELETE", "DELETE", row: "OLD", value: "\(column) - 1"),
            trigger(
                target.name(on: target.table, "SOURCE_INSERT"), on: target.table,
                "AFTER INSERT ON \(target.table) FOR EACH ROW",
                [
                    "UPDATE \(target.table) SET \(column) = \(total) WHERE Z_PK = NEW.Z_PK",
                    target.report("InsertUpdatedAffectedObjectValue", key: "NEW.Z_PK"),
                ]),
        ]
    }

    private func now(_ target: Target) -> [DDLStatement] {
        let update = "UPDATE \(target.table) SET \(target.column) = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK"
        return [
            trigger(
                target.name(on: target.table, "INSERT"), on: target.table,
                "AFTER INSERT ON \(target.table) FOR EACH ROW",
                [update, target.report("InsertUpdatedAffectedObjectValue", key: "NEW.Z_PK")]),
            trigger(
                target.name(on: target.table, "UPDATE"), on: target.table,
                "AFTER UPDATE OF Z_OPT ON \(target.table) FOR EACH ROW",
                [update, target.report("UpdatedAffectedObjectValue", key: "NEW.Z_PK")]),
        ]
    }

    private func trigger(_ name: String, on table: String, _ event: String, _ body: [String]) -> DDLStatement {
        DDLStatement(
            kind: .trigger, name: name, table: table,
            sql: "CREATE TRIGGER \(name) \(event) BEGIN \(body.map { "\($0); " }.joined())END")
    }

    private func tableName(of entity: String) -> String {
        StoreTable.name(root: rootOf[entity] ?? entity)
    }
}
