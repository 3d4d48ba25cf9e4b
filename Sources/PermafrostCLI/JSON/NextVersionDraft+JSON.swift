import PermafrostModel
import PermafrostSource

extension DraftFile {
    /// The edited file in JSON.
    var json: JSONObject { ["edits": changes.map(\.json), "isNew": isNew, "path": path] }
}

extension DraftChange {
    fileprivate var json: JSONObject {
        switch self {
        case .frozen(let classes): ["kind": "frozen", "models": classes]
        case .frozenValues(let types): ["kind": "frozenValues", "types": types]
        case .version(let classes): ["kind": "version", "models": classes]
        case .plan(let stage): ["kind": "plan", "stage": stage]
        case .newPlan(let versions): ["kind": "newPlan", "schemas": versions]
        case .references(let places): ["kind": "references", "lines": places.map(\.line)]
        case .restored: ["kind": "restored"]
        case .pinned: ["kind": "pinned"]
        case .renamed(let oldName, let name): ["kind": "renamed", "oldName": oldName, "property": name]
        case .notRenamed(let oldName): ["kind": "notRenamed", "oldName": oldName]
        case .hashModifier(let property): ["kind": "hashModifier", "property": property]
        }
    }
}
