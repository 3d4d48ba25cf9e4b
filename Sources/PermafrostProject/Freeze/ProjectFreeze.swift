import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// An operation that freezes a project's declared versions to its fixture tree.
package struct ProjectFreeze {
    package enum Selection: Sendable, Hashable {
        case version(String)
        /// All declared versions. Versions that are already frozen are skipped.
        case all

        fileprivate var isSingle: Bool { if case .version = self { true } else { false } }
    }

    /// The kinds of existing fixtures that a freeze may replace.
    package enum Replacement: Sendable, Hashable {
        case none
        /// Fixtures that aren't in a release tag (`--force`).
        case unshipped
        /// All fixtures, including fixtures in release tags (`--force-shipped`). The reason is recorded in the tree.
        case shipped(reason: String)
    }

    /// The details of a freeze that replaced a version's fixture in the tree or in git.
    package struct Replaced: Sendable {
        /// The changes from the old to the new fixture. Nil if the tree had no old fixture, or if its model couldn't be
        /// read.
        package let changes: [ModelChange]?
        /// The release tags that contain a fixture of the version.
        package let tags: [String]
        /// The number of known releases, or the reason that they are unknown.
        package let releases: HeldFixtures.Releases
        /// The records of the replacement that the freeze wrote to the tree, one for each old fixture in git. Empty if
        /// no record was needed.
        package let records: [FixtureReplacement]

        /// Whether there was no fixture to replace, although a record was needed.
        package var isFirst: Bool {
            changes == nil && !records.isEmpty && records.allSatisfy { $0.identity == FixtureIdentity.none }
        }
    }

    /// The result of freezing a version, with information about the version.
    package struct Outcome: Sendable {
        /// The possible results of freezing a version.
        package enum Result: Sendable {
            case frozen
            /// The version was already frozen, so `--all` skipped it.
            case alreadyFrozen
            case failed(any Error)
        }

        package var group: String
        /// The version's name. If it can't be determined, this is the schema's name.
        package var version: String
        /// The name of the type that declares the version. For models without a `VersionedSchema`, the name of their
        /// group.
        package var schema: String
        /// The path of the fixture's folder relative to the tree, or nil if the version's name is invalid.
        package var fixture: String?
        package var result: Result
        /// The confidence in the version hashes.
        package var hashConfidence: HashConfidence
        /// The parts of the model whose mapping isn't verified with Apple's framework, such as `Post.link: URL`.
        package var assumptions: [String]
        /// The conditions of the `#if` branches whose model differs from the frozen model, with their locations.
        package var variants: [String]
        /// The names of the platforms that have the frozen model. Empty if the sources' platforms aren't known and
        /// there are no ``variants``.
        package var platforms: [String] = []
        /// The replacement of the version's fixture, or nil if nothing was replaced.
        package var replaced: Replaced?
    }

    private let project: Project
    private let freezer: Freezer
    private let rowsPerEntity: Int
    private let date: String
    private let frozen: [FrozenVersion]
    private let pairs: [VersionPair]
    /// The folders of all fixtures and declared versions, relative to the tree.
    private let folders: Set<String>
    private let rejections: FreezeRejections
    let held: HeldFixtures
    private let staging: StagedFixtures?

    /// Prepares to freeze. Throws a `FileError` if the tree can't be read.
    ///
    /// - Parameters:
    ///   - rowsPerEntity: the number of sample rows for each entity.
    ///   - held: the project's fixtures in git.
    ///   - staging: the temporary folder for the fixtures, or nil to write them to the project's tree.
    package init(
        _ project: Project, toolVersion: String, rowsPerEntity: Int = FreezeRequest.defaultRowsPerEntity, date: String,
        held: HeldFixtures = HeldFixtures(unknown: .noCommit), staging: StagedFixtures? = nil
    ) throws {
        self.staging = staging
        self.project = project
        self.held = held.adding(try ReleaseRecord.read(in: project.tree).records)
        freezer = project.freezer(toolVersion: toolVersion)
        self.rowsPerEntity = rowsPerEntity
        self.date = date
        pairs = try VersionMatcher(project).pairs
        let frozen = pairs.compactMap(\.frozen)
        self.frozen = frozen
        // A name that can't be a folder is an error of its own.
        let declared = project.groups.flatMap { group in
            group.schemas.compactMap(\.version).compactMap { try? VersionName($0) }
                .map { project.fixture(of: $0, in: group, among: frozen).folder }
        }
        folders = Set(frozen.map(\.fixture.folder) + declared)
        rejections = FreezeRejections(project)
    }

    /// Whether the tree contained no fixtures when this value was created.
    package var isFirst: Bool { frozen.isEmpty }

    /// Freezes the selected versions in order. Calls `report` after each version. If a version can't be frozen, its
    /// outcome contains the error, and the remaining versions are still frozen.
    ///
    /// - Returns: the outcomes. Empty if nothing is declared and some sources can't be read or evaluated.
    /// - Throws: a ``ProjectError`` if all sources were read and none declares a schema, or if the selected version
    ///   can't be found or is ambiguous.
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

    /// Returns the declared versions that a selection contains, in order. Includes versions that are already frozen.
    ///
    /// - Throws: a ``ProjectError`` if the selected version can't be found or is ambiguous.
    package func versions(_ selection: Selection) throws -> [(VersionGroup, DeclaredVersion)] {
        guard case .version(let name) = selection else {
            return project.groups.flatMap { group in group.schemas.map { (group, $0) } }
        }
        return [try project.version(named: name, namesModels: true)]
    }

    /// Returns whether a volume that ignores case confuses two folders of fixtures, or the folders of their groups.
    private static func differByCase(_ one: String, _ other: String) -> Bool {
        let parts = zip(one.split(separator: "/"), other.split(separator: "/"))
        return parts.first { $0 != $1 }.map { $0.lowercased() == $1.lowercased() } ?? false
    }

    /// Returns the fixture that was frozen while a plan still listed the version. The fixture belongs to the plan's
    /// group, so the version must not be frozen again in another group. Returns nil if there is no such fixture, or if
    /// a plan lists the version.
    private func fixtureInPlan(of schema: DeclaredVersion, _ version: VersionName, in group: VersionGroup)
        -> FixtureFolder?
    {
        guard group.plan == nil, !schema.isUnversioned else { return nil }
        let plans = Set(project.groups.filter(\.hasPlan).map(\.name))
        return frozen.first { fixture in
            fixture.schema == schema.name && fixture.version == version && fixture.group.map(plans.contains) == true
        }?.fixture
    }

    /// Freezes a version and returns the outcome. Returns nil if several schemas share the version, and the outcome of
    /// the first one already has the error.
    private func freeze(
        _ schema: DeclaredVersion, in group: VersionGroup, replacing: Replacement, _ selection: Selection
    ) -> Outcome? {
        var version = schema.version ?? (schema.isUnversioned ? project.versionName(of: schema) : schema.name)
        // Models that don't declare a version get the name that the user specified.
        if case .version(let name) = selection, schema.isUnversioned { version = name }
        var outcome = Outcome(
            group: group.name, version: version, schema: schema.name, fixture: nil, result: .frozen,
            hashConfidence: HashConfidence(schema.assumptions), assumptions: schema.assumptionTexts,
            variants: schema.variantTexts, platforms: schema.platforms)
        do {
            let name = try VersionName(version)
            let fixture =
                fixtureInPlan(of: schema, name, in: group) ?? project.fixture(of: name, in: group, among: frozen)
            outcome.fixture = fixture.folder
            // A folder with the version's name isn't a fixture if it contains only other files.
            let isFrozen =
                try frozen.contains { $0.fixture == fixture } && FixtureEntries(fixture).isFixture
            if isFrozen, let owner = pairs.first(where: { $0.frozen?.fixture == fixture })?.declared,
                owner.name != schema.name
            {
                throw ProjectError.frozenFromOther(
                    version: version, path: fixture.path, schema: schema.name, other: owner.name,
                    declaredAs: owner.version)
            }
            if !isFrozen, let other = folders.sorted().first(where: { Self.differByCase($0, fixture.folder) }) {
                throw ProjectError.differsByCase(path: fixture.folder, other: other)
            }
            let sharing = group.schemas.filter { $0.version == version }
            if !selection.isSingle, !isFrozen, sharing.count > 1 {
                // Report the error only once for all schemas with this version.
                guard sharing.first?.name == schema.name else { return nil }
                throw ProjectError.sharedVersion(
                    name: version, schemas: sharing.map { "\($0.name) (\($0.versionLocation))" }, freezesAll: true)
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
            let old = FixtureIdentity(of: fixture)
            let before = isFrozen && replacing != .none ? FrozenVersion(fixture) : nil
            try freezer.freeze(
                FreezeRequest(
                    version: name, group: group.name, schema: schema.name, model: model,
                    encoded: schema.model?.encoded, variants: variants, assumptions: schema.assumptionTexts,
                    code: schema.code, rowsPerEntity: rowsPerEntity, date: date),
                as: staging?.place(of: fixture) ?? fixture,
                replacing: replacing != .none)
            // Write the records after the fixture. Until then, a check reports the replacement.
            let records = version.records(
                after: replacing, from: old, in: fixture.folder, now: FixtureIdentity(of: fixture))
            try FixtureReplacement.add(records, to: project.tree)
            if before != nil || !records.isEmpty {
                outcome.replaced = Replaced(
                    changes: try before.flatMap { before in
                        before.model == nil
                            ? nil : try SchemaDrift.find(from: before.schemaVersion, to: schema).changes.map(\.change)
                    }, tags: version.tags, releases: held.releases, records: records)
            }
        } catch FreezeError.alreadyFrozen where selection == .all {
            // Another process froze the version in the meantime.
            outcome.result = .alreadyFrozen
        } catch {
            outcome.result = .failed(error)
        }
        return outcome
    }
}
