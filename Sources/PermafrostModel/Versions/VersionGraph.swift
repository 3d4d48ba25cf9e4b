/// The versions of one plan with the stages between them, what is wrong with them, and the route from each to another.
///
/// It answers as the framework does, from facts alone: versions and stages are positions in the order in which they were given,
/// so whoever builds it keeps types, models and places in arrays beside it.
///
/// ## Topics
/// - What is wrong: ``problems``, ``PlanProblem``
/// - The way between versions: ``route(from:to:_:)``
package struct VersionGraph: Sendable {
    /// By what its stores migrate.
    package enum Kind: Sendable, Hashable {
        /// A migration plan in Swift.
        case plan
        /// Inference alone, as versions in no plan and models without versions do, or mapping models: those are its stages.
        case inference
    }

    /// An end of a stage as it is declared: the type's name, and the checksum of its hashes if they are known.
    package typealias End = (schema: String, checksum: String?)

    package let kind: Kind
    /// The versions, in the order in which they are listed.
    package let versions: [SchemaVersion]
    /// The stages, in the order in which they are declared.
    package let stages: [VersionGraph.PlanStage]
    /// What is wrong with the plan: with its versions first, then with its stages, then what is missing. Without a plan, the
    /// versions that no plan may list together.
    package let problems: [PlanProblem]

    /// - Parameter stages: the end of a stage is the listed version of its type, else one of equal hashes, which is all that the
    ///   framework goes by.
    package init(
        _ kind: Kind, versions: [SchemaVersion], stages: [(from: End, to: End, kind: VersionGraph.PlanStage.Kind)]
    ) {
        func endpoint(_ end: End) -> VersionGraph.PlanStage.Endpoint {
            let position =
                versions.firstIndex { $0.schema == end.schema }
                ?? end.checksum.flatMap { checksum in versions.firstIndex { $0.checksum == checksum } }
            return position.map { .listed($0) } ?? .unlisted(end.schema)
        }
        self.kind = kind
        self.versions = versions
        self.stages = stages.map { VersionGraph.PlanStage(from: endpoint($0.from), to: endpoint($0.to), kind: $0.kind) }
        problems =
            switch kind {
            case .plan: Self.problems(versions[...], self.stages, Array(stages.indices))
            // No plan is over them; what no plan may list is known anyway.
            case .inference: Self.problems(of: versions[...]).filter(\.isOfHashes)
            }
    }

    /// Whether the identifier of a store that no version matches is later than a version's: a newer app wrote it, most likely.
    package static func isLater(_ identifier: String, than version: String) -> Bool {
        VersionName.Order(identifier) > VersionName.Order(version)
    }

    /// The stages of the plan cut off at a version: without those that end beyond it.
    package func stages(upTo last: Int) -> [Int] {
        stages.indices.filter { if case .listed(let to) = stages[$0].to { to <= last } else { true } }
    }

    /// What the framework refuses every store for, if the plan is cut off at a version.
    package func fatalProblems(upTo last: Int) -> [PlanProblem] {
        guard kind == .plan else { return [] }
        return Self.problems(versions[...last], stages, stages(upTo: last)).filter(\.isFatal)
    }

    // MARK: Problems

    private static func problems(
        _ versions: ArraySlice<SchemaVersion>, _ stages: [VersionGraph.PlanStage], _ kept: [Int]
    ) -> [PlanProblem] {
        var problems = self.problems(of: versions)
        var starts: [Int: Int] = [:]
        var latest = -1
        for index in kept {
            let stage = stages[index]
            for case .unlisted(let name) in [stage.from, stage.to] {
                problems.append(.unlisted(stage: index, schema: name))
            }
            guard case .listed(let from) = stage.from, case .listed(let to) = stage.to else { continue }
            guard from < to else {
                problems.append(.backward(stage: index))
                continue
            }
            if let earlier = starts[from] {
                problems.append(.repeatedStart(stage: index, earlier: earlier))
            } else {
                starts[from] = index
            }
            if from < latest { problems.append(.outOfOrder(stage: index)) }
            latest = max(latest, from)
            if to > from + 1 { problems.append(.skips(stage: index, versions: Array((from + 1)..<to))) }
        }
        return problems + versions.indices.dropLast().filter { starts[$0] == nil }.map { .noStage(from: $0) }
    }

    private static func problems(of versions: ArraySlice<SchemaVersion>) -> [PlanProblem] {
        var problems: [PlanProblem] = []
        var listed: [String: Int] = [:]
        var known: [String: Int] = [:]
        var identifiers: Set<String> = []
        for index in versions.indices {
            let version = versions[index]
            if let earlier = listed.updateValue(index, forKey: version.typeName) {
                problems.append(.listedTwice(index, earlier: earlier))
                continue
            }
            // That two versions have one identifier is a finding by itself.
            if let identifier = version.identifier, identifiers.insert(identifier).inserted,
                index > versions.startIndex, let before = versions[index - 1].identifier,
                VersionName.Order(identifier) < VersionName.Order(before)
            {
                problems.append(.notIncreasing(index))
            }
            guard let checksum = version.checksum else { continue }
            if let earlier = known[checksum] {
                problems.append(.equalHashes(index, earlier: earlier))
            } else {
                known[checksum] = index
            }
        }
        return problems
    }
}

extension VersionGraph {
    /// A step from a version to a later one: a stage's, or the one that is missing.
    package struct Step: Sendable, Hashable {
        package let from: Int
        package let to: Int
        /// The stage; nil if none leads there.
        package let stage: Int?
    }

    /// The steps that stages lead forward between listed versions, then those between neighbours that no stage joins.
    package var steps: [Step] {
        var steps: [Step] = []
        var joined: Set<Int> = []
        for (index, stage) in stages.enumerated() {
            guard case .listed(let from) = stage.from, case .listed(let to) = stage.to, from < to else { continue }
            joined.insert(from)
            steps.append(Step(from: from, to: to, stage: index))
        }
        return steps
            + versions.indices.dropLast().filter { !joined.contains($0) }.map { Step(from: $0, to: $0 + 1, stage: nil) }
    }
}

extension VersionGraph {
    /// A stage of a plan as facts: where it starts, where it ends, and whether code runs in it.
    package struct PlanStage: Sendable, Hashable {
        /// Lightweight or custom.
        package enum Kind: String, Sendable, Hashable, Codable {
            case lightweight
            case custom
        }

        /// The version at an end of a stage.
        package enum Endpoint: Sendable, Hashable {
            /// The position of a listed version.
            case listed(Int)
            /// The name of a version that the plan does not list.
            case unlisted(String)
        }

        package let from: Endpoint
        package let to: Endpoint
        package let kind: Kind
    }
}
