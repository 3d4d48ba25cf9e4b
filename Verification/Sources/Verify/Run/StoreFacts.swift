import Foundation

/// The contents of a store as facts: version hashes, the archived model, tables, and rows.
struct StoreFacts {
    /// The part of a store that facts describe.
    enum Part {
        case model(Probe.Layout)
        case rows([String])
    }

    private(set) var facts: [Fact] = []
    /// The version of Core Data that wrote the store.
    private(set) var frameworkVersion: Int?

    /// Reads a store with `permafrost inspect`.
    init(of store: URL, _ part: Part, tool: InspectTool) throws {
        switch part {
        case .model(let layout):
            let inspection = try tool.json(["inspect", store.path])
            frameworkVersion = inspection.members["frameworkVersion"] as? Int
            addHashes(inspection)
            for model in inspection.objects("models") { add(model) }
            for statement in inspection.objects("ddl") { add(statement: statement, layout) }
        case .rows(let models):
            for model in models {
                let inspection = try tool.json(["inspect", store.path, "--rows", model, "--limit", "0"])
                addRows(of: model, inspection)
            }
        }
    }

    private mutating func addHashes(_ inspection: JSONObject) {
        guard let hashes = inspection.members["versionHashes"] as? [String: String] else { return }
        for (entity, hash) in hashes.sorted(by: { $0.key < $1.key }) { facts.append(Fact("hash of \(entity)", hash)) }
    }

    private mutating func add(_ model: JSONObject) {
        let entity = model.string("name") ?? ""
        for property in model.objects("properties") {
            facts.append(Fact("\(entity).\(property.string("name") ?? "")", Self.text(ofProperty: property)))
        }
        let others = model.members.filter { !["name", "properties", "versionHash"].contains($0.key) }
        if !others.isEmpty { facts.append(Fact(entity, JSONObject.text(others))) }
    }

    /// Returns a property as text, such as `uri, optional, renamingIdentifier "oldCode"`. The type, the optionality,
    /// and the default come first. They are followed by the other settings, sorted by name.
    private static func text(ofProperty property: JSONObject) -> String {
        var members = property.members
        members["name"] = nil
        var parts: [String] = []
        if let type = members.removeValue(forKey: "type") as? String { parts.append(type) }
        if members.removeValue(forKey: "optional") as? Bool == true { parts.append("optional") }
        if let value = members.removeValue(forKey: "default") {
            // A time or an identifier that was created with the schema differs every time.
            let isDynamic = ["uuid", "date"].contains(parts.first)
            parts.append(isDynamic ? "default" : "default \(JSONObject.text(value))")
        }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            parts.append("\(name) \(JSONObject.text(value))")
        }
        return parts.joined(separator: ", ")
    }

    /// Adds the tables of entities and joins, and their indexes, if the layout includes them. Of the history's tables,
    /// adds only `ACHANGE`, which has columns for tombstones.
    private mutating func add(statement: JSONObject, _ layout: Probe.Layout) {
        guard let table = statement.string("table"), let name = statement.string("name"),
            let kind = statement.string("kind"), let sql = statement.string("sql")
        else { return }
        guard layout == .tablesAndIndexes || layout == .indexes && kind == "index" else { return }
        let fixed = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY", "ATRANSACTION", "ATRANSACTIONSTRING"]
        guard !fixed.contains(table), table != "ACHANGE" || kind == "table" else { return }
        facts.append(Fact("\(kind) \(name)", sql))
    }

    private mutating func addRows(of model: String, _ inspection: JSONObject) {
        for row in inspection.object("rows")?.objects("rows") ?? [] {
            let key = row.members["key"].map(JSONObject.text) ?? "?"
            let values = row.members["values"].map(JSONObject.text) ?? ""
            facts.append(Fact("row \(key) of \(model)", values))
        }
        for problem in inspection.members["problems"] as? [Any] ?? [] {
            facts.append(Fact("problem", JSONObject.text(problem)))
        }
    }
}
