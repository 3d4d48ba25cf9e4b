import PermafrostModel

/// A reader that evaluates a version for every platform, and describes the differences.
///
/// It evaluates a version again only if a condition that affected the result has a different value, so it evaluates
/// most versions only once.
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

    /// Returns a version's declaration, with the results of evaluating the version in each configuration. Returns nil
    /// if no configuration compiles the version.
    func declaration(
        name: String, module: String?, isVersioned: Bool = true,
        _ evaluate: (SchemaEvaluator) -> SchemaEvaluator.Evaluated?
    ) -> DeclaredVersion? {
        var seen: [Candidate] = []
        var absent: [(Configuration, LookupTrace)] = []
        let plain = table.platforms.all.map { Configuration(of: $0, among: table.platforms) }
        // The project's own modules can be imported.
        let own = Set(table.moduleNames.map { "!canImport(\($0))" })
        var combinations = FlagCombinations()
        while let flags = combinations.next() {
            let (known, unknown) = (seen.count, absent.count)
            for var configuration in plain {
                configuration.flags = flags
                visit(configuration, evaluate, &seen, &absent)
            }
            for trace in seen[known...].map(\.evaluated.trace) + absent[unknown...].map(\.1) {
                combinations.add(trace.flagSets.map { $0.subtracting(own) }, to: flags)
            }
        }
        guard let base = base(of: seen) else { return nil }
        let parts = base.evaluated.places
        var declaration = DeclaredVersion(
            name: name, isUnversioned: !isVersioned, version: isVersioned ? base.evaluated.version : nil,
            versionIdentifier: base.evaluated.versionIdentifier,
            places: SourcePlaces(location: base.evaluated.location, version: base.evaluated.versionLocation) { parts },
            module: module, availability: base.evaluated.availability,
            model: base.evaluated.model.map { ModelContent($0) }, code: code(of: seen, base),
            assumptions: base.evaluated.assumptions,
            issues: base.evaluated.issues)
        addVariants(of: seen, base, &declaration)
        // Without a variant, the conditions probably contain code that doesn't change the models.
        if combinations.areIncomplete, !declaration.variants.isEmpty {
            declaration.issues.append(
                SourceIssue(.tooManyConditions(version: declaration.name), at: declaration.location))
        }
        if table.platforms.isKnown || !declaration.variants.isEmpty {
            declaration.platforms = Self.platforms(of: seen.filter { $0.evaluated.model == base.evaluated.model })
        }
        return declaration
    }

    private func evaluator(_ configuration: Configuration) -> SchemaEvaluator {
        if let known = evaluators[configuration] { return known }
        let new = SchemaEvaluator(table: table, configuration: configuration)
        evaluators[configuration] = new
        return new
    }

    private func visit(
        _ configuration: Configuration, _ evaluate: (SchemaEvaluator) -> SchemaEvaluator.Evaluated?,
        _ seen: inout [Candidate], _ absent: inout [(Configuration, LookupTrace)]
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

    /// Returns whether an evaluation with this trace has the same result in both configurations. This is the case if
    /// each condition in the trace has the same value in both.
    private func agrees(_ left: Configuration, _ right: Configuration, _ trace: LookupTrace) -> Bool {
        trace.conditions.allSatisfy { left.holds($0.condition.test) == right.holds($0.condition.test) }
    }

    /// Returns the candidate whose model becomes the version's model: the first platform's candidate. If the sources'
    /// platforms aren't known, this is the first candidate whose models can be evaluated, if there is one. Returns nil
    /// if there are no candidates.
    private func base(of seen: [Candidate]) -> Candidate? {
        let plain = seen.filter { $0.configuration.flags.isEmpty }
        let readable = table.platforms.isKnown ? nil : plain.first { $0.evaluated.model != nil }
        return readable ?? plain.first ?? seen.first
    }

    private static func platforms(of candidates: [Candidate]) -> [String] {
        candidates.filter { $0.configuration.flags.isEmpty }.map(\.configuration.platform.rawValue).unique
    }

    /// Returns the base's code, the code of other builds where it differs, and the settings of the flags that decide
    /// between different models or code.
    private func code(of seen: [Candidate], _ base: Candidate) -> StoredCode {
        var code = base.evaluated.code
        var groups: [(code: StoredCode, candidates: [Candidate])] = []
        var deciding: Set<String> = []
        for candidate in seen {
            let flags = candidate.configuration.flags
            let plain = seen.first {
                $0.configuration.flags.isEmpty && $0.configuration.platform == candidate.configuration.platform
            }
            if !flags.isEmpty, let plain {
                // A flag that has no effect on its platform isn't a variant.
                guard
                    plain.evaluated.code != candidate.evaluated.code
                        || plain.evaluated.model != candidate.evaluated.model
                else { continue }
                if deciding.isDisjoint(with: flags) { deciding.formUnion(flags) }
            }
            guard candidate.evaluated.code != base.evaluated.code else { continue }
            if let index = groups.firstIndex(where: { $0.code == candidate.evaluated.code }) {
                groups[index].candidates.append(candidate)
            } else {
                groups.append((candidate.evaluated.code, [candidate]))
            }
        }
        for group in groups { code.add(group.code, under: describe(group.candidates, base, among: seen).0) }
        code.add(settings: table.flags.filter { !$0.names.isDisjoint(with: deciding) }.map(\.text))
        return code
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
            let (text, location) = describe(group.candidates, base, among: seen)
            let platforms = Self.platforms(of: group.candidates)
            // It isn't known whether the app is built for a platform on which the models can't be evaluated.
            if group.model == nil, !platforms.isEmpty, !table.platforms.isKnown {
                declaration.issues.append(
                    SourceIssue(
                        .unevaluatedPlatforms(version: declaration.name, platforms: platforms), severity: .warning,
                        at: group.candidates.first?.evaluated.issues.first { $0.severity == .error }?.location
                            ?? location ?? declaration.location))
                continue
            }
            declaration.variants.append(
                SchemaVersion.Variant(
                    condition: text, platforms: platforms, location: location ?? declaration.location,
                    content: group.model.map { ModelContent($0) }))
            guard let first = group.candidates.first else { continue }
            for issue in first.evaluated.issues where !declaration.issues.contains(issue) {
                declaration.issues.append(issue)
            }
        }
    }

    /// Returns a description of the builds that have the candidates' model, and the location of a condition that
    /// distinguishes them from the base's build.
    ///
    /// The description is a condition from the source, or its negation, if it applies to all candidates. Otherwise, the
    /// description lists the candidates' platforms and flags.
    private func describe(
        _ candidates: [Candidate], _ base: Candidate, among seen: [Candidate]
    ) -> (String, SourceLocation?) {
        guard let first = candidates.first else { return ("", nil) }
        let noted = base.evaluated.trace.conditions.union(first.evaluated.trace.conditions).filter {
            base.configuration.holds($0.condition.test) != first.configuration.holds($0.condition.test)
        }.sorted { ($0.file, $0.condition.offset) < ($1.file, $1.condition.offset) }
        let location = noted.first.map { table.files[$0.file].location($0.condition.offset) }
        let written = noted.first { noted in
            candidates.allSatisfy { $0.configuration.holds(noted.condition.test) }
        }
        if let written { return (written.condition.text, location) }
        // The opposite of a written condition, if it describes exactly these platforms.
        let platforms = Self.platforms(of: candidates)
        let opposite = noted.first { noted in
            let others = seen.filter { !$0.configuration.holds(noted.condition.test) }
            return !platforms.isEmpty && Self.platforms(of: others) == platforms
        }
        if let opposite { return ("!(\(opposite.condition.text))", location) }
        let names = candidates.map { candidate in
            (["os(\(candidate.configuration.platform.rawValue))"] + candidate.configuration.flags.sorted())
                .joined(separator: " && ")
        }
        return (names.joined(separator: " || "), location)
    }
}

extension Configuration {
    /// Creates the configuration of a platform, without flags.
    init(of platform: Platform, among platforms: TargetPlatforms) {
        self.init(platform: platform, flags: [], minimum: platforms.minimums[platform] ?? [])
    }
}
