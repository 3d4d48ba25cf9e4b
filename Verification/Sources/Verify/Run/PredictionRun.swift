import Foundation

/// The computation of predictions. It runs on Linux, where all involved code belongs to this project.
struct PredictionRun {
    let tool: InspectTool
    let probes: [Probe]
    let scratch: URL

    func predictions() throws -> Predictions {
        #if os(Linux)
            var predictions = Predictions()
            let fixtures = try Fixtures(tool: tool, folder: scratch.appendingPathComponent("Fixtures"))
            for probe in probes where probe.hasPredictions {
                predictions.add(try predict(probe, fixtures), of: probe)
            }
            return predictions
        #else
            throw KitError.notOnLinux
        #endif
    }

    private func predict(_ probe: Probe, _ fixtures: Fixtures) throws -> [Prediction] {
        var predictions: [Prediction] = []
        if let change = probe.change {
            let outcome = try outcome(from: fixtures.folder(of: change.from), to: fixtures.folder(of: change.to))
            predictions.append(Prediction(fact: Fact("opening", outcome), source: .difference))
        }
        if let sample = probe.sample {
            let inspection = try tool.json(["inspect", fixtures.store(of: sample.schema).path])
            for entity in inspection.objects("entities") where sample.models.contains(entity.string("name") ?? "") {
                let fact = Fact("rows of \(entity.string("name") ?? "")", "\(entity.members["rows"] ?? "none")")
                predictions.append(Prediction(fact: fact, source: .declaration))
            }
        }
        for store in probe.stores {
            let facts = try StoreFacts(
                of: fixtures.store(of: store.schema), .model(store.layout), tool: tool
            ).facts
            predictions += store.named(facts, in: probe).map { Prediction(fact: $0, source: .declaration) }
        }
        if probe.recordsFacts {
            let found = try ProbeRun(probe: probe, tool: tool, scratch: scratch).found()
            let steps = Set(probe.steps.map(\.name))
            predictions += found.facts.filter { !steps.contains($0.name) }
                .map { Prediction(fact: $0, source: .linuxStore) }
        }
        if probe.stores.contains(where: { !$0.rows.isEmpty }) {
            let found = try ProbeRun(probe: probe, tool: tool, scratch: scratch).found()
            predictions += found.rows.map { Prediction(fact: $0, source: .linuxStore) }
        }
        return predictions
    }

    /// Returns the predicted outcome of opening a store of one version as another version: `refused with 134140` if a
    /// change can't be inferred, `refused with 134110` if a required value is missing, and otherwise `done`.
    private func outcome(from old: URL, to new: URL) throws -> String {
        let difference = try tool.json(["diff", old.path, new.path], accepting: [0, 1])
        let changes = difference.objects("changes")
        let rules = Set(changes.compactMap { $0.string("rule") })
        let required: Set = ["addedWithoutDefault", "becameRequiredWithoutDefault", "addedRequiredToOne"]
        // Outcomes that depend on rows rather than models: equal values, and values that can no longer be decoded.
        let ofRows: Set = ["addedUniqueness", "removedEnumerationCase", "changedEncodedShape"]
        // The mapping is inferred before any row is migrated.
        let isRefused = changes.contains { change in
            let rule = change.string("rule") ?? ""
            return change.string("verdict") == "needsCustomStage" && !ofRows.contains(rule) && !required.contains(rule)
        }
        if isRefused { return "refused with 134140" }
        return rules.isDisjoint(with: required) ? "done" : "refused with 134110"
    }
}

/// The fixtures that `permafrost freeze` writes from the kit's declarations, and the fixtures of the examples.
private struct Fixtures {
    private var folders: [String: URL] = [:]

    init(tool: InspectTool, folder: URL) throws {
        let package = Predictions.file.deletingLastPathComponent()
        // 2: some versions can't be evaluated, but no store needs them.
        _ = try tool.json(
            ["freeze", "--all", "--project", package.path, "--fixtures", folder.path], accepting: [0, 2])
        try add(folder)
        try add(package.deletingLastPathComponent().appendingPathComponent("Fixtures"))
    }

    private mutating func add(_ tree: URL) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: tree.path) where path.hasSuffix(".json") {
            let file = tree.appendingPathComponent(path)
            let document = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
            if let schema = document?["schema"] as? String { folders[schema] = file.deletingLastPathComponent() }
        }
    }

    func folder(of schema: String) throws -> URL {
        guard let folder = folders[schema] else { throw KitError.noPrediction(probe: schema) }
        return folder
    }

    func store(of schema: String) throws -> URL {
        let folder = try folder(of: schema)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        guard let name = names.first(where: { $0.hasSuffix(".sqlite") }) else {
            throw KitError.noPrediction(probe: schema)
        }
        return folder.appendingPathComponent(name)
    }
}
