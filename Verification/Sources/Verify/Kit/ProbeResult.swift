import Foundation

/// The results of a probe, compared with the expectations.
struct ProbeResult: Codable {
    /// The result of the comparison.
    enum Verdict: String, Codable, CaseIterable {
        case asPredicted = "as predicted"
        case knownOnLinux = "known on Linux"
        case notAsked = "not asked"
        case differs = "differs"
    }

    /// A fact with its expected and its found value.
    struct Row: Codable {
        let name: String
        /// The expected value; nil if the fact wasn't expected.
        let predicted: String?
        let source: Prediction.Source?
        /// The found value; nil if the fact is missing.
        let found: String?
        let verdict: Verdict
        /// The reason that SwiftData for Linux is known to differ; nil for any other verdict.
        let reason: String?
    }

    let probe: String
    let theme: Probe.Theme
    let title: String
    let rule: String
    let verdict: Verdict
    /// The system that the probe needs, if this one is older.
    let neededSystem: String?
    /// The version of Core Data that wrote the probe's first store; nil if no store was read.
    let frameworkVersion: Int?
    let rows: [Row]
    let notes: [String]

    /// Compares the results of a run with the expectations, fact by fact.
    init(_ probe: Probe, expected: [Prediction], found: ProbeRun.Found) {
        self.probe = probe.name
        theme = probe.theme
        title = probe.title
        rule = probe.rule
        neededSystem = found.neededSystem
        frameworkVersion = found.frameworkVersion
        notes = found.notes
        guard found.neededSystem == nil else {
            verdict = .notAsked
            rows = []
            return
        }
        let values = Dictionary(found.facts.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        var rows = expected.map { prediction in
            Row(prediction.fact.name, prediction, found: values[prediction.fact.name], probe)
        }
        let names = Set(expected.map(\.fact.name))
        rows += found.facts.filter { !names.contains($0.name) }.map { Row($0.name, nil, found: $0.value, probe) }
        self.rows = rows
        verdict =
            [.differs, .knownOnLinux].first { verdict in rows.contains { $0.verdict == verdict } } ?? .asPredicted
    }

    /// The text for a fact that was missing or unexpected.
    static let nothing = "nothing"

    /// The facts that aren't as predicted.
    var differences: [Row] { rows.filter { $0.verdict != .asPredicted } }
}

extension ProbeResult.Row {
    fileprivate init(_ name: String, _ prediction: Prediction?, found: String?, _ probe: Probe) {
        let isEqual = prediction?.isMet(by: found) ?? false
        var reason: String?
        #if os(Linux)
            let value = found ?? ProbeResult.nothing
            reason =
                isEqual
                ? nil
                : probe.onLinux.first {
                    $0.fact.name == name && Prediction(fact: $0.fact, source: .rule).isMet(by: value)
                }?
                .reason
        #endif
        self.init(
            name: name, predicted: prediction?.fact.value, source: prediction?.source, found: found,
            verdict: isEqual ? .asPredicted : reason == nil ? .differs : .knownOnLinux, reason: reason)
    }
}
