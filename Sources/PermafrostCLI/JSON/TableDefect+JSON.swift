import PermafrostModel
import PermafrostStore

extension TableDefect {
    /// The defect of a store's tables in JSON.
    var json: JSONObject {
        let facts: JSONObject =
            switch self {
            case .missingTable(let table, let entity): ["kind": "missingTable", "model": entity, "table": table]
            case .missingColumn(let column, let table, let property):
                ["column": column, "kind": "missingColumn", "property": property, "table": table]
            case .missingJoinTable(let table, let relationship):
                ["kind": "missingJoinTable", "property": relationship, "table": table]
            case .missingJoinColumn(let table, let relationship):
                ["kind": "missingJoinColumn", "property": relationship, "table": table]
            case .otherType(let column, let table, let property, let type, let expected):
                [
                    "column": column, "expected": expected, "kind": "otherType", "property": property, "table": table,
                    "type": type,
                ]
            case .missingUniqueIndex(let table, let entity, let properties):
                ["kind": "missingUniqueIndex", "model": entity, "properties": properties, "table": table]
            case .requiredColumn(let column, let table):
                ["column": column, "kind": "requiredColumn", "table": table]
            }
        return facts.merging(["what": text])
    }
}
