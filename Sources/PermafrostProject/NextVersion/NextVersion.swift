import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The draft of a schema's next version. The models of all versions are verified before any file is written.
///
/// The shipped model is read from the version's fixture. Without a fixture, it is read from the newest tag whose
/// sources declare the version, or from the last commit. If none of these contains the version, the current declaration
/// counts as shipped in two cases: the project has neither a repository nor fixtures, or
/// ``NextVersionOptions/evenUnshipped`` is true. If the repository has tags but none of them contains the version, the
/// version hasn't shipped.
///
/// If the newest version was edited after it shipped, the edit becomes the next version, and the newest version is
/// reverted.
package struct NextVersion: Sendable {
    /// The name of the type that declares the newest version.
    package let schema: String
    /// The name of the newest version.
    package let version: String
    /// The name of the type that declares the next version.
    package let nextSchema: String
    /// The name of the next version.
    package let nextVersion: String
    /// The changes to the newest version since it shipped. Empty if it wasn't edited.
    package let changes: [ModelChange]
    /// The place that the shipped model was read from, such as `fixture 3.0.0` or `tag v2.1`.
    package let origin: String
    /// Whether the newest version is frozen.
    package let isFrozen: Bool
    /// The commit to restore the newest version's source from, or nil if the version wasn't edited.
    package let commit: GitRepository.Commit?
    /// The kind of the stage that migrates to the next version. Nil if the plan has no stage and gets none.
    package let stage: PlanStage.Kind?
    /// The schemas that the plan's first stage locks out. Nil unless the plan has no stage, and the next version needs a
    /// stage or the user requested one.
    package let lockedOut: LockedOutShapes?
    /// The models that only the next version lists.
    package let added: [String]
    /// Whether the user requested a stage, although the plan may have none.
    package let isStageRequested: Bool
    /// The project, read as if the draft had already been written.
    package let outcome: Project
    /// The user's answers to whether removed properties were renamed.
    package let answers: [PropertyRenamings.Answer]
    /// The hash modifiers that attributes get in the next version.
    package let modifiers: [HashModifier]
    /// The verdict on the migration from the newest to the next version.
    package let verdict: MigrationVerdict
    package let draft: NextVersionDraft
    /// The lint findings about the new stage, and the other errors that lint reports about the next version. If the
    /// draft adds the plan, also the findings about the plan's other stages, and about containers without a plan.
    package let findings: [Finding]

    /// Drafts the next version and verifies the draft, without writing any files.
    ///
    /// - Parameters:
    ///   - history: the project's repository and the sources at its commits, or nil if there is no repository.
    /// - Throws: ``NextVersionError`` or ``ProjectError`` if the next version can't be drafted, `GitError` if git
    ///   fails, or the source reader's error if sources can't be read.
    package static func run(
        _ project: Project, _ options: NextVersionOptions,
        history: (repository: GitRepository, sources: CommitSources)?
    ) throws -> NextVersion {
        let (group, plan) = try Self.group(of: project)
        let listed = group.plan?.schemas ?? group.schemas.map(\.name)
        guard let last = listed.last, let current = group.declarations[last], let currentModel = try current.decoded()
        else { throw unreadable(group) }
        let shipped = try ShippedVersionSource.find(current, in: project, options, history: history)
        let earlier = try listed.dropLast().map { name in
            guard let schema = group.declarations[name] else { throw unreadable(group) }
            return schema
        }
        let version = current.version ?? current.versionIdentifier
        let name = try NextVersionName(
            after: (current.name, version), before: earlier.last.map { $0.version ?? $0.versionIdentifier }, options)
        if let taken = project.declarations.schemas.first(where: { SchemaName.own($0.name) == name.type }) {
            throw NextVersionError.nameTaken(taken.name)
        }
        let changes =
            try shipped.isEdited ? SchemaDrift.find(from: shipped.model, to: current).changes.map(\.change) : []
        let renamings = try PropertyRenamings(
            from: try shipped.model.evaluated(), to: currentModel, isEdited: shipped.isEdited, options)
        let modifiers = try Self.modifiers(options.hashModifiers, of: currentModel, value: name.version)
        var request = NextVersionRequest(
            directory: project.options.directory, shippedSources: try texts(of: shipped.commit, history),
            current: place(of: current), shipped: place(of: shipped.declared),
            older: earlier.map(place),
            frozen: try copiedEntities(current, currentModel, shipped, after: earlier.last, changes, options),
            versions: Set(project.declarations.schemas.map(\.name)),
            listed: Set(project.declarations.schemas.flatMap(\.places.parts.entities.values)),
            baseline: try texts(of: shipped.lastCommit, history, with: "@Model"), leftOut: Set(options.without),
            plan: plan.map { .init(type: $0.name, location: $0.location, classes: [:]) }, name: name.type,
            identifier: name.numbers, stage: options.stage ?? .lightweight, renamings: renamings.all,
            modifiers: modifiers)
        request.planIsEmpty = plan != nil && group.plan == nil
        // A plan without stages stays without them, because its first stage locks out all stores that match no version.
        let isUnstaged = plan?.staging == .noStages && !request.planIsEmpty
        request.planHasStages = !isUnstaged
        if isUnstaged { request.stage = options.stage }
        let proof = NextVersionProof(
            project: project, hasPlan: plan != nil, current: current, shipped: shipped, earlier: earlier, name: name,
            renamings: renamings.all, modifiers: modifiers, isUnstaged: isUnstaged)
        var (draft, proved) = try Self.draft(request, proof)
        // Lint reports lightweight stages that can't be chained. Only a custom stage can end such a chain.
        let needsStage = proved.findings.contains { $0.code == "PF0217" }
        if options.stage == nil, needsStage, !isUnstaged {
            request.stage = .custom
            (draft, proved) = try Self.draft(request, proof)
        }
        let after = proved.project.groups.first { $0.plan?.name == plan?.name } ?? group
        let isLockingOut =
            isUnstaged && (options.stage != nil || needsStage || proved.verdict == .needsCustomStage)
        let copy = (current.name.split(separator: ".").dropLast().map(String.init) + [name.type])
            .joined(separator: ".")
        // The two versions are intentionally equal until the first edit.
        let isAlike = changes.isEmpty && draft.added.isEmpty && modifiers.isEmpty
        return NextVersion(
            schema: current.name, version: version, nextSchema: copy, nextVersion: name.version, changes: changes,
            origin: shipped.origin, isFrozen: shipped.isFrozen, commit: shipped.commit, stage: request.stage,
            lockedOut: try isLockingOut
                ? LockedOutShapes(proved.project, group: after.name, history: history) : nil,
            added: draft.added, isStageRequested: options.stage != nil, outcome: proved.project,
            answers: renamings.answers, modifiers: modifiers, verdict: proved.verdict, draft: draft,
            findings: proved.findings.filter { finding in
                !isAlike || !["PF0202", "PF0203"].contains(finding.code) || finding.schema != copy
            })
    }

    /// Whether the next version has the same hashes as the newest one. If so, and if the plan has a stage, the app crashes
    /// at launch until the next version is edited.
    package var isUnedited: Bool { changes.isEmpty && added.isEmpty && modifiers.isEmpty }

    private static func draft(
        _ request: NextVersionRequest, _ proof: NextVersionProof
    ) throws -> (NextVersionDraft, NextVersionProof.Result) {
        let draft: NextVersionDraft
        do { draft = try NextVersionWriter.draft(request) } catch let problem as NextVersionProblem {
            throw NextVersionError.problem(problem)
        }
        return (draft, try proof.result(of: draft, hasStage: request.plan == nil || request.stage != nil))
    }

    // MARK: Reading the sources

    /// Returns the group to add a version to, and the plan to list the version in. The plan is nil if the project
    /// doesn't have a plan yet.
    static func group(of project: Project) throws -> (group: VersionGroup, plan: PlanDeclaration?) {
        let plans = project.groups.filter(\.hasPlan)
        let group: VersionGroup
        var plan: PlanDeclaration?
        if plans.count > 1 {
            throw NextVersionError.severalPlans(plans.map(\.name), plans.compactMap { $0.plan?.location })
        } else if let only = plans.first {
            plan = only.plan
            // A plan without versions is meant for the versions that no plan lists.
            let isEmpty = plan.map { $0.schemas.isEmpty && $0.issues.isEmpty } ?? false
            let planless = planlessGroups(of: project)
            group = isEmpty && planless.count == 1 ? planless[0] : only
        } else {
            group = try planless(project)
        }
        if let error = project.sourceErrors(affecting: group).first { throw NextVersionError.unreadableSources(error) }
        return (group, plan)
    }

    /// Returns the group of versions that no plan lists. The command adds a plan for them. Throws
    /// ``NextVersionError`` if there is no such group, or if there are several.
    private static func planless(_ project: Project) throws -> VersionGroup {
        let groups = planlessGroups(of: project)
        guard let group = groups.first else {
            let model = project.groups.lazy.compactMap(\.plan).first(where: \.isModelFile)
            throw model.map { NextVersionError.modelFile(path: $0.location.file) }
                ?? NextVersionError.noPlan(directory: project.options.directory)
        }
        guard groups.count == 1 else {
            throw NextVersionError.severalGroups(groups.compactMap { $0.schemas.last?.name })
        }
        return group
    }

    private static func planlessGroups(of project: Project) -> [VersionGroup] {
        project.groups.filter { group in
            group.plan == nil && !group.schemas.isEmpty && !group.schemas.contains(where: \.isUnversioned)
        }
    }

    private static func unreadable(_ group: VersionGroup) -> NextVersionError {
        let name = group.plan?.schemas.last ?? group.name
        let place = group.declarations[name]?.location ?? group.plan?.location
        return .unreadable(schema: name, place ?? SourceLocation(file: ".", line: 1, column: 1))
    }

    /// Returns a hash modifier for each of the given attributes. Throws ``NextVersionError/unknownAttribute(_:known:)``
    /// if the model has no such attribute, or if the attribute can't have a hash modifier.
    private static func modifiers(
        _ subjects: Set<String>, of model: SchemaModel, value: String
    ) throws(NextVersionError) -> [HashModifier] {
        var modifiers: [HashModifier] = []
        for subject in subjects.sorted() {
            let parts = subject.split(separator: ".", maxSplits: 1).map(String.init)
            let known = model.entities.flatMap { entity in
                entity.attributesForHashModifiers.map { "\(entity.name).\($0)" }
            }
            guard parts.count == 2, known.contains(subject) else {
                throw .unknownAttribute(subject, known: known.sorted())
            }
            modifiers.append(.init(entity: parts[0], property: parts[1], value: value))
        }
        return modifiers
    }

    private static func place(of schema: DeclaredVersion) -> NextVersionRequest.Version {
        .init(type: schema.name, location: schema.location, classes: schema.places.parts.entities)
    }

    /// Returns the contents of the Swift files in a commit, keyed by path. If a word is given, only files that contain
    /// the word are returned. Returns nil if there is no commit or no repository.
    private static func texts(
        of commit: GitRepository.Commit?, _ history: (repository: GitRepository, sources: CommitSources)?,
        with word: String = ""
    ) throws -> [String: String]? {
        guard let commit, let history else { return nil }
        let files = try history.repository.files(of: commit).filter { $0.path.hasSuffix(".swift") }
        let contents = try history.repository.contents(of: files)
        let texts = zip(files.map(\.path), contents.map { String(decoding: $0, as: UTF8.self) })
        return Dictionary(texts.filter { word.isEmpty || $0.1.contains(word) }) { first, _ in first }
    }

    /// Returns the entities whose shipped classes are copied into the newest version. If the user specified models,
    /// these are the models and the entities connected to them. If the project's last two versions share classes, these
    /// are the changed entities and the entities connected to them. Otherwise, these are all entities.
    private static func copiedEntities(
        _ current: DeclaredVersion, _ model: SchemaModel, _ shipped: ShippedVersionSource,
        after earlier: DeclaredVersion?,
        _ changes: [ModelChange], _ options: NextVersionOptions
    ) throws -> Set<String> {
        let all = shipped.declared.places.parts.entities
        let components = ModelComponents([model, try shipped.model.evaluated()])
        if !options.models.isEmpty {
            let known = all.keys.sorted()
            if let unknown = options.models.first(where: { all[$0] == nil }) {
                throw NextVersionError.unknownModel(unknown, known: known)
            }
            return components.connected(with: options.models).intersection(all.keys)
        }
        let before = Set(earlier.map { Array($0.places.parts.entities.values) } ?? [])
        let sharesClasses = current.places.parts.entities.values.contains(where: before.contains)
        guard sharesClasses else { return Set(all.keys) }
        return components.connected(with: changes.compactMap(\.entity)).intersection(all.keys)
    }
}
