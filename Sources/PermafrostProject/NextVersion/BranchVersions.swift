import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The versions that this branch and another branch added to a plan since their common commit.
///
/// The other branch is read from git's objects. Nothing is checked out, and neither filters nor merge drivers run. This
/// branch's versions are read from the working folder.
struct BranchVersions {
    let plan: PlanDeclaration
    /// The versions that this branch added, in the plan's order, with their fixtures.
    let own: [(declared: DeclaredVersion, frozen: FrozenVersion)]
    /// The versions that the other branch added, in the plan's order.
    let others: [DeclaredVersion]
    /// The other branch's versions of the plan, in order.
    let otherVersions: [DeclaredVersion]
    /// The versions of both branches that precede the added ones.
    let earlier: [DeclaredVersion]
    /// The other branch's project, whose fixtures are in ``folder``.
    let other: Project
    /// The paths of the other branch's files that declare the added versions and the plan.
    let otherFiles: Set<String>
    /// The contents of the Swift files at the common commit, keyed by path.
    let baseTexts: [String: String]
    /// The contents of the other branch's Swift files, keyed by path.
    let otherTexts: [String: String]

    /// The temporary folder of the other branch's fixtures.
    private let folder: TemporaryFolder

    /// Finds the versions that both branches added.
    ///
    /// - Parameters:
    ///   - reference: the other branch.
    ///   - held: the project's fixtures in git.
    /// - Throws: ``RenumberingError`` if there is nothing to renumber, or if the branch's versions can't be renumbered.
    ///   ``NextVersionError`` if no plan can be determined, or if a version can't be read. ``GitError`` if git can't read
    ///   the commits. ``ProjectError``, a `FileError`, or an error of the source reader.
    init(_ project: Project, and reference: String, _ held: HeldFixtures, reader: CachedSourceReader) throws {
        let repository = try GitRepository(directory: project.options.directory)
        for (head, name) in [("MERGE_HEAD", "merge"), ("REBASE_HEAD", "rebase"), ("CHERRY_PICK_HEAD", "cherry-pick")] {
            let isInProgress =
                try repository.git.outputIfAny(["rev-parse", "--verify", "--quiet", head]) != nil
            if isInProgress { throw RenumberingError.inProgress(name) }
        }
        let commit = try repository.commit(of: reference)
        let head = try repository.commit(of: "HEAD")
        let (group, declared) = try NextVersion.group(of: project)
        guard let plan = declared, !plan.schemas.isEmpty else { throw RenumberingError.noPlan }
        self.plan = plan
        guard let common = try repository.mergeBase(head.id, commit.id) else {
            throw GitError.noCommonCommit(name: reference)
        }
        guard common != commit.id else { throw RenumberingError.nothingToRenumber(plan: plan.name, .merged) }
        guard project.workTree != nil else { throw RenumberingError.treeOutside(path: project.tree.directory) }
        let baseCommit = try repository.commit(of: common)
        let folder = try TemporaryFolder(for: "onto")
        self.folder = folder
        func side(_ name: String, _ commit: GitRepository.Commit) throws -> MergeSide {
            try MergeSide(
                at: commit, in: repository, project.options, reader: reader, folder: folder.url.appending(path: name),
                needsFindings: false)
        }
        let base = try side("base", baseCommit)
        let theirs = try side("theirs", commit)
        other = theirs.project
        guard let otherGroup = theirs.project.groups.first(where: { $0.plan?.name == plan.name }),
            let otherPlan = otherGroup.plan
        else {
            if let issue = theirs.project.sourceIssues.first(where: { $0.severity == .error }) {
                throw RenumberingError.unreadable(issue)
            }
            throw RenumberingError.noOtherPlan(plan.name)
        }
        if let issue = theirs.project.sourceErrors(affecting: otherGroup).first {
            throw RenumberingError.unreadable(issue)
        }
        let retired = otherPlan.retired.first { retired in !plan.retired.contains { $0.version == retired.version } }
        if let retired { throw RenumberingError.retired(version: retired.version, plan: plan.name) }
        let known = Set(base.project.groups.first { $0.plan?.name == plan.name }?.plan?.schemas ?? [])
        let versions = try plan.schemas.map { try Self.version($0, in: group, plan) }
        otherVersions = try otherPlan.schemas.map { try Self.version($0, in: otherGroup, otherPlan) }
        let added = versions.filter { !known.contains($0.name) }
        others = otherVersions.filter { !known.contains($0.name) }
        earlier = versions.filter { known.contains($0.name) }
        guard let first = added.first else {
            throw RenumberingError.nothingToRenumber(plan: plan.name, .noOwnVersion)
        }
        guard !others.isEmpty, let newest = otherVersions.last else {
            throw RenumberingError.nothingToRenumber(plan: plan.name, .noOtherVersion)
        }
        try Self.expectOverlap(first, added, newest, others, plan.name)
        own = try Self.frozen(added, in: project, held)
        (baseTexts, otherTexts) = try Self.texts(of: [baseCommit, commit], in: repository)
        let places = others.flatMap { schema -> [SourceLocation] in
            let parts = schema.places.parts
            return [schema.location] + Array(parts.entities.values) + parts.properties.values.flatMap(\.values)
                + parts.valueTypes.values.flatMap(\.values).flatMap { $0 }.map(\.location)
        }
        otherFiles = Set((places + [otherPlan.location] + otherPlan.stages.map(\.location)).map(\.file))
    }

