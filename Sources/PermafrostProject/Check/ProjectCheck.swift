import PermafrostDeclarations
import PermafrostFiles
import PermafrostFixtures
import PermafrostModel

/// The drift gate: every fixture intact, every frozen version declared as it was frozen.
package struct ProjectCheck: Sendable {
    /// What was found, errors first, then by place.
    package internal(set) var findings: [Finding] = []
    /// How each version stands, by group and version.
    package internal(set) var versions: [VersionReport] = []
    /// What later checks need not read again.
    package internal(set) var known: KnownFixtures

    let project: Project
    let requiresFrozen: Bool

    /// Checks a project. Throws a ``ProjectError`` where there is nothing to check, or a `FileError`.
    ///
    /// - Parameters:
    ///   - requiresFrozen: whether a declared version that is not frozen is an error.
    ///   - needsFixtures: whether an absent or empty tree is an error.
    ///   - known: what earlier checks learned of fixtures.
    ///   - origins: what was declared when fixtures were frozen, if it can be known.
    package init(
        _ project: Project, requiresFrozen: Bool = false, needsFixtures: Bool = true,
        known: KnownFixtures = KnownFixtures(), origins: FixtureOrigins? = nil
    ) throws {
        self.project = project
        self.requiresFrozen = requiresFrozen
        self.known = known
        findings = project.sourceFindings
        if project.declarations.schemas.isEmpty, findings.isEmpty {
            throw project.noSchema
        }
        let contents = project.tree.exists ? try project.tree.contents() : FixtureTree.Contents()
        if needsFixtures, contents.fixtures.isEmpty, contents.refused.isEmpty, !isIncomplete {
            throw ProjectError.noFixtures(path: project.tree.directory)
        }
        for entry in contents.refused {
            findings.append(Finding(.refusedEntry(entry), severity: .error, location: project.place(of: entry)))
        }
        let groups = project.groups
        let states = contents.fixtures.parallelMap { FrozenState($0, groups: groups, known: known) }
        compare(states, origins)
        addEqualHashes()
        addSharedVersions()
        sort()
    }

    mutating func sort() {
        findings = findings.mergingGroups()
        findings.sort(by: Self.isEarlier)
        versions.sort { ($0.group, VersionOrder($0.version)) < ($1.group, VersionOrder($1.version)) }
    }

    /// Whether something kept the check from being complete: sources that cannot be read or evaluated, a fixture that
    /// cannot be read or was written by a newer Permafrost.
    package var isIncomplete: Bool {
        findings.contains { finding in
            switch finding.problem {
            case .source: finding.severity == .error
            case .damage(.unreadable, _), .damage(.unreadableModel(_, .newerFormat), _),
                .damage(.unreadableModel(_, .newerMapping), _), .unownedFixture:
                true
            default: false
            }
        }
    }

    /// Whether a declaration may stand where the sources cannot be read.
    private var mayMissDeclarations: Bool {
        findings.contains { finding in
            switch finding.problem {
            case .source(.unreadableFile), .source(.invalidSyntax), .source(.modelFile): true
            default: false
            }
        }
    }

    // MARK: Fixtures against declarations

    private mutating func compare(_ states: [FrozenState], _ origins: FixtureOrigins?) {
        var declaredAndFrozen: Set<String> = []
        let pairing = FixturePairing(project)
        let newest = FixturePairing.newest(states.map { ($0.group, $0.fixture.version) })
        for state in states {
            if let entry = state.entry { known.remember(entry, for: state.inspection) }
            let version = state.fixture.version.description
            switch pairing.owner(of: FixtureFacts(state), newest: newest) {
            case .leftOut: continue
            case .ambiguous(let groups):
                findings.append(
                    Finding(
                        .unownedFixture(groups: groups.map(\.name).unique), severity: .error, version: version,
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
                compare(state, with: schema, in: group, origins)
            case .gone(let group):
                guard let group else { continue }
                addDamage(state, group: group)
                addGone(state, in: group)
            }
        }
        for group in project.groups {
            for schema in group.schemas where !declaredAndFrozen.contains(schema.name) {
                addUnfrozen(schema, in: group)
            }
        }
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
        findings.append(
            Finding(
                .declarationGone(schema: state.schema), severity: .error, group: group.name, version: version,
                schema: state.schema, hasPlan: group.hasPlan,
                location: group.plan?.location ?? project.place(of: state.fixture.folder)))
    }

    private mutating func compare(
        _ state: FrozenState, with schema: DeclaredSchema, in group: VersionGroup, _ origins: FixtureOrigins?
    ) {
        let version = state.fixture.version.description
        var report = report(schema, in: group, version: version)
        report.fixture = state.fixture.folder
        report.status = .unchanged
        defer { versions.append(report) }
        let isUnknown = schema.version == nil && schema.model == nil
        let isRenamed = schema.version != version && !schema.isUnversioned && !isUnknown
        if isRenamed {
            findings.append(
                finding(
                    .renamedVersion(declaredAs: schema.version), schema, in: group, version: version,
                    at: schema.versionLocation))
            report.status = .drifted
            report.drift = .silent
        }
        guard schema.model != nil else {
            report.status = .notEvaluable
            return
        }
        if !state.matches(schema) {
            let frozen = state.frozen ?? state.inspection.read()
            // Its document says something else beside the model, such as what is assumed, as earlier releases did.
            if let entry = KnownFixtures.Entry(frozen, equalTo: schema) { known.remember(entry, for: state.inspection) }
            let drift = SchemaDrift(EarlierModel(frozen), schema) {
                origins?.declaration(of: schema.name, frozenIn: state.fixture)
            }
            for (problem, location) in drift.problems {
                // That it has another identifier was found above.
                if isRenamed, case .drift(let change) = problem, change.aspect == .versionIdentifier { continue }
                findings.append(finding(problem, schema, in: group, version: version, at: location))
            }
            if let wrong = drift.formerMapping {
                findings.append(
                    finding(
                        .formerMapping(wrong, isEdited: !drift.problems.isEmpty), schema, in: group, version: version,
                        at: schema.location))
                report.status = .formerMapping
            }
            if let strongest = drift.strongest {
                report.status = .drifted
                report.drift = max(strongest, report.drift ?? .physical)
            }
            report.framework = drift.framework
        }
        if !state.damage.isEmpty { report.status = .damaged }
    }

    private mutating func addDamage(_ state: FrozenState, group: VersionGroup) {
        findings += project.findings(of: state.damage, in: state.fixture).map { finding in
            var finding = finding
            finding.group = group.name
            finding.schema = state.schema
            finding.hasPlan = group.hasPlan
            return finding
        }
    }

    // MARK: Declarations by themselves

    private mutating func addUnfrozen(_ schema: DeclaredSchema, in group: VersionGroup) {
        guard let version = schema.version ?? (schema.isUnversioned ? project.versionName(of: schema) : nil) else {
            return
        }
        var report = report(schema, in: group, version: version)
        report.status = schema.model == nil ? .notEvaluable : .notFrozen
        versions.append(report)
        // Of two schemas with one version that is the finding, not that the second cannot be frozen beside the first.
        let isShared = group.schemas.contains { $0.name != schema.name && $0.version == version }
        guard !isShared else { return }
        if (try? VersionName(version)) == nil {
            findings.append(
                finding(.unsafeVersion(version), schema, in: group, version: version, at: schema.versionLocation))
        } else {
            var finding = finding(.notFrozen, schema, in: group, version: version, at: schema.versionLocation)
            finding.severity = requiresFrozen ? .error : .warning
            findings.append(finding)
        }
    }

    mutating func addEqualHashes() {
        let found = project.groups.flatMap { group in
            EqualHashesRule.findings(in: group.name, group.graph, group.schemas, plan: group.plan)
        }
        var suppressions = Suppressions(directory: project.options.directory)
        findings += suppressions.applied(to: found)
    }

    mutating func addSharedVersions() {
        for group in project.groups {
            var first: [String: DeclaredSchema] = [:]
            for schema in group.schemas {
                guard let version = schema.version else { continue }
                if let other = first[version] {
                    findings.append(
                        finding(
                            .sharedVersion(other: other.name, other.versionLocation), schema, in: group,
                            version: version, at: schema.versionLocation))
                } else {
                    first[version] = schema
                }
            }
        }
    }

    // MARK: Parts

    func report(_ schema: DeclaredSchema, in group: VersionGroup, version: String) -> VersionReport {
        VersionReport(
            group: group.name, version: version, schema: schema.name, status: .notFrozen, location: schema.location,
            versionChecksum: schema.model?.versionChecksum,
            hashConfidence: schema.model == nil ? nil : (schema.assumptions.isEmpty ? "verified" : "assumed"),
            stageToNext: group.plan?.stages.first { $0.from == schema.name }?.kind)
    }

    func finding(
        _ problem: Finding.Problem, _ schema: DeclaredSchema, in group: VersionGroup, version: String,
        at location: SourceLocation
    ) -> Finding {
        var finding = Finding(
            problem, severity: .error, group: group.name, version: version, schema: schema.name,
            hasPlan: group.hasPlan, location: location)
        if schema.isUnversioned { finding.unversioned = project.unversioned?.freeze }
        finding.command = commandLine(of: schema, in: group, version: version)
        finding.isReplaceable =
            schema.isUnversioned || group.schemas.filter { $0.version == version }.map(\.name) == [schema.name]
        return finding
    }

    /// How a version is frozen.
    private func commandLine(of schema: DeclaredSchema, in group: VersionGroup, version: String) -> FreezeCommandLine {
        let model = project.options.coreDataModels.first { schema.location.file.hasPrefix($0) }
        let isOneOfSeveral = project.groups.count { other in other.schemas.contains { $0.version == version } } > 1
        return FreezeCommandLine(
            plan: isOneOfSeveral ? group.name : nil, options: model.map { ["--model", $0] } ?? [])
    }

    /// A place in the fixture tree, relative to the project where the tree lies inside.
    private static func isEarlier(_ left: Finding, _ right: Finding) -> Bool {
        if left.severity != right.severity { return left.severity > right.severity }
        guard let first = left.location, let second = right.location else { return left.location != nil }
        return (first.file, first.line, first.column, left.code) < (second.file, second.line, second.column, right.code)
    }
}
