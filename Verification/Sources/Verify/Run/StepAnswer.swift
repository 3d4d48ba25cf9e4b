import Foundation

/// The answer of a step's process, written to a file in the probe's folder.
struct StepAnswer: Codable {
    /// An error that the step threw.
    struct Failure: Codable {
        let kind: String
        let description: String
        let codes: [Int]
    }

    var facts: [Fact] = []
    var failure: Failure?
    /// The system that the step needs, if this one is older.
    var neededSystem: String?

    /// Runs a step in this process.
    init(running step: Probe.Step, in folder: ProbeFolder) {
        do {
            facts = try step.run(folder)
        } catch let error as NeedsNewerSystem {
            neededSystem = error.system
        } catch {
            failure = Failure(
                kind: FailureText.kind(of: error), description: String(describing: error),
                codes: FailureText.codes(of: error))
        }
    }

    static func file(of index: Int, in folder: URL) -> URL {
        folder.appendingPathComponent("answer-\(index).json")
    }
}