    /// Returns the files of a version's fixture on the other branch, keyed by path relative to the fixture tree.
    /// Returns an empty dictionary if the version isn't frozen.
    func fixtures() throws -> [FixtureFolder] {
        let names = Set(others.map(\.name))
        return try VersionMatcher(other).pairs.compactMap { pair in
            pair.declared.map { names.contains($0.name) } == true ? pair.frozen?.fixture : nil
        }
    }

    private static func version(
        _ name: String, in group: VersionGroup, _ plan: PlanDeclaration
    ) throws(NextVersionError) -> DeclaredVersion {
        guard let version = group.declarations[name], version.model != nil else {
            throw .unreadable(schema: name, group.declarations[name]?.location ?? plan.location)
        }
        return version
    }

    /// Throws an error if the branch's versions already follow the other branch's.
    private static func expectOverlap(
        _ first: DeclaredVersion, _ added: [DeclaredVersion], _ newest: DeclaredVersion, _ others: [DeclaredVersion],
        _ plan: String
    ) throws(RenumberingError) {
        let names = Set(others.map(\.name))
        let (own, other) = (first.version ?? first.versionIdentifier, newest.version ?? newest.versionIdentifier)
        guard let numbers = NextVersionOptions.NextVersionName.numbers(of: own),
            let newestNumbers = NextVersionOptions.NextVersionName.numbers(of: other),
            newestNumbers.lexicographicallyPrecedes(numbers), !added.contains(where: { names.contains($0.name) })
        else { return }
        throw .nothingToRenumber(plan: plan, .later(version: own, than: other))
    }

    /// Returns the versions with their fixtures. Throws ``RenumberingError`` if a version isn't frozen, was edited since,
    /// or has shipped.
    private static func frozen(
        _ versions: [DeclaredVersion], in project: Project, _ held: HeldFixtures
    ) throws -> [(declared: DeclaredVersion, frozen: FrozenVersion)] {
        let pairs = try VersionMatcher(project).pairs
        let records = try ReleaseRecord.read(in: project.tree).records
        return try versions.map { schema in
            let version = schema.version ?? schema.versionIdentifier
            guard let pair = pairs.first(where: { $0.declared?.name == schema.name && $0.frozen?.model != nil }),
                let frozen = pair.frozen
            else { throw RenumberingError.notFrozen(schema: schema.name, version: version, schema.location) }
            if let change = try pair.drift().changes.first {
                throw RenumberingError.drifted(
                    schema: schema.name, version: version, change: ChangeMessage(change.change).sentence,
                    schema.location)
            }
            let identity = FixtureIdentity(of: frozen.fixture)
            let release =
                records.last { $0.identity == identity }?.release
                ?? held.fixtures.first { $0.identity == identity && $0.isReleased }.flatMap {
                    $0.tags.last ?? $0.recordedReleases.last
                }
            if let release {
                throw RenumberingError.shipped(schema: schema.name, version: version, release: release)
            }
            return (schema, frozen)
        }
    }

    /// Returns the contents of the Swift files at two commits, keyed by path.
    private static func texts(
        of commits: [GitRepository.Commit], in repository: GitRepository
    ) throws -> ([String: String], [String: String]) {
        let all = try repository.files(of: commits).map { files in
            let files = files.filter { $0.path.hasSuffix(".swift") }
            let contents = try repository.contents(of: files)
            return Dictionary(
                zip(files.map(\.path), contents.map { String(decoding: $0, as: UTF8.self) }),
                uniquingKeysWith: { first, _ in first })
        }
        return (all[0], all[1])
    }
}
