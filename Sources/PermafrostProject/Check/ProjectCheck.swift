import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A check for drift. It finds fixtures that are missing or damaged, and frozen versions whose declaration has changed.
package struct ProjectCheck: Sendable {
    /// The sources at the base of a change.
    package struct Earlier {
        /// The project at the base commit.
        let project: Project
        /// The name of the base commit in findings, such as a tag, a branch, or `HEAD`.
        let reference: String
        /// A function that returns whether a version was released, or nil if that isn't known. It is called only for
        /// versions that changed or are no longer declared.
        let isReleased: (DeclaredVersion) throws -> Bool?

        package init(
            _ project: Project, reference: String,
            isReleased: @escaping (DeclaredVersion) throws -> Bool? = { _ in nil }
        ) {
            self.project = project
            self.reference = reference
            self.isReleased = isReleased
        }
    }

    /// The findings, sorted by severity (errors first) and then by location.
    package private(set) var findings: [Finding] = []
    /// The results for all versions, sorted by group and version.
    package internal(set) var versions: [CheckRow] = []
    /// The project's fixtures in git.
    package let held: HeldFixtures
    /// The replacements recorded in the fixture tree.
    package private(set) var replacements: [FixtureReplacement] = []

    /// The comparison with CloudKit's schema, or nil if none was requested.
    package var production: ProductionSchema? { input.production }

    let project: Project
    /// The issues that occurred while the sources were read.
    var sourceIssues: [SourceIssue] = []
    /// The data that the check's rules examine.
    var input = CheckInput()

    /// Checks a project. Throws a ``ProjectError`` if there is nothing to check or a model can't be decoded. May also
    /// throw a `FileError`, or an error of `earlier.isReleased`.
    ///
    /// - Parameters:
    ///   - requiresFrozen: whether a declared version that isn't frozen is an error.
    ///   - needsFixtures: whether a missing or empty fixture tree is an error.
    ///   - matcher: the project's matched versions, or nil to match them.
    ///   - held: the project's fixtures in git.
    ///   - earlier: the sources at the base of the change. Versions that were declared but not frozen at the base are
    ///     compared with their declarations there.
    ///   - production: the file with CloudKit's schema to compare with the models that sync, or nil for no comparison.
    ///     It requires a project that was read with `readsCode`.
    package init(
        _ project: Project, requiresFrozen: Bool = false, needsFixtures: Bool = true,
        _ matcher: VersionMatcher? = nil, held: HeldFixtures = HeldFixtures(unknown: .noCommit),
        since earlier: Earlier? = nil, production: ProductionSchema.File? = nil
    ) throws {
        self.project = project
        let records = try ReleaseRecord.read(in: project.tree)
        self.held = held.adding(records.records)
        sourceIssues = project.sourceIssues + (earlier?.project.sourceIssues ?? [])
        if project.declarations.schemas.isEmpty, earlier?.project.declarations.schemas.isEmpty ?? true,
            sourceIssues.isEmpty
        {
            throw project.noSchema
        }
        let matcher = try matcher ?? VersionMatcher(project)
        let contents = matcher.contents
        try addLost(contents, records)
        if needsFixtures, contents.fixtures.isEmpty, contents.refused.isEmpty, input.lost.isEmpty, !isIncomplete {
            throw project.noFixtures
        }
        input.requiresFrozen = requiresFrozen
        input.skills = InstalledSkill.all(of: project.options.directory)
        input.refused = contents.refused.map { entry in
            let kind = try? FileKind(of: project.tree.directory + "/" + entry)
            return .init(entry: entry, kind: kind, location: project.place(of: entry))
        }
        try compare(matcher.pairs)
        if let earlier { try compare(since: earlier, matcher.pairs) }
        if let production {
            let options = project.options
            input.production = ProductionSchema(
                production, try LintInput(project, matcher),
                isPart: options.plan != nil || options.schema != nil || options.target != nil)
        }
        let ofEarlier = earlier.map { earlier in
            earlier.project.sourceIssues.map { Finding($0, at: $0.location.at(earlier.reference)) }
        }
        run(with: project.sourceFindings + (ofEarlier ?? []))
    }

    /// Compares the tree with the fixtures in git.
    private mutating func addLost(
        _ contents: FixtureTree.Contents, _ records: (records: [ReleaseRecord], malformed: [Int])
    ) throws {
        let comparison = try LostFixtures(held, project, contents)
        input.lost = comparison.lost.map { lost in
            var lost = lost
            let declared = project.groups.filter { lost.group == nil || $0.name == lost.group }.lazy
                .compactMap { group in group.schema(version: lost.held.version).map { (group, $0) } }.first
            lost.freezing = declared.map { freezing($1, in: $0, version: lost.held.version) }
            return lost
        }
        replacements = comparison.records
        let file = project.place(of: FixtureReplacement.fileName).file
        input.malformedRecords = comparison.malformedRecords.map { ($0, file) }
        input.records = try ReleaseRecords(held, project, tree: records, present: comparison.present)
        input.recordsFile = project.place(of: ReleaseRecord.fileName).file
        input.settingsFile = project.place(of: FixtureSettings.fileName).file
        input.releases = held.releases
        input.base = held.base
        input.delivery = held.delivery
    }

    private static let rules: [any CheckRule.Type] = [
        IdentityDrift.self, SilentDrift.self, PhysicalDrift.self, DeclarationGone.self, NotFrozen.self,
        RenamedVersion.self, DamagedFixture.self, RefusedEntry.self, UnownedFixture.self, UnsafeVersion.self,
        ReleasedFixtureLost.self, CommittedFixtureLost.self, UnacceptedReplacement.self, FixtureNotInRepository.self,
        OutdatedSkill.self, ReleaseWithdrawn.self, NotDeployed.self, DeployedWithOtherType.self, NoLongerInModel.self,
        AssetFieldNotDeployed.self, MoveReceiptNotDeployed.self, CloudKitNotCompared.self,
    ]

    /// The documentation of the check's rules, sorted by code. It includes the rule for sources that can't be read.
    package static let pages = RuleRun.pages(of: .check, with: rules.map { $0.page } + [SourceNotRead.page])

    /// Applies the rules to the input.
    ///
    /// - Parameter ofSources: the findings about sources that can't be read.
    mutating func run(with ofSources: [Finding]) {
        let context = RuleContext(
            groups: project.groups.map { RuleGroup($0, steps: []) })
        var suppressions = Suppressions(of: project.options)
        let run = RuleRun(gate: .check, over: context, with: Self.rules.map { $0.init(input: input) }) { found in
            // A comment that suppresses a `lint` finding also suppresses it in a check. Drift can't be suppressed.
            let isReportedByLint = found.map { $0.rule.gates.contains(.lint) }
            return zip(found, isReportedByLint).filter { !$1 }.map(\.0)
                + suppressions.applied(to: zip(found, isReportedByLint).filter { $1 }.map(\.0))
        }
        findings = (ofSources + run.findings).sorted(by: Finding.isBefore)
        versions.sort { ($0.group, VersionName.Order($0.version)) < ($1.group, VersionName.Order($1.version)) }
    }

    /// Whether the check may have missed a problem. For example, a source or fixture can't be read, or a fixture
    /// matches several declarations.
    package var isIncomplete: Bool { sourceIssues.contains { $0.severity == .error } || input.isIncomplete }

    /// Whether sources that can't be read may contain declarations.
    private var mayMissDeclarations: Bool {
        sourceIssues.contains { issue in
            switch issue.problem {
            case .unreadableFile, .beyondBounds, .invalidSyntax, .modelFile: true
            default: false
            }
        }
    }

    // MARK: Fixtures against declarations

    private mutating func compare(_ pairs: [VersionPair]) throws(ProjectError) {
        var declaredAndFrozen: Set<String> = []
        for pair in pairs {
            guard let frozen = pair.frozen else { continue }
            switch (pair.match, pair.group) {
            case (.ambiguous(let groups), _):
                input.unowned.append(
                    .init(
                        version: frozen.version.description, groups: groups.map(\.name).unique,
                        folders: groups.map(\.name).unique.map { project.place(of: $0).file },
                        location: project.place(of: frozen.fixture.folder)))
            case (.leftOut, _), (_, nil): continue
            case (.superseded, let group?):
                addDamage(frozen, pair.declared, in: group)
                versions.append(CheckRow(pair, group, frozen.damage.isEmpty ? .superseded : .damaged))
            case (.same, let group?):
                guard let declared = pair.declared else { continue }
                addDamage(frozen, declared, in: group)
                declaredAndFrozen.insert(declared.name)
                try compare(pair, frozen, with: declared, in: group)
            case (.gone, let group?):
                addDamage(frozen, nil, in: group)
                if frozen.isMisnamed {
                    versions.append(CheckRow(pair, group, .damaged))
                } else {
                    addGone(pair, frozen, in: group, among: pairs)
                }
            case (.retired, let group?):
                addDamage(frozen, nil, in: group)
                versions.append(CheckRow(pair, group, frozen.damage.isEmpty ? .retired : .damaged))
            }
        }
        // If a version was removed from its plan, its fixture still belongs to the plan's group. Freezing the version
        // separately would be wrong.
        let takenOut = Set(input.gone.filter { $0.unlisted != nil }.compactMap(\.schema))
        let unfrozen = project.groups.flatMap { group in
            group.schemas.filter { !declaredAndFrozen.contains($0.name) && !takenOut.contains($0.name) }
                .map { (group, $0) }
        }
        guard !unfrozen.isEmpty else { return }
        let rejections = FreezeRejections(project)
        for (group, schema) in unfrozen { addUnfrozen(schema, in: group, rejections) }
    }

    /// Returns the location of a type that is declared but not listed in a plan. Returns nil if a plan lists the type,
    /// or if the type isn't declared.
    private func unlisted(_ schema: String?) -> SourceLocation? {
        project.groups.filter { $0.plan == nil }.flatMap(\.schemas).first { $0.name == schema }?.location
    }

    private mutating func addGone(
        _ pair: VersionPair, _ frozen: FrozenVersion, in group: VersionGroup, among pairs: [VersionPair]
    ) {
        // The declaration may be in sources that can't be read.
        guard !mayMissDeclarations else { return versions.append(CheckRow(pair, group, .notEvaluable)) }
        let unlisted = unlisted(frozen.schema)
        let declared = unlisted == nil ? holder(of: frozen, in: group) : nil
        var row = CheckRow(pair, group, declared == nil ? .gone : .drifted)
        if declared != nil { row.drift = .silent }
        versions.append(row)
        let name = frozen.version.description
        let place = project.place(of: frozen.fixture.folder)
        var gone = RemovedVersion(
            group: group, version: name, schema: frozen.schema, unlisted: unlisted, declared: declared, reference: nil,
            location: group.plan?.location ?? place)
        if let plan = group.plan, !plan.isModelFile, let hashes = frozen.retiredHashes {
            gone.retired = RetiredVersion.code(name, hashes)
        }
        if let declared, !held.isReleased(name) {
            gone.fixture = place.file
            let holder = pairs.first { $0.declared?.name == declared.name && $0.group?.name == group.name }
            if let other = holder?.frozen?.version.description {
                let version = version(declared, in: group, named: other)
                gone.refreezing = version.isReplaceable ? version.refreezing : nil
            }
        }
        input.gone.append(gone)
    }

    /// Returns the group's declared version that has a frozen version's hashes, or nil if none has them. Used if the
    /// frozen version is no longer declared under its own name.
    private func holder(of frozen: FrozenVersion, in group: VersionGroup) -> DeclaredVersion? {
        guard let checksum = frozen.model?.versionChecksum else { return nil }
        return group.schemas.first { !$0.isUnversioned && $0.model?.versionChecksum == checksum }
    }

    private mutating func compare(
        _ pair: VersionPair, _ frozen: FrozenVersion, with declared: DeclaredVersion, in group: VersionGroup
    ) throws(ProjectError) {
        let name = frozen.version.description
        var row = CheckRow(pair, group, .unchanged)
        var compared = version(declared, in: group, named: name)
        defer {
            versions.append(row)
            input.compared.append(compared)
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
        if let strongest = compared.drift.strongest {
            row.status = .drifted
            row.drift = max(strongest, row.drift ?? .physical)
        }
        row.framework = compared.drift.framework
        if !frozen.damage.isEmpty { row.status = .damaged }
    }

    private mutating func addDamage(_ frozen: FrozenVersion, _ declared: DeclaredVersion?, in group: VersionGroup) {
        let damaged = BrokenFixture(
            frozen, in: project, group: group.name, schema: frozen.schema,
            freezing: declared.map { freezing($0, in: group, version: frozen.version.description) },
            delivery: held.delivery)
        if let damaged { input.damaged.append(damaged) }
    }

    // MARK: Declarations without a fixture

    private mutating func addUnfrozen(
        _ declared: DeclaredVersion, in group: VersionGroup, _ rejections: FreezeRejections
    ) {
        let name = declared.version ?? (declared.isUnversioned ? project.versionName(of: declared) : nil)
        guard let name else { return }
        // If another schema has the same version or equal hashes, the version can't be frozen. Report only that reason.
        let isShared = group.schemas.contains { $0.name != declared.name && $0.version == name }
        // If a version's fixture was lost, it should be restored, not frozen again.
        let isLost = input.lost.contains { $0.held.version == name && ($0.group ?? group.name) == group.name }
        let status: CheckRow.Status = isLost ? .missing : declared.model == nil ? .notEvaluable : .notFrozen
        let pair = VersionPair(group: group, declared: declared, frozen: nil)
        versions.append(CheckRow(pair, group, status, named: name))
        guard !isShared, !isLost, rejections.finding(of: declared) == nil else { return }
        input.unfrozen.append(version(declared, in: group, named: name))
    }

    // MARK: Parts

    func version(
        _ schema: DeclaredVersion, in group: VersionGroup, named version: String, since reference: String? = nil
    ) -> ComparedVersion {
        let isReleased = held.isReleased(version)
        let isOnlyOne =
            schema.isUnversioned || group.schemas.filter { $0.version == version }.map(\.name) == [schema.name]
        return ComparedVersion(
            group: group, schema: schema, version: version, reference: reference,
            command: commandLine(of: schema, in: group, version: version),
            unversioned: project.unversioned(of: schema)?.freeze,
            isReplaceable: isOnlyOne && !isReleased, isReleased: isOnlyOne && isReleased)
    }

    /// Returns the command that freezes a version again. For models without a `VersionedSchema`, the command includes
    /// the options that select them.
    private func freezing(_ schema: DeclaredVersion, in group: VersionGroup, version: String) -> FreezeCommandLine {
        project.unversioned(of: schema)?.freeze.commandLine ?? commandLine(of: schema, in: group, version: version)
    }

    private func commandLine(of schema: DeclaredVersion, in group: VersionGroup, version: String) -> FreezeCommandLine {
        let model = project.options.coreDataModels.first { schema.location.file.hasPrefix($0) }
        let isOneOfSeveral = project.groups.count { other in other.schemas.contains { $0.version == version } } > 1
        return FreezeCommandLine(
            plan: isOneOfSeveral ? group.name : nil, options: model.map { ["--model", $0] } ?? [])
    }
}
