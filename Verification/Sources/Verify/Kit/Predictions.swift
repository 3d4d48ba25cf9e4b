import Foundation

/// The computed expectations of all probes, which the kit reads from a file. A test computes them again.
struct Predictions: Codable {
    var formatVersion = 1
    /// The values of facts, keyed by the probe's name, the source of the prediction, and the fact's name.
    var probes: [String: [String: [String: String]]] = [:]

    /// The file next to the kit's manifest.
    static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Predictions.json")

    static func read(_ file: URL) throws -> Predictions {
        let predictions = try JSONDecoder().decode(Predictions.self, from: Data(contentsOf: file))
        guard predictions.formatVersion == 1 else { throw KitError.unknownFormat(file.lastPathComponent) }
        return predictions
    }

    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: file)
    }

    mutating func add(_ predictions: [Prediction], of probe: Probe) {
        for prediction in predictions {
            probes[probe.name, default: [:]][prediction.source.rawValue, default: [:]][prediction.fact.name] =
                prediction.fact.value
        }
    }

    /// Returns all expectations of a probe: the outcomes of its steps, the values from its rule, and the computed
    /// values, hashes first. Throws ``KitError/noPrediction(probe:)`` if the computed values are missing.
    func all(of probe: Probe) throws -> [Prediction] {
        let others = try probe.expected.map { Prediction(fact: $0, source: .rule) } + computed(of: probe)
        let steps = probe.steps.map(\.name)
        return steps.map { name in
            others.first { $0.fact.name == name } ?? Prediction(fact: Fact(name, "done"), source: .rule)
        } + others.filter { !steps.contains($0.fact.name) }
    }

    private static func rank(_ fact: String) -> (Int, String) { (fact.contains("hash of ") ? 0 : 1, fact) }

    private func computed(of probe: Probe) throws -> [Prediction] {
        guard probe.hasPredictions else { return [] }
        guard let sources = probes[probe.name], !sources.isEmpty else {
            throw KitError.noPrediction(probe: probe.name)
        }
        return try sources.sorted { $0.key < $1.key }.flatMap { name, facts in
            guard let source = Prediction.Source(rawValue: name) else { throw KitError.noPrediction(probe: probe.name) }
            return facts.sorted { Self.rank($0.key) < Self.rank($1.key) }
                .map { Prediction(fact: Fact($0.key, $0.value), source: source) }
        }
    }
}
