import Foundation

/// One run of a probe: its steps, each in a process of its own, and the stores that they leave.
struct ProbeRun {
    /// What a run found.
    struct Found {
        var facts: [Fact] = []
        /// What Permafrost reads in the rows of the stores; among the facts, too.
        var rows: [Fact] = []
        /// The version of Core Data that wrote the first store.
        var frameworkVersion: Int?
        /// The system that the probe needs, where this one is older.
        var neededSystem: String?
        /// What the errors said, for whoever reads the result: no part of the comparison.
        var notes: [String] = []
    }

    let probe: Probe
    let tool: InspectTool
    let folder: URL

    /// - Parameter scratch: an existing folder; the run makes one of its own in it.
    init(probe: Probe, tool: InspectTool, scratch: URL) throws {
        self.probe = probe
        self.tool = tool
        folder = scratch.appendingPathComponent(probe.name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Runs the steps, up to one that does not end well, and reads the stores.
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

    /// Keeps the end of a text, with neither this folder's path nor the user's.
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
    /// Facts of this store, told apart from those of the probe's other stores.
    func named(_ facts: [Fact], in probe: Probe) -> [Fact] {
        probe.stores.count > 1 ? facts.map { Fact("\(name): \($0.name)", $0.value) } : facts
    }
}
