import PermafrostModel
import PermafrostSource
import PermafrostStore

/// An edit that removes the code from the model classes of old versions, with the proof that all models remain equal.
///
/// The edited files are read before they are written. Every version must have the same canonical model as before, byte
/// for byte, on every platform. The plans must have the same versions and stages, and the squashed versions must match
/// their fixtures.
package struct Squash: Sendable {
    /// An old version that isn't squashed, because it isn't frozen.
    package struct Skipped: Sendable, Hashable {
        package let version: String
        package let schema: String
    }

    /// A version that is squashed.
    package struct Version: Sendable, Hashable {
        package let version: String
        package let schema: String
    }

    package let versions: [Version]
    package let skipped: [Skipped]
    package let draft: SquashDraft
    /// The number of versions whose models were compared before and after the edit.
    package let comparedCount: Int

    /// Drafts and verifies the edit, without writing any file.
    ///
    /// - Parameters:
    ///   - names: the names of the versions to squash, or of the types that declare them. If it is empty, every frozen
    ///     version is squashed that isn't the newest one of its group.
    ///   - matcher: the project's fixtures.
    /// - Throws: ``Failure`` or ``ProjectError`` if the versions can't be squashed, or the error of a source that
    ///   can't be read.
    package init(_ project: Project, names: [String], _ matcher: VersionMatcher) throws {
        if let issue = project.sourceIssues.first(where: { $0.severity == .error }) {
            throw Failure.unreadableSources(issue)
        }
        let chosen = try Self.chosen(project, names, matcher)
        versions = chosen.versions
        skipped = chosen.skipped
        guard !versions.isEmpty else { throw Failure.nothingToSquash(versions: []) }
        let request = Self.request(project, squashing: Set(versions.map(\.schema)))
        do { draft = try SquashWriter.draft(request) } catch let problem as NextVersionDraft.Problem {
            throw Failure.problem(problem)
        }
        guard !draft.files.isEmpty else { throw Failure.nothingToSquash(versions: versions.map(\.version)) }
        comparedCount = try Self.prove(draft, of: project, versions)
    }

    // MARK: Versions

    private static func chosen(
        _ project: Project, _ names: [String], _ matcher: VersionMatcher
    ) throws -> (versions: [Version], skipped: [Skipped]) {
        guard project.groups.contains(where: { !$0.schemas.isEmpty }) else { throw project.noSchema }
        var chosen: [(group: VersionGroup, declared: DeclaredVersion)] = []
        if names.isEmpty {
            chosen = project.groups.flatMap { group in
                group.newestSchema == nil ? [] : group.schemas.filter { !isNewest($0, in: group) }.map { (group, $0) }
            }
        } else {
            for name in names {
                let found = try project.version(named: name)
                if !chosen.contains(where: { $0.declared.name == found.1.name }) { chosen.append((found.0, found.1)) }
            }
        }
        var (versions, skipped): ([Version], [Skipped]) = ([], [])
        for (group, declared) in chosen {
            let name = project.versionName(of: declared)
            guard group.newestSchema != nil else { throw Failure.noDeclaration(group: group.name) }
            guard !isNewest(declared, in: group) else {
                throw Failure.newest(version: name, schema: declared.name)
            }
            let pair = matcher.pairs.first { $0.declared?.name == declared.name && $0.group?.name == group.name }
            guard let pair, let frozen = pair.frozen else {
                guard names.isEmpty else { throw Failure.notFrozen(version: name, schema: declared.name) }
                skipped.append(Skipped(version: name, schema: declared.name))
                continue
            }
            guard frozen.damage.isEmpty else {
                throw Failure.damaged(version: name, path: project.place(of: frozen.fixture.folder).file)
            }
            guard declared.model != nil else {
                throw ProjectError.notEvaluable(version: name, schema: declared.name)
            }
            if let change = try change(of: pair) {
                throw Failure.drifted(version: name, schema: declared.name, change: change)
            }
            versions.append(Version(version: name, schema: declared.name))
        }
        return (versions, skipped)
    }

    /// Returns whether a version is the last one of its plan, or isn't in the plan.
    private static func isNewest(_ declared: DeclaredVersion, in group: VersionGroup) -> Bool {
        guard let plan = group.plan else { return declared.name == group.newestSchema }
        return plan.schemas.last == declared.name || !plan.schemas.contains(declared.name)
    }

    /// Returns a description of a declaration's first change since it was frozen, or nil if it is unchanged.
    private static func change(of pair: VersionPair) throws -> String? {
        let drift = try pair.drift()
        guard drift.strongest != nil else { return nil }
        return drift.changes.first { !$0.isHarmless }.map { ChangeMessage($0.change).sentence } ?? "it changed"
    }

    private static func request(_ project: Project, squashing types: Set<String>) -> SquashRequest {
        let groups = VersionGroup.groups(of: project.declarations)
        var live: Set<SourceLocation> = []
        for group in groups {
            for declared in group.schemas where declared.isUnversioned || isNewest(declared, in: group) {
                live.formUnion(declared.places.parts.entities.values)
            }
        }
        let isModelFile = Set(groups.filter { $0.plan?.isModelFile == true }.flatMap { $0.schemas.map(\.name) })
        let versions = project.declarations.schemas.filter { !$0.isUnversioned && !isModelFile.contains($0.name) }
        let plans = groups.compactMap(\.plan).filter { !$0.isModelFile }
        return SquashRequest(
            directory: project.options.directory,
            versions: versions.map {
                SquashRequest.Version(type: $0.name, location: $0.location, classes: $0.places.parts.entities)
            }, squashed: types, live: live,
            plans: Dictionary(plans.map { ($0.name, $0.isConstant ? nil : $0.location) }) { first, _ in first })
    }

    // MARK: Proof

    /// Reads the project as if the draft had been written, and compares all versions and plans.
    ///
    /// - Returns: the number of compared versions.
    /// - Throws: ``Failure/wouldChange(name:what:)`` or ``Failure/wouldNotBeRead(_:)`` if anything differs.
    private static func prove(_ draft: SquashDraft, of project: Project, _ versions: [Version]) throws -> Int {
        var options = project.options
        options.overlay = Dictionary(draft.files.map { ($0.path, $0.text) }) { first, _ in first }
        let after = try Project(options: options, reader: CachedSourceReader.UncachedReader())
        if let issue = after.sourceIssues.first(where: { $0.severity == .error }) {
            throw Failure.wouldNotBeRead(issue)
        }
        let declared = Dictionary(after.declarations.schemas.map { ($0.name, $0) }) { first, _ in first }
        for before in project.declarations.schemas {
            guard let now = declared[before.name] else {
                throw Failure.wouldChange(name: before.name, what: "it would no longer be declared")
            }
            if before.version != now.version || before.versionIdentifier != now.versionIdentifier {
                throw Failure.wouldChange(name: before.name, what: "its version would change")
            }
            guard models(of: before) == models(of: now) else {
                throw Failure.wouldChange(name: before.name, what: "its model would change")
            }
        }
        let plans = (plans(of: project), plans(of: after))
        guard plans.0 == plans.1, declared.count == Set(project.declarations.schemas.map(\.name)).count else {
            let names = Set(plans.0.keys).union(plans.1.keys).sorted().filter { plans.0[$0] != plans.1[$0] }
            throw Failure.wouldChange(
                name: names.first ?? "the plan", what: "its versions and stages would be read differently")
        }
        for pair in try VersionMatcher(after).pairs where pair.frozen != nil {
            guard let name = pair.declared?.name, versions.contains(where: { $0.schema == name }) else { continue }
            if let change = try change(of: pair) { throw Failure.wouldChange(name: name, what: change) }
        }
        return project.declarations.schemas.count
    }

    /// Returns the canonical JSON of a version's models, keyed by the condition of each variant.
    private static func models(of declared: DeclaredVersion) -> [String: [UInt8]] {
        var models = declared.variants.reduce(into: [String: [UInt8]]()) { $0[$1.condition] = $1.content?.text }
        models[""] = declared.model?.text
        return models
    }

    /// Returns the versions, stages, hooks and operations of each plan, without their locations.
    private static func plans(of project: Project) -> [String: [String]] {
        let plans = VersionGroup.groups(of: project.declarations).compactMap(\.plan).map { plan in
            let stages = plan.stages.map { stage in
                let hooks = stage.hooks.map { "\($0.moment)" } + stage.absentHooks.map { "no \($0)" }
                return "\(stage.kind) \(stage.from) \(stage.to) \(hooks) \(stage.operations.count)"
            }
            return (plan.name, plan.schemas + stages)
        }
        return Dictionary(plans) { first, _ in first }
    }
}

extension Squash {
    /// The reason that no version is squashed. Nothing is written.
    package enum Failure: Error, Sendable, Hashable {
        /// The versions belong to a Core Data model, or are models without a `VersionedSchema`. The value is the group's name.
        case noDeclaration(group: String)
        /// The version is the newest one of its group. The app uses its classes.
        case newest(version: String, schema: String)
        /// The version isn't frozen, so the model that it shipped with isn't known.
        case notFrozen(version: String, schema: String)
        /// The fixture's files don't match their checksums, or can't be read. `path` is the fixture's folder.
        case damaged(version: String, path: String)
        /// The declaration differs from the fixture. `change` is the first difference.
        case drifted(version: String, schema: String, change: String)
        /// The classes of the given versions have no parts that can be removed.
        case nothingToSquash(versions: [String])
        /// Some sources can't be read. The value is the first issue.
        case unreadableSources(SourceIssue)
        /// The sources contain a problem that prevents an edit.
        case problem(NextVersionDraft.Problem)
        /// A declaration in the edited files can't be read.
        case wouldNotBeRead(SourceIssue)
        /// The edited files would declare a version or plan differently. `what` describes the difference.
        case wouldChange(name: String, what: String)
    }
}
