import PermafrostModel
import PermafrostSource

/// The JSON representation of an edited file.
struct EditedFileJSON {
    let json: CanonicalJSON

    init(_ file: DraftFile) {
        json = .object([
            ("edits", .array(file.changes.map(Self.json))), ("isNew", .boolean(file.isNew)),
            ("path", .string(file.path)),
        ])
    }

    private static func json(_ change: DraftChange) -> CanonicalJSON {
        let (kind, members): (String, [(String, CanonicalJSON?)]) =
            switch change {
            case .frozen(let classes): ("frozen", [("models", .strings(classes))])
            case .frozenValues(let types): ("frozenValues", [("types", .strings(types))])
            case .version(let classes): ("version", [("models", .strings(classes))])
            case .plan(let stage): ("plan", [("stage", stage.map { .string($0) })])
            case .newPlan(let versions): ("newPlan", [("schemas", .strings(versions))])
            case .references(let places): ("references", [("lines", .array(places.map { .integer(Int64($0.line)) }))])
            case .restored: ("restored", [])
            case .pinned: ("pinned", [])
            case .renamed(let oldName, let name):
                ("renamed", [("oldName", .string(oldName)), ("property", .string(name))])
            case .notRenamed(let oldName): ("notRenamed", [("oldName", .string(oldName))])
            case .hashModifier(let property): ("hashModifier", [("property", .string(property))])
            }
        return .object((members + [("kind", .string(kind))]).sorted { $0.0 < $1.0 })
    }
}
