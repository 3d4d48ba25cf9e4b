import PermafrostModel

/// A reader that evaluates a version for every platform, and describes the differences.
///
/// A version is evaluated again only if a condition that affected the result has a different value. Most versions are
/// therefore evaluated only once.
final class VersionReader {
    private let table: DeclarationTable
    private var evaluators: [Configuration: SchemaEvaluator] = [:]

    init(table: DeclarationTable) {
        self.table = table
    }

    private struct Candidate {
        var configuration: Configuration
        var evaluated: SchemaEvaluator.Evaluated
    }

    /// Returns the declaration that `evaluate` produces; nil if no configuration compiles it.
    func declaration(
        name: String, module: String?, isVersioned: Bool = true,
        _ evaluate: (SchemaEvaluator) -> SchemaEvaluator.Evaluated?
    ) -> DeclaredVersion? {
        var seen: [Candidate] = []
        var absent: [(Configuration, Recorder.Trace)] = []
        let plain = Configuration.Platform.allCases.map { Configuration(platform: $0, flags: []) }
        for configuration in plain { visit(configuration, evaluate, &seen, &absent) }
        let flags = Self.flags(seen.map(\.evaluated.trace) + absent.map(\.1))
        for flag in flags {
            for platform in Configuration.Platform.allCases {
                visit(Configuration(platform: platform, flags: [flag]), evaluate, &seen, &absent)
            }
        }
        guard let base = base(of: seen) else { return nil }
        let parts = base.evaluated.places
        var declaration = DeclaredVersion(
            name: name, isUnversioned: !isVersioned, version: isVersioned ? base.evaluated.version : nil,
            versionIdentifier: base.evaluated.versionIdentifier,
            places: SourcePlaces(location: base.evaluated.location, version: base.evaluated.versionLocation) { parts },
            module: module, availability: base.evaluated.availability,
            model: base.evaluated.model.map { ModelContent($0) }, assumptions: base.evaluated.assumptions,
            issues: base.evaluated.issues)
        addVariants(of: seen, base, &declaration)
        return declaration
    }

    private static func flags(_ traces: [Recorder.Trace]) -> [String] {
        var flags: Set<String> = []
        for trace in traces {
            for noted in trace.conditions { noted.condition.test.forEachFlag { flags.insert($0) } }
        }
        // The limit is higher than the number of flags in real projects.
        return flags.sorted().prefix(16).map(\.self)
    }

    private func evaluator(_ configuration: Configuration) -> SchemaEvaluator {
        if let known = evaluators[configuration] { return known }
        let new = SchemaEvaluator(table: table, configuration: configuration)
        evaluators[configuration] = new
        return new
    }

    private func visit(
        _ configuration: Configuration, _ evaluate: (SchemaEvaluator) -> SchemaEvaluator.Evaluated?,
        _ seen: inout [Candidate], _ absent: inout [(Configuration, Recorder.Trace)]
    ) {
        if let same = seen.first(where: { agrees($0.configuration, configuration, $0.evaluated.trace) }) {
            seen.append(Candidate(configuration: configuration, evaluated: same.evaluated))
            return
        }
        guard !absent.contains(where: { agrees($0.0, configuration, $0.1) }) else { return }
        let evaluator = evaluator(configuration)
        let (evaluated, trace) = evaluator.resolver.recorder.traced { evaluate(evaluator) }
        if let evaluated {
            seen.append(Candidate(configuration: configuration, evaluated: evaluated))
        } else {
            absent.append((configuration, trace))
        }
    }

    /// Returns whether two configurations give the same result, because all conditions have the same value in both.
    private func agrees(_ left: Configuration, _ right: Configuration, _ trace: Recorder.Trace) -> Bool {
        trace.conditions.allSatisfy { left.holds($0.condition.test) == right.holds($0.condition.test) }
    }

    /// Returns the candidate that applies to the most platforms; nil if there are no candidates. In case of a tie, the
    /// first platform decides, starting with iOS.
    private func base(of seen: [Candidate]) -> Candidate? {
        let plain = seen.filter { $0.configuration.flags.isEmpty }
        guard !plain.isEmpty else { return seen.first }
        let counts = plain.map { candidate in
            plain.count { $0.evaluated.model == candidate.evaluated.model }
        }
        guard let best = counts.max(), let index = counts.firstIndex(of: best) else { return nil }
        return plain[index]
    }

    private func addVariants(of seen: [Candidate], _ base: Candidate, _ declaration: inout DeclaredVersion) {
        var groups: [(model: SchemaModel?, candidates: [Candidate])] = []
        for candidate in seen where candidate.evaluated.model != base.evaluated.model {
            // A flag that has no effect on its platform isn't a variant.
            if !candidate.configuration.flags.isEmpty,
                seen.contains(where: {
                    $0.configuration.flags.isEmpty && $0.configuration.platform == candidate.configuration.platform
                        && $0.evaluated.model == candidate.evaluated.model
                })
            {
                continue
            }
            if let index = groups.firstIndex(where: { $0.model == candidate.evaluated.model }) {
                groups[index].candidates.append(candidate)
            } else {
                groups.append((candidate.evaluated.model, [candidate]))
            }
        }
        for group in groups {
            let (text, location) = describe(group.candidates, base)
            declaration.variants.append(
                SchemaVersion.Variant(
                    condition: text, location: location ?? declaration.location,
                    content: group.model.map { ModelContent($0) }))
            guard let first = group.candidates.first else { continue }
            for issue in first.evaluated.issues where !declaration.issues.contains(issue) {
                declaration.issues.append(issue)
            }
        }
    }

    /// Returns a description of the difference, and its condition's location. The description is the condition as
    /// written if the condition explains the difference. Otherwise, it lists the platforms.
    private func describe(_ candidates: [Candidate], _ base: Candidate) -> (String, SourceLocation?) {
        guard let first = candidates.first else { return ("", nil) }
        let noted = base.evaluated.trace.conditions.union(first.evaluated.trace.conditions).filter {
            base.configuration.holds($0.condition.test) != first.configuration.holds($0.condition.test)
        }.sorted { ($0.file, $0.condition.offset) < ($1.file, $1.condition.offset) }
        let location = noted.first.map { table.files[$0.file].location($0.condition.offset) }
        let written = noted.first { noted in
            candidates.allSatisfy { $0.configuration.holds(noted.condition.test) }
        }
        if let written { return (written.condition.text, location) }
        let platforms = candidates.map { candidate in
            (["os(\(candidate.configuration.platform.rawValue))"] + candidate.configuration.flags.sorted())
                .joined(separator: " && ")
        }
        return (platforms.joined(separator: " || "), location)
    }
}
