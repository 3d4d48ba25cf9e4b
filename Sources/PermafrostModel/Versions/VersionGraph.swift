/// The versions of a plan, the stages and routes between them, and the plan's problems.
///
/// The graph gives the same results as the framework, but doesn't need the Swift types. Versions and stages are
/// identified by position, so callers can store types, models, and locations in parallel arrays.
///
/// ## Topics
/// - Problems: ``problems``, ``PlanProblem``
/// - Routes between versions: ``route(from:to:_:)``
package struct VersionGraph: Sendable {
    /// The kinds of graphs, which determine how stores migrate between the versions.
    package enum Kind: Sendable, Hashable {
        /// The versions are listed in a migration plan in Swift. Its stages migrate the stores.
        case plan
        /// No plan lists the versions, so the framework infers the migrations. The only stages are the mapping models
        /// of a Core Data model.
        case inference
    }

    /// A version at one end of a declared stage: the name of its type, and the checksum of its version hashes. The
    /// checksum is nil if the hashes aren't known.
    package typealias End = (schema: String, checksum: String?)

    package let kind: Kind
    /// The way that SwiftData migrates stores between the versions. All rules and commands use this value to determine
    /// whether the plan has a stage.
    package let staging: Staging
    /// The versions, in the plan's order.
    package let versions: [SchemaVersion]
    /// The stages, in declaration order.
    package let stages: [PlanStage]
    /// The positions of the stages that start at each listed version, in declaration order.
    let stagesByStart: [Int: [Int]]
    /// The plan's problems, in this order: problems with versions, problems with stages, missing stages. Without a
    /// plan, the only problems are versions with equal hashes, because no plan with stages could list them together.
    package let problems: [PlanProblem]
    /// The problems that make the framework reject every store. Empty unless the plan has stages.
    private let fatalProblems: [PlanProblem]

    /// Creates a graph.
    ///
    /// - Parameters:
    ///   - stages: the stages. Each end of a stage refers to the listed version with the same type. If no listed version
    ///     has this type, the end refers to a listed version with equal hashes, because the framework compares only
    ///     hashes. If no listed version has equal hashes either, the end is unlisted.
    ///   - staging: the plan's staging, or nil if `stages` contains all of the plan's stages.
    package init(
        _ kind: Kind, versions: [SchemaVersion], stages: [(from: End, to: End, kind: PlanStage.Kind)],
        staging: Staging? = nil
    ) {
        let byType = Dictionary(zip(versions.map(\.schema), versions.indices)) { first, _ in first }
        let byChecksum = Dictionary(
            zip(versions, versions.indices).compactMap { version, index in version.checksum.map { ($0, index) } }
        ) { first, _ in first }
        func endpoint(_ end: End) -> PlanStage.Endpoint {
            let position = byType[end.schema] ?? end.checksum.flatMap { byChecksum[$0] }
            return position.map { .listed($0) } ?? .unlisted(end.schema)
        }
        self.kind = kind
        self.versions = versions
        self.stages = stages.map { PlanStage(from: endpoint($0.from), to: endpoint($0.to), kind: $0.kind) }
        stagesByStart = Dictionary(grouping: self.stages.indices) { [stages = self.stages] index in
            if case .listed(let from) = stages[index].from { from } else { -1 }
        }
        self.staging = kind == .plan ? staging ?? Staging(planWith: stages) : .noPlan
        problems =
            switch self.staging {
            case .staged, .partlyStaged: Self.problems(versions[...], self.stages, Array(stages.indices))
            // If the plan has no stage, none is missing.
            case .noStages, .unknown: Self.problems(of: versions[...])
            // There is no plan, but report versions that a plan couldn't list together.
            case .noPlan: Self.problems(of: versions[...]).filter(\.isAboutHashes)
            }
        fatalProblems = self.staging.isStaged ? problems.filter(\.isFatal) : []
    }

    /// Returns whether an identifier is later than a version's identifier. For a store that matches no version, a later
    /// identifier means that a newer version of the app probably wrote the store.
    package static func isLater(_ identifier: String, than version: String) -> Bool {
        VersionOrder(identifier) > VersionOrder(version)
    }

    /// Returns the positions of all stages, except for stages that end at a listed version after `last`.
    package func stages(upTo last: Int) -> [Int] {
        stages.indices.filter { if case .listed(let to) = stages[$0].to { to <= last } else { true } }
    }

    /// Returns the problems that would make the framework reject every store if the plan ended at the given version.
    /// Returns an empty array unless the plan has stages.
    package func fatalProblems(upTo last: Int) -> [PlanProblem] {
        // A graph with many versions asks for each of its steps, and most of them are about the complete plan.
        guard staging.isStaged, last < versions.count - 1 else { return fatalProblems }
        return Self.problems(versions[...last], stages, stages(upTo: last)).filter(\.isFatal)
    }

    // MARK: Problems

    private static func problems(
        _ versions: ArraySlice<SchemaVersion>, _ stages: [PlanStage], _ kept: [Int]
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
            // Another rule reports duplicate identifiers.
            if let identifier = version.identifier, identifiers.insert(identifier).inserted,
                index > versions.startIndex, let before = versions[index - 1].identifier,
                VersionOrder(identifier) < VersionOrder(before)
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
    /// A step from a version to a later one, with or without a stage.
    package struct Step: Sendable, Hashable {
        package let from: Int
        package let to: Int
        /// The position of the stage, or nil for a step without a stage.
        package let stage: Int?
    }

    /// The steps between listed versions. There is a step for each forward stage, in declaration order. After these,
    /// there is a step to the next version from each version where no forward stage starts.
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

    /// Returns the steps that are inferred for stores of a Core Data model. Each version without a mapping model to a
    /// later version has a step to the next version.
    ///
    /// Core Data doesn't combine mapping models. An additional step represents the route from a version to the newest
    /// one if mapping models cover only parts of that route, unless the app's code runs one step at a time.
    ///
    /// - Parameter newest: the position of the version that Core Data migrates stores to.
    package func inferredSteps(_ migration: ModelMigration, to newest: Int) -> [Step] {
        let mapped = stages.compactMap { stage -> Step? in
            guard case .listed(let from) = stage.from, case .listed(let to) = stage.to, from < to else { return nil }
            return Step(from: from, to: to, stage: nil)
        }
        return versions.indices.dropLast().flatMap { version -> [Step] in
            let ownEnds = mapped.filter { $0.from == version }.map(\.to)
            var steps: [Step] = []
            if ownEnds.isEmpty { steps.append(Step(from: version, to: version + 1, stage: nil)) }
            if case .stepwise = migration { return steps }
            let isPartlyMapped = mapped.contains { $0.from >= version }
            if isPartlyMapped, !ownEnds.contains(newest), version + 1 < newest {
                steps.append(Step(from: version, to: newest, stage: nil))
            }
            return steps
        }
    }
}
