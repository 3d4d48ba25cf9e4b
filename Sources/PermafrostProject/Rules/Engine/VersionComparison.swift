import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A project's declarations, compared with its fixtures and with the base of a change.
struct VersionComparison: Sendable {
    /// The state of each version, sorted by group and version.
    var rows: [CheckRow] = []
    /// The versions that are declared and frozen, or that changed since the base.
    var compared: [ComparedVersion] = []
    /// The versions that are declared and not frozen. Leaves out versions whose fixture git has, and versions whose
    /// identifier another schema of the group has too.
    private(set) var unfrozen: [ComparedVersion] = []
    /// The versions that are no longer declared.
    var removed: [RemovedVersion] = []
    /// The stages that the base's plans have and that are gone.
    var removedStages: [RemovedStages.Removal] = []
    /// The fixtures that match several declarations.
    private(set) var ambiguous: [AmbiguousFixture] = []

    /// The damage to the fixtures of the selected groups.
    private(set) var damage: [FixtureDamage] = []

    /// The declarations of frozen versions that can't be compared.
    private(set) var unread: [SourceIssue] = []

    let project: Project
    let git: GitComparison
    /// The issues with the sources of the project and of the base.
    private let sourceIssues: [SourceIssue]

    private init(_ project: Project, _ git: GitComparison, _ sourceIssues: [SourceIssue]) {
        self.project = project
        self.git = git
        self.sourceIssues = sourceIssues
    }

    /// Compares a project's declarations with its fixtures.
    ///
    /// - Parameters:
    ///   - pairs: the fixtures, matched with the declarations.
    ///   - earlier: the sources at the base of the change. Versions that were declared but not frozen at the base are
    ///     compared with their declarations there.
    /// - Throws: a ``ProjectError`` if a model can't be decoded, or an error of git or the
    ///   source reader if the sources at a release tag can't be read.
    static func run(
        _ project: Project, _ pairs: [VersionPair], _ git: GitComparison, since earlier: EarlierProject? = nil
    ) throws -> VersionComparison {
        var comparison = VersionComparison(
            project, git, project.sourceIssues + (earlier?.project.sourceIssues ?? []))
        try comparison.compare(pairs)
        if let earlier { try comparison.compare(since: earlier, pairs) }
        let keys = comparison.rows.map { ($0.group, VersionOrder($0.version)) }
        let order = keys.indices.sorted { keys[$0] < keys[$1] }
        comparison.rows = order.map { comparison.rows[$0] }
        return comparison
    }

    /// Whether sources that can't be read may contain declarations.
    private var mayMissDeclarations: Bool {
        sourceIssues.contains { issue in
            switch issue.problem {
            case .unreadableFile, .beyondBounds, .invalidSyntax, .modelFile: true
            default: false
            }
        }
    }

    private mutating func compare(_ pairs: [VersionPair]) throws {
        var declaredAndFrozen: Set<String> = []
        for pair in pairs {
            guard let frozen = pair.frozen else { continue }
            switch (pair.match, pair.group) {
            case (.ambiguous(let groups), _):
                ambiguous.append(
                    .init(
                        version: frozen.version.description, groups: groups.map(\.name).unique,
                        folders: groups.map(\.name).unique.map { project.place(of: $0).file },
                        location: project.place(of: frozen.fixture.folder)))
            case (.leftOut, _), (_, nil): continue
            case (.superseded, let group?):
                damage += frozen.damage
                rows.append(CheckRow(pair, group, frozen.damage.isEmpty ? .superseded : .damaged))
            case (.same, let group?):
                guard let declared = pair.declared else { continue }
                damage += frozen.damage
                declaredAndFrozen.insert(declared.name)
                try compare(pair, frozen, with: declared, in: group)
            case (.gone, let group?):
                damage += frozen.damage
                // Without its own name or any of its files, nothing shows that the folder is of a shipped version.
                if frozen.isMisnamed || frozen.isEmpty {
                    rows.append(CheckRow(pair, group, .damaged))
                } else {
                    try addGone(pair, frozen, in: group, among: pairs)
                }
            case (.retired, let group?):
                damage += frozen.damage
                rows.append(CheckRow(pair, group, frozen.damage.isEmpty ? .retired : .damaged))
            }
        }
        // If a version was removed from its plan, its fixture still belongs to the plan's group. Freezing the version
        // separately would be wrong.
        let takenOut = Set(removed.filter { $0.unlisted != nil }.compactMap(\.schema))
        let notFrozen = project.groups.flatMap { group in
            group.schemas.filter { !declaredAndFrozen.contains($0.name) && !takenOut.contains($0.name) }
                .map { (group, $0) }
        }
        for (group, schema) in notFrozen { try addUnfrozen(schema, in: group) }
    }

    /// Returns the location of a type that is declared but not listed in a plan. Returns nil if a plan lists the type,
    /// or if the type isn't declared.
    private func unlisted(_ schema: String?) -> SourceLocation? {
        project.groups.filter { $0.plan == nil }.flatMap(\.schemas).first { $0.name == schema }?.location
    }

