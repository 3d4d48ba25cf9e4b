import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The findings of `lint` about migrations that the newest release already contains, so that a change to the code can't
/// prevent them any more.
///
/// These are warnings and notes about a step between two versions. The sources at the newest release tag have a step
/// with the same version hashes on both sides, the same stage, and the same code in the stage's hooks. An error is never
/// one of them.
package struct ReleasedFindings: Sendable {
    /// The name of the newest release tag.
    package let tag: String
    package let findings: [Finding]

    /// Finds the findings of a lint that are about released migrations. Returns nil if there are none, or if the
    /// sources of the newest release can't be read: all findings then count.
    ///
    /// The tag is read only if there is a finding that may be about a released migration.
    package static func run(_ lint: ProjectLint, of project: Project, _ reader: CachedSourceReader) -> ReleasedFindings?
    {
        let candidates = lint.findings.filter { $0.severity != .error && $0.stage != nil && $0.group != nil }
        guard !candidates.isEmpty else { return nil }
        let released: (tag: String, steps: [CodedStep])?
        do { released = try newestRelease(of: project, reader) } catch { return nil }
        guard let released else { return nil }
        let contents = SourceContents(of: project.options)
        let steps = Dictionary(grouping: released.steps, by: \.from)
        // For each group, the names of its steps, and whether the release has all steps of that name.
        var known: [String: [String: Bool]] = [:]
        let findings = candidates.filter { finding in
            finding.groups.allSatisfy { name in
                let own =
                    known[name]
                    ?? CodedStep.all(in: project.groups.filter { $0.name == name }, contents).reduce(into: [:]) {
                        own, step in
                        let isReleased = steps[step.from]?.contains { $0.isSame(as: step) } == true
                        own[step.name] = own[step.name, default: true] && isReleased
                    }
                known[name] = own
                return finding.stage.flatMap { own[$0] } == true
            }
        }
        return findings.isEmpty ? nil : ReleasedFindings(tag: released.tag, findings: findings)
    }

    /// Reads the steps at the newest release tag. Returns nil if there is no release tag.
    private static func newestRelease(
        of project: Project, _ reader: CachedSourceReader
    ) throws -> (tag: String, steps: [CodedStep])? {
        let repository = try GitRepository(directory: project.options.directory)
        guard let newest = try project.releases(in: repository).last else { return nil }
        var options = project.options
        // The plan may have had a different name.
        (options.plan, options.schema, options.requiresTree, options.readsCode) = (nil, nil, false, false)
        let earlier = try Project(
            options: options, reader: CommitReader(repository: repository, commit: newest.commit, reader: reader))
        var contents = try SourceContents(of: repository, at: newest.commit)
        try contents.prepare(earlier.groups.flatMap { $0.plan?.stages ?? [] }.map(\.location.file))
        return (newest.name, CodedStep.all(in: earlier.groups, contents))
    }
}

/// A step between two versions of a group, with the code of its stage.
private struct CodedStep {
    /// The name of the step, such as `1.0.0 → 2.0.0`.
    let name: String
    let from: [String]
    private let to: [String]
    private let kind: PlanStage.Kind?
    /// The tokens of the stage, or nil if its code isn't known. Empty for a step without a stage.
    private let code: [String]?

    static func all(in groups: [VersionGroup], _ contents: SourceContents) -> [CodedStep] {
        var reader = StageCodeReader()
        return groups.flatMap { group in
            let graph = group.graph
            var steps = graph.steps.map { (from: $0.from, to: $0.to, stage: $0.stage) }
            if let plan = group.plan, plan.isModelFile {
                // A store of any version may migrate to the current one.
                let current = graph.versions.firstIndex { $0.schema == plan.currentSchema } ?? graph.versions.count - 1
                steps += graph.versions.indices.prefix(max(0, current)).map { (from: $0, to: current, stage: nil) }
            }
            return steps.map { step in
                let stage = step.stage.flatMap { index in group.plan?.stages[index] }
                return CodedStep(
                    name: "\(graph.versions[step.from].name) → \(graph.versions[step.to].name)",
                    from: graph.versions[step.from].allChecksums, to: graph.versions[step.to].allChecksums,
                    kind: stage?.kind,
                    code: stage.map { code(of: $0, contents, &reader) } ?? [])
            }
        }
    }

    private static func code(
        of stage: DeclaredStage, _ contents: SourceContents, _ reader: inout StageCodeReader
    ) -> [String]? {
        let data = contents.contents(of: stage.location.file)
        guard stage.location.file.hasSuffix(".swift") else {
            // A mapping model.
            return data.isEmpty ? nil : [Digest.hex(Digest.sha256([UInt8](data)))]
        }
        return reader.tokens(of: stage, in: data)
    }

    /// Returns whether another step has the same versions and the same code. Names don't count.
    func isSame(as other: CodedStep) -> Bool {
        !from.isEmpty && !to.isEmpty && from == other.from && to == other.to && kind == other.kind && code != nil
            && code == other.code
    }
}

extension SchemaVersion {
    /// The version checksums of the model on all platforms. Empty if a model isn't known.
    fileprivate var allChecksums: [String] {
        let checksums = [content?.versionChecksum] + variants.map { $0.content?.versionChecksum }
        return checksums.contains(nil) ? [] : checksums.compactMap(\.self)
    }
}
