import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The drift gate: every fixture intact and in the tree, every frozen version declared as it was frozen.
package struct ProjectCheck: Sendable {
    /// The sources at the base of a change.
    package struct Earlier {
        /// The project as it was at the commit.
        let project: Project
        /// What the commit is called: a tag, a branch.
        let reference: String
        /// Whether a release tag declares a version; nil if that isn't known. It is asked only about a version that changed.
        let isReleased: (DeclaredSchema) throws -> Bool?

        package init(
            _ project: Project, reference: String, isReleased: @escaping (DeclaredSchema) throws -> Bool? = { _ in nil }
        ) {
            self.project = project
            self.reference = reference
            self.isReleased = isReleased
        }
    }

    /// What was found, errors first, then by place.
    package private(set) var findings: [Finding] = []
    /// How each version stands, by group and version.
    package internal(set) var versions: [VersionReport] = []
    /// What git holds of the project's fixtures.
    package let held: HeldFixtures
    /// The replacements that the fixture tree records.
    package private(set) var replacements: [FixtureReplacement] = []

    let project: Project
    /// What could not be read of the sources.
    var sourceIssues: [SourceIssue] = []
    /// What was met, for the rules.
    var input = CheckInput()

    /// Checks a project. Throws a ``ProjectError`` if there is nothing to check, or a `FileError`.
    ///
    /// - Parameters:
    ///   - requiresFrozen: whether a declared version that is not frozen is an error.
    ///   - needsFixtures: whether an absent or empty tree is an error.
    ///   - fixtures: the fixtures, if they were read before.
    ///   - held: what git holds of the project's fixtures.
    ///   - earlier: the sources at the base of the change. A version that was declared there and not frozen is compared with them.
    package init(
        _ project: Project, requiresFrozen: Bool = false, needsFixtures: Bool = true,
        fixtures: ProjectFixtures? = nil, held: HeldFixtures = HeldFixtures(unknown: .noCommit),
        since earlier: Earlier? = nil
    ) throws {
        self.project = project
        self.held = held
        sourceIssues = project.sourceIssues + (earlier?.project.sourceIssues ?? [])
        if project.declarations.schemas.isEmpty, earlier?.project.declarations.schemas.isEmpty ?? true,
            sourceIssues.isEmpty
        {
            throw project.noSchema
        }
        let fixtures = try fixtures ?? ProjectFixtures(project)
        let contents = fixtures.contents
        try addLost(contents)
        if needsFixtures, contents.fixtures.isEmpty, contents.refused.isEmpty, input.lost.isEmpty, !isIncomplete {
            throw project.noFixtures
        }
        input.requiresFrozen = requiresFrozen
        input.refused = contents.refused.map { ($0, project.place(of: $0)) }
        try compare(fixtures)
        if let earlier { try compare(since: earlier, fixtures) }
        let ofEarlier = earlier.map { earlier in
            earlier.project.sourceIssues.map { Finding($0, at: $0.location.at(earlier.reference)) }
        }
        run(with: project.sourceFindings + (ofEarlier ?? []))
    }

    /// Compares the tree with what git holds.
    private mutating func addLost(_ contents: FixtureTree.Contents) throws {
        let comparison = try LostFixtures(held, project, contents)
        input.lost = comparison.lost
        replacements = comparison.records
        let file = project.place(of: FixtureReplacement.fileName).file
        input.malformedRecords = comparison.malformedRecords.map { ($0, file) }
        input.releases = held.releases
        input.base = held.base
        input.delivery = held.delivery
    }

    /// The rules over what a check met.
    private static let rules: [any CheckRule.Type] = [
        IdentityDrift.self, SilentDrift.self, PhysicalDrift.self, DeclarationGone.self, NotFrozen.self,
        RenamedVersion.self, DamagedFixture.self, RefusedEntry.self, UnownedFixture.self, UnsafeVersion.self,
        ReleasedFixtureLost.self, CommittedFixtureLost.self, UnacceptedReplacement.self, FixtureNotInRepository.self,
    ]

    /// The rules that a check applies, by code, with what it reports of sources that could not be read.
    package static let pages = RuleRun.pages(of: .check, with: rules.map { $0.page } + [SourceNotRead.page])

    /// Applies the rules to what was met.
    ///
    /// - Parameter ofSources: what could not be read of the sources.
    mutating func run(with ofSources: [Finding]) {
        let context = RuleContext(
            groups: project.groups.map { RuleGroup($0, steps: []) })
        var suppressions = Suppressions(of: project.options)
        let run = RuleRun(gate: .check, over: context, with: Self.rules.map { $0.init(input: input) }) { found in
            // What a comment may say to `lint` it says to a check, too. Drift cannot be suppressed.
            let isOfLint = found.map { $0.rule.gates.contains(.lint) }
            return zip(found, isOfLint).filter { !$1 }.map(\.0)
                + suppressions.applied(to: zip(found, isOfLint).filter { $1 }.map(\.0))
        }
        findings = (ofSources + run.findings).sorted(by: Finding.isBefore)
        versions.sort { ($0.group, VersionName.Order($0.version)) < ($1.group, VersionName.Order($1.version)) }
    }

    /// Whether something kept the check from being complete: sources that cannot be read or evaluated, a fixture that
    /// cannot be read or was written by a newer Permafrost.
    package var isIncomplete: Bool { sourceIssues.contains { $0.severity == .error } || input.isIncomplete }

    /// Whether a declaration may be where the sources cannot be read.
    private var mayMissDeclarations: Bool {
        sourceIssues.contains { issue in
            switch issue.problem {
            case .unreadableFile, .beyondBounds, .invalidSyntax, .modelFile: true
            default: false
            }
        }
    }

    // MARK: Fixtures against declarations

    private mutating func compare(_ fixtures: ProjectFixtures) throws(ProjectError) {
        var declaredAndFrozen: Set<String> = []
        for (state, owner) in fixtures.pairs {
            let version = state.fixture.version.description
            switch owner {
            case .leftOut: continue
            case .ambiguous(let groups):
                input.unowned.append(
                    .init(
                        version: version, groups: groups.map(\.name).unique,
                        location: project.place(of: state.fixture.folder)))
            case .superseded(let group, let schema):
                addDamage(state, group: group)
                var report = report(schema, in: group, version: version)
                report.status = state.damage.isEmpty ? .superseded : .damaged
                report.fixture = state.fixture.folder
                versions.append(report)
            case .declared(let group, let schema):
                addDamage(state, group: group)
                declaredAndFrozen.insert(schema.name)
                try compare(state, with: schema, in: group)
            case .gone(let group):
                guard let group else { continue }
                addDamage(state, group: group)
                addGone(state, in: group)
            }
        }
        // A version that was taken out of its plan is frozen there: to freeze it by itself would be wrong.
        let takenOut = Set(input.gone.filter { $0.unlisted != nil }.compactMap(\.schema))
        let unfrozen = project.groups.flatMap { group in
            group.schemas.filter { !declaredAndFrozen.contains($0.name) && !takenOut.contains($0.name) }
                .map { (group, $0) }
        }
        guard !unfrozen.isEmpty else { return }
        let rejections = FreezeRejections(project)
        for (group, schema) in unfrozen { addUnfrozen(schema, in: group, rejections) }
    }

    /// Where a type is declared that is in no plan's list.
    private func unlisted(_ schema: String?) -> SourceLocation? {
        project.groups.filter { $0.plan == nil }.flatMap(\.schemas).first { $0.name == schema }?.location
    }

    private mutating func addGone(_ state: FrozenState, in group: VersionGroup) {
        let version = state.fixture.version.description
        var report = VersionReport(
            group: group.name, version: version, schema: state.schema, status: .gone, fixture: state.fixture.folder)
        // What declares it may be where the sources cannot be read.
        guard !mayMissDeclarations else {
            report.status = .notEvaluable
            return versions.append(report)
        }
        versions.append(report)
        input.gone.append(
            .init(
                group: group, version: version, schema: state.schema, unlisted: unlisted(state.schema), reference: nil,
                location: group.plan?.location ?? project.place(of: state.fixture.folder)))
    }

    private mutating func compare(
        _ state: FrozenState, with schema: DeclaredSchema, in group: VersionGroup
    ) throws(ProjectError) {
        let version = state.fixture.version.description
        var report = report(schema, in: group, version: version)
        report.fixture = state.fixture.folder
        report.status = .unchanged
        defer { versions.append(report) }
        let isUnknown = schema.version == nil && schema.model == nil
        let isRenamed = schema.version != version && !schema.isUnversioned && !isUnknown
        if isRenamed {
            report.status = .drifted
            report.drift = .silent
        }
        var drift = SchemaDrift()
        defer {
            input.compared.append(
                .init(version: checked(schema, in: group, version: version), drift: drift, isRenamed: isRenamed))
        }
        guard schema.model != nil else {
            report.status = .notEvaluable
            return
        }
        if !state.matches(schema) {
            drift = try SchemaDrift(state.read.schemaVersion, schema)
            if let strongest = drift.strongest {
                report.status = .drifted
                report.drift = max(strongest, report.drift ?? .physical)
            }
            report.framework = drift.framework
        }
        if !state.damage.isEmpty { report.status = .damaged }
    }

    private mutating func addDamage(_ state: FrozenState, group: VersionGroup) {
        let damaged = CheckInput.Damaged(
            state.damage, of: state.fixture, in: project, group: group.name, schema: state.schema,
            delivery: held.delivery)
        if let damaged { input.damaged.append(damaged) }
    }

    // MARK: Declarations by themselves

    private mutating func addUnfrozen(_ schema: DeclaredSchema, in group: VersionGroup, _ rejections: FreezeRejections)
    {
        guard let version = schema.version ?? (schema.isUnversioned ? project.versionName(of: schema) : nil) else {
            return
        }
        var report = report(schema, in: group, version: version)
        report.status = schema.model == nil ? .notEvaluable : .notFrozen
        versions.append(report)
        // For one that cannot be frozen, the finding is the reason: two schemas of one version, or of equal hashes.
        let isShared = group.schemas.contains { $0.name != schema.name && $0.version == version }
        // For one whose fixture was lost, freezing it again is not what to do.
        let isLost = input.lost.contains { $0.held.version == version && ($0.group ?? group.name) == group.name }
        if isLost { versions[versions.count - 1].status = .missing }
        guard !isShared, !isLost, rejections.finding(of: schema) == nil else { return }
        input.unfrozen.append(checked(schema, in: group, version: version))
    }

    // MARK: Parts

    func report(_ schema: DeclaredSchema, in group: VersionGroup, version: String) -> VersionReport {
        VersionReport(
            group: group.name, version: version, schema: schema.name, status: .notFrozen, location: schema.location,
            versionChecksum: schema.model?.versionChecksum,
            hashConfidence: schema.model == nil ? nil : HashConfidence(schema.assumptions),
            variants: schema.variantTexts,
            stageToNext: group.plan?.stages.first { $0.from == schema.name }?.kind)
    }

    func checked(
        _ schema: DeclaredSchema, in group: VersionGroup, version: String, reference: String? = nil
    ) -> CheckedVersion {
        CheckedVersion(
            group: group, schema: schema, version: version, reference: reference,
            command: commandLine(of: schema, in: group, version: version),
            unversioned: schema.isUnversioned ? project.unversioned?.freeze : nil,
            isReplaceable: !held.isReleased(version)
                && (schema.isUnversioned
                    || group.schemas.filter { $0.version == version }.map(\.name) == [schema.name])
        )
    }

    /// How a version is frozen.
    private func commandLine(of schema: DeclaredSchema, in group: VersionGroup, version: String) -> FreezeCommandLine {
        let model = project.options.coreDataModels.first { schema.location.file.hasPrefix($0) }
        let isOneOfSeveral = project.groups.count { other in other.schemas.contains { $0.version == version } } > 1
        return FreezeCommandLine(
            plan: isOneOfSeveral ? group.name : nil, options: model.map { ["--model", $0] } ?? [])
    }
}
