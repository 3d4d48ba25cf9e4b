import PermafrostModel
import PermafrostSource
import PermafrostStore

/// Freezes declared versions of a project into its fixture tree.
package struct ProjectFreeze {
    /// What is frozen.
    package enum Selection: Sendable, Hashable {
        /// One version.
        case version(String)
        /// Every version that is not frozen yet.
        case all

        /// Whether it names one version.
        fileprivate var isOfOne: Bool { if case .version = self { true } else { false } }
    }

    /// Whether a fixture may be replaced.
    package enum Replacement: Sendable, Hashable {
        /// It may not.
        case none
        /// One that no release tag holds may be (`--force`).
        case unshipped
        /// One that a release tag holds may be, too, which the tree records with the reason (`--force-shipped`).
        case shipped(reason: String)
    }

    /// A fixture that a freeze replaced.
    package struct Replaced: Sendable {
        /// What differs between the two; nil if the fixture that was replaced could not be read.
        package let changes: [ModelChange]?
        /// The release tags that hold the fixture that was replaced.
        package let tags: [String]
        /// What is known of releases.
        package let releases: HeldFixtures.Releases
        /// What the tree records of it.
        package let records: [FixtureReplacement]
    }

    /// What became of one version.
    package struct Outcome: Sendable {
        /// What became of a version.
        package enum Result: Sendable {
            /// It is frozen now.
            case frozen
            /// It was frozen before and is left alone (`--all`).
            case alreadyFrozen
            /// It could not be frozen.
            case failed(any Error)
        }

        /// The group's name.
        package var group: String
        /// The version's name, or the schema's where the version cannot be determined.
        package var version: String
        /// The type that declares it.
        package var schema: String
        /// The fixture's folder relative to the tree.
        package var fixture: String?
        /// What became of it.
        package var result: Result
        /// Whether all of its hashes are proven.
        package var hashConfidence: Assumption.HashConfidence
        /// The parts that are assumed.
        package var assumptions: [String]
        /// The platforms on which the declaration differs, each with its place; the store is that of the others.
        package var variants: [String]
        /// The fixture that it replaced; nil if there was none.
        package var replaced: Replaced?
    }

    private let project: Project
    private let freezer: Freezer
    private let rowsPerEntity: Int
    private let date: String
    private let frozen: [FrozenVersion]
    private let pairs: [VersionPair]
    private let rejections: ProjectFreeze.FreezeRejections
    private let held: HeldFixtures
    private let staging: StagedFixtures?

    /// Prepares to freeze. Throws a `FileError` if the tree cannot be read.
    ///
    /// - Parameters:
    ///   - rowsPerEntity: how many sample rows each entity gets.
    ///   - held: what git holds of the project's fixtures.
    ///   - staging: where fixtures are written instead of the project's tree.
    package init(
        _ project: Project, toolVersion: String, rowsPerEntity: Int = FreezeRequest.defaultRowsPerEntity, date: String,
        held: HeldFixtures = HeldFixtures(unknown: .noCommit), staging: StagedFixtures? = nil
    ) throws {
        self.staging = staging
        self.project = project
        self.held = held
        freezer = project.freezer(toolVersion: toolVersion)
        self.rowsPerEntity = rowsPerEntity
        self.date = date
        pairs = try VersionMatcher(project).pairs
        frozen = pairs.compactMap(\.frozen)
        rejections = ProjectFreeze.FreezeRejections(project)
    }

    /// Whether the tree had no fixture when this was made.
    package var isFirst: Bool { frozen.isEmpty }

    /// Freezes what is selected, in order; `report` hears of each version as it is done.
    ///
    /// Throws a ``ProjectError`` if the selection names nothing that can be frozen; what goes wrong with single
    /// versions stands in the outcomes.
    package func run(
        _ selection: Selection, replacing: Replacement = .none, report: (Outcome) -> Void = { _ in }
    ) throws -> [Outcome] {
        if project.groups.allSatisfy(\.schemas.isEmpty) {
            if project.sourceFindings.contains(where: { $0.severity == .error }) { return [] }
            throw project.noSchema
        }
        var outcomes: [Outcome] = []
        for (group, schema) in try versions(selection) {
            guard let outcome = freeze(schema, in: group, replacing: replacing, selection) else { continue }
            outcomes.append(outcome)
            report(outcome)
        }
        return outcomes
    }

    /// The declared versions that a selection is made of, in order, those that are frozen already among them.
    ///
    /// Throws a ``ProjectError`` if it names none.
    package func versions(_ selection: Selection) throws -> [(VersionGroup, DeclaredVersion)] {
        guard case .version(let name) = selection else {
            return project.groups.flatMap { group in group.schemas.map { (group, $0) } }
        }
        return [try project.version(named: name, namesModels: true)]
    }

    /// The fixture of a version that was taken out of its plan: it is frozen there, and not once more by itself.
    private func fixtureInPlan(of schema: DeclaredVersion, _ version: VersionName, in group: VersionGroup)
        -> FixtureFolder?
    {
        guard group.plan == nil, !schema.isUnversioned else { return nil }
        let plans = Set(project.groups.filter(\.hasPlan).map(\.name))
        return frozen.first { fixture in
            fixture.schema == schema.name && fixture.version == version && fixture.group.map(plans.contains) == true
        }?.fixture
    }

    /// What became of a version; nil for one that the selection leaves out.
    private func freeze(
        _ schema: DeclaredVersion, in group: VersionGroup, replacing: Replacement, _ selection: Selection
    ) -> Outcome? {
        var version = schema.version ?? (schema.isUnversioned ? project.versionName(of: schema) : schema.name)
        // Models without a version of their own are called as the user does.
        if case .version(let name) = selection, schema.isUnversioned { version = name }
        var outcome = Outcome(
            group: group.name, version: version, schema: schema.name, fixture: nil, result: .frozen,
            hashConfidence: Assumption.HashConfidence(schema.assumptions), assumptions: schema.assumptionTexts,
            variants: schema.variantTexts)
        do {
            let name = try VersionName(version)
            let fixture =
                fixtureInPlan(of: schema, name, in: group) ?? project.fixture(of: name, in: group, among: frozen)
            outcome.fixture = fixture.folder
            // A folder of the version's name that holds other files only is not a fixture.
            let isFrozen =
                try frozen.contains { $0.fixture == fixture } && FixtureTree.FixtureEntries(fixture).isFixture
            if isFrozen, let owner = pairs.first(where: { $0.frozen?.fixture == fixture })?.declared,
                owner.name != schema.name
            {
                throw ProjectError.frozenFromOther(
                    version: version, path: fixture.path, schema: schema.name, other: owner.name,
                    declaredAs: owner.version)
            }
            let sharing = group.schemas.filter { $0.version == version }
            if !selection.isOfOne, !isFrozen, sharing.count > 1 {
                // Once for all of them.
                guard sharing.first?.name == schema.name else { return nil }
                throw ProjectError.sharedVersion(
                    name: version, schemas: sharing.map { "\($0.name) (\($0.versionLocation))" })
            }
            if selection == .all, isFrozen {
                outcome.result = .alreadyFrozen
                return outcome
            }
            if let finding = rejections.finding(of: schema) {
                throw ProjectError.rejectedByCheck(version: version, finding)
            }
            guard schema.version != nil || schema.isUnversioned, let model = try schema.decoded() else {
                throw ProjectError.notEvaluable(version: version, schema: schema.name)
            }
            var variants: [String: SchemaModel] = [:]
            for variant in schema.variants { variants[variant.condition] = try schema.decoded(variant) }
            let version = HeldVersion(fixture, in: group.name, of: project, held)
            try version.assertReplaceable(fixture, isFrozen: isFrozen, by: schema, replacing)
            let before = isFrozen && replacing != .none ? FrozenVersion(fixture) : nil
            try freezer.freeze(
                FreezeRequest(
                    version: name, group: group.name, schema: schema.name, model: model,
                    variants: variants, assumptions: schema.assumptionTexts,
                    rowsPerEntity: rowsPerEntity, date: date),
                as: staging?.place(of: fixture) ?? fixture,
                replacing: replacing != .none)
            // Written after the fixture: until then the check finds the replacement.
            let records = version.records(after: replacing, now: FixtureIdentity(of: fixture))
            try FixtureReplacement.add(records, to: project.tree)
            if before != nil || !records.isEmpty {
                outcome.replaced = Replaced(
                    changes: try before.flatMap { before in
                        before.model == nil
                            ? nil : try SchemaDrift(before.schemaVersion, schema).changes.map(\.change)
                    }, tags: version.tags, releases: held.releases, records: records)
            }
        } catch FreezeError.alreadyFrozen where selection == .all {
            // Another process froze it meanwhile.
            outcome.result = .alreadyFrozen
        } catch {
            outcome.result = .failed(error)
        }
        return outcome
    }
}

extension ProjectFreeze {
    /// The declared versions that a freeze refuses, since a check would reject them once they are frozen.
    struct FreezeRejections {
        /// The findings by the types that declare the versions.
        private let findings: [String: Finding]

        /// Applies the rules of a freeze. A comment in the source that suppresses a finding of a check suppresses it here, too.
        init(_ project: Project) {
            let context = RuleContext(groups: project.groups.map { RuleGroup($0, steps: []) })
            var suppressions = Suppressions(of: project.options)
            let run = RuleRun(gate: .freeze, over: context) { suppressions.applied(to: $0) }
            let errors = run.findings.filter { $0.severity == .error }
            findings = Dictionary(errors.compactMap { finding in finding.schema.map { ($0, finding) } }) { first, _ in
                first
            }
        }

        /// Why a version is refused; nil if it is not.
        func finding(of schema: DeclaredVersion) -> Finding? { findings[schema.name] }
    }
}
