import Foundation

/// A run of a probe: its steps, each in its own process, and the stores that they create.
struct ProbeRun {
    /// The results of a run.
    struct Found {
        var facts: [Fact] = []
        /// The rows that Permafrost reads from the stores. They are also among the facts.
        var rows: [Fact] = []
        /// The version of Core Data that wrote the first store.
        var frameworkVersion: Int?
        /// The system that the probe needs, if this one is older.
        var neededSystem: String?
        /// The texts of errors, for readers of the result. They aren't compared.
        var notes: [String] = []
    }

    let probe: Probe
    let tool: InspectTool
    let folder: URL

    /// Prepares a run.
    ///
    /// - Parameter scratch: the existing folder that the run creates its own folder in.
    init(probe: Probe, tool: InspectTool, scratch: URL) throws {
        self.probe = probe
        self.tool = tool
        folder = scratch.appendingPathComponent(probe.name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Runs the steps until one fails, and reads the stores. If a step needs a newer system, returns without reading
    /// the stores.
    func found() throws -> Found {
        var found = Found()
        for (index, step) in probe.steps.enumerated() {
            let (outcome, answer) = try run(step, at: index, &found)
            if found.neededSystem != nil { return found }
            found.facts.append(Fact(step.name, outcome))
            found.facts += answer?.facts ?? []
            if outcome != "done" { break }
        }
        for store in probe.stores {
            let file = ProbeFolder(url: folder).file(store.name)
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            do {
                let model = try StoreFacts(of: file, .model(store.layout), tool: tool)
                found.frameworkVersion = found.frameworkVersion ?? model.frameworkVersion
                found.facts += store.named(model.facts, in: probe)
                let rows = store.named(
                    try StoreFacts(of: file, .rows(store.rows), tool: tool).facts, in: probe)
                found.facts += rows
                found.rows += rows
            } catch let error as KitError {
                found.facts.append(Fact("reading the store \(store.name)", "refused"))
                found.notes.append(scrubbed(error.description))
            }
        }
        return found
    }

    private func run(
        _ step: Probe.Step, at index: Int, _ found: inout Found
    ) throws -> (outcome: String, answer: StepAnswer?) {
        switch try StepProcess(probe: probe, index: index, folder: folder).run() {
        case .ranOutOfTime(let seconds):
            return ("no answer within \(Int(seconds)) s", nil)
        case .ended(let signal, let status, let log):
            note(step, log, &found)
            return (scrubbed(FailureText.ending(signal: signal, status: status, log: log)), nil)
        case .answered(let answer, let log):
            found.neededSystem = answer.neededSystem
            guard let failure = answer.failure else { return ("done", answer) }
            note(step, failure.description, &found)
            note(step, log, &found)
            return (FailureText.outcome(failure.kind, codes: failure.codes, log: log), answer)
        }
    }

    /// Keeps the end of a text as a note, without this folder's path or the user's home folder.
    private func note(_ step: Probe.Step, _ text: String, _ found: inout Found) {
        let text = scrubbed(text).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return }
        found.notes.append("\(step.name): \(text.suffix(2_000))")
    }

    private func scrubbed(_ text: String) -> String {
        [(folder.resolvingSymlinksInPath().path, "…"), (folder.path, "…"), (NSHomeDirectory(), "~")]
            .filter { $0.0.count > 1 }
            .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}

extension Probe.Store {
    /// Returns facts of this store. If the probe has several stores, the names include the store's name.
    func named(_ facts: [Fact], in probe: Probe) -> [Fact] {
        probe.stores.count > 1 ? facts.map { Fact("\(name): \($0.name)", $0.value) } : facts
    }
}