    private mutating func addGone(
        _ pair: VersionPair, _ frozen: FrozenVersion, in group: VersionGroup, among pairs: [VersionPair]
    ) throws {
        // The declaration may be in sources that can't be read.
        guard !mayMissDeclarations else { return rows.append(CheckRow(pair, group, .notEvaluable)) }
        let unlisted = unlisted(frozen.schema)
        let declared = unlisted == nil ? holder(of: frozen, in: group) : nil
        var row = CheckRow(pair, group, declared == nil ? .gone : .drifted)
        if declared != nil { row.drift = .silent }
        rows.append(row)
        let name = frozen.version.description
        let place = project.place(of: frozen.fixture.folder)
        var gone = RemovedVersion(
            group: group, version: name, schema: frozen.schema, unlisted: unlisted, declared: declared, reference: nil,
            location: group.plan?.location ?? place)
        if let plan = group.plan, !plan.isModelFile, let hashes = frozen.retiredHashes {
            gone.retired = RetiredVersion.code(name, hashes)
        }
        if let declared, !git.held.isReleased(name), try release(of: frozen, declared, in: group).isUnreleased {
            gone.fixture = place.file
            let holder = pairs.first { $0.declared?.name == declared.name && $0.group?.name == group.name }
            if let other = holder?.frozen?.version.description {
                var version = version(declared, in: group, named: other)
                if version.isReplaceable, let frozen = holder?.frozen {
                    version.apply(try release(of: frozen, declared, in: group))
                }
                gone.refreezing = version.isReplaceable ? version.refreezing : nil
            }
        }
        removed.append(gone)
    }

    /// Returns the group's declared version that has a frozen version's hashes, or nil if none has them. Used if the
    /// frozen version is no longer declared under its own name.
    private func holder(of frozen: FrozenVersion, in group: VersionGroup) -> DeclaredVersion? {
        guard let checksum = frozen.model?.versionChecksum else { return nil }
        return group.schemas.first { !$0.isUnversioned && $0.model?.versionChecksum == checksum }
    }

    private mutating func compare(
        _ pair: VersionPair, _ frozen: FrozenVersion, with declared: DeclaredVersion, in group: VersionGroup
    ) throws {
        let name = frozen.version.description
        var row = CheckRow(pair, group, .unchanged)
        var compared = version(declared, in: group, named: name)
        defer {
            rows.append(row)
            self.compared.append(compared)
        }
        let isUnknown = declared.version == nil && declared.model == nil
        if declared.version != name, !declared.isUnversioned, !isUnknown {
            compared.isRenamed = true
            row.status = .drifted
            row.drift = .silent
        }
        guard declared.model != nil else {
            row.status = .notEvaluable
            return
        }
        compared.drift = try pair.drift()
        if !compared.drift.changes.isEmpty, compared.isReplaceable {
            compared.apply(try release(of: frozen, declared, in: group))
        }
        unread += compared.drift.issues
        if let strongest = compared.drift.strongest {
            row.status = .drifted
            row.drift = max(strongest, row.drift ?? .physical)
        }
        row.framework = compared.drift.framework
        if !frozen.damage.isEmpty { row.status = .damaged }
    }

    private mutating func addUnfrozen(_ declared: DeclaredVersion, in group: VersionGroup) throws {
        let name = declared.version ?? (declared.isUnversioned ? project.versionName(of: declared) : nil)
        guard let name else { return }
        // If another schema has the same version, the version can't be frozen. Report only that reason.
        let isShared = group.schemas.contains { $0.name != declared.name && $0.version == name }
        // If a version's fixture was lost, it should be restored, not frozen again.
        let isLost = git.lost.contains { $0.held.version == name && ($0.group ?? group.name) == group.name }
        let status: CheckRow.Status = isLost ? .missing : declared.model == nil ? .notEvaluable : .notFrozen
        let pair = VersionPair(group: group, declared: declared, frozen: nil)
        rows.append(CheckRow(pair, group, status, named: name))
        guard !isShared, !isLost else { return }
        var found = version(declared, in: group, named: name)
        if let release = try git.held.otherRelease(of: declared, in: group.name) {
            let drift = try SchemaDrift.find(from: release.declared.schemaVersion, to: declared).strongest
            found.otherRelease = drift.map { (release.tag, $0) }
        }
        unfrozen.append(found)
    }

    /// Returns the release of a frozen version, as far as the sources at release tags show it.
    private func release(
        of frozen: FrozenVersion, _ declared: DeclaredVersion, in group: VersionGroup
    ) throws -> HeldFixtures.DeclaredRelease {
        try git.held.declaredRelease(
            of: .init(
                group: group.name, version: frozen.version.description,
                types: Set([declared.name, frozen.schema].compactMap(\.self)), model: frozen.model,
                isStoreDerived: frozen.isStoreDerived))
    }

    func version(
        _ schema: DeclaredVersion, in group: VersionGroup, named version: String, since reference: String? = nil
    ) -> ComparedVersion {
        let isReleased = git.held.isReleased(version)
        let isOnlyOne =
            schema.isUnversioned || group.schemas.filter { $0.version == version }.map(\.name) == [schema.name]
        return ComparedVersion(
            group: group, schema: schema, version: version, reference: reference,
            command: project.commandLine(of: schema, in: group, version: version),
            unversioned: project.unversioned(of: schema)?.freeze,
            isReplaceable: isOnlyOne && !isReleased, isReleased: isOnlyOne && isReleased)
    }

    /// Whether some fixtures can't be compared, because they can't be read or match several declarations.
    var isIncomplete: Bool {
        !ambiguous.isEmpty || unread.contains { $0.severity == .error }
            || damage.contains { damage in
                switch damage {
                case .unreadable, .unreadableModel(_, .newerFormat): true
                default: false
                }
            }
    }
}
