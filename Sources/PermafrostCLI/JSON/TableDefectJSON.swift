import PermafrostModel
import PermafrostStore

/// The JSON of a defect in a store's tables.
struct TableDefectJSON {
    let json: CanonicalJSON

    init(_ defect: TableDefect) {
        var members: [(String, CanonicalJSON?)] = [("what", .string(defect.text))]
        func add(_ kind: String, _ parts: (String, String?)...) {
            members.append(("kind", .string(kind)))
            members += parts.map { ($0.0, $0.1.map { .string($0) }) }
        }
        switch defect {
        case .missingTable(let table, let entity): add("missingTable", ("model", entity), ("table", table))
        case .missingColumn(let column, let table, let property):
            add("missingColumn", ("column", column), ("property", property), ("table", table))
        case .missingJoinTable(let table, let relationship):
            add("missingJoinTable", ("property", relationship), ("table", table))
        case .missingJoinColumn(let table, let relationship):
            add("missingJoinColumn", ("property", relationship), ("table", table))
        case .otherType(let column, let table, let property, let type, let expected):
            add(
                "otherType", ("column", column), ("expected", expected), ("property", property), ("table", table),
                ("type", type))
        case .missingUniqueIndex(let table, let entity, let properties):
            add("missingUniqueIndex", ("model", entity), ("table", table))
            members.append(("properties", .strings(properties)))
        case .requiredColumn(let column, let table): add("requiredColumn", ("column", column), ("table", table))
        }
        json = .object(members)
    }
}
