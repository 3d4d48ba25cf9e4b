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
        for state in states {
            if let entry = state.entry { known.remember(entry, for: state.inspection) }
            guard let owner = owner(of: state) else { continue }
            addDamage(state, group: owner.group)
            if let schema = owner.schema, schema.isUnversioned, isSuperseded(state, by: states) {
                var report = report(schema, in: owner.group, version: state.fixture.version.description)
                report.status = state.damage.isEmpty ? .superseded : .damaged
                report.fixture = state.fixture.folder
                versions.append(report)
            } else if let schema = owner.schema {
                declaredAndFrozen.insert(schema.name)
                compare(state, with: schema, in: owner.group, origins)
            } else if mayMissDeclarations {
                // What declares it may stand where the sources cannot be read.
                versions.append(
                    VersionReport(
                        group: owner.group.name, version: state.fixture.version.description, schema: state.schema,
                        status: .notEvaluable, fixture: state.fixture.folder))
            } else {
                let version = state.fixture.version.description
                findings.append(
                    Finding(
                        .declarationGone(schema: state.schema), severity: .error, group: owner.group.name,
                        version: version, schema: state.schema, hasPlan: owner.group.hasPlan,
                        location: owner.group.plan?.location ?? project.place(of: state.fixture.folder)))
                versions.append(
                    VersionReport(
                        group: owner.group.name, version: version, schema: state.schema, status: .gone,
                        fixture: state.fixture.folder))
            }
        }
        for group in project.groups {
            for schema in group.schemas where !declaredAndFrozen.contains(schema.name) {
                addUnfrozen(schema, in: group)
            }
        }
    }

    /// The group and the declared version that a fixture belongs to; nil for a fixture of a group that `--plan` or
    /// `--schema` leaves out.
    private mutating func owner(of state: FrozenState) -> (group: VersionGroup, schema: DeclaredSchema?)? {
        let version = state.fixture.version.description
        var candidates = project.groups
        if let name = state.group {
            let named = candidates.filter { $0.name == name }
            if named.isEmpty, project.groups.count < project.groupCount { return nil }
            if !named.isEmpty { candidates = named }
        }
        let byVersion = candidates.filter { $0.schema(version: version) != nil }
        if byVersion.count > 1, let match = byVersion.first(where: { isSame(state, $0.schema(version: version)) }) {
            return (match, match.schema(version: version))
        }
        if byVersion.count == 1 { return (byVersion[0], byVersion[0].schema(version: version)) }
        if byVersion.count > 1 {
            findings.append(
                Finding(
                    .unownedFixture(groups: byVersion.map(\.name)), severity: .error, version: version,
                    location: project.place(of: state.fixture.folder)))
            return nil
        }
        // Declared under another version: the type that was frozen still exists.
        for group in candidates {
            if let schema = group.schemas.first(where: { $0.name == state.schema }) { return (group, schema) }
        }
        return candidates.first.map { ($0, nil) }
    }

    /// Whether models without a `VersionedSchema` were frozen again later: they declare their newest version alone.
    private func isSuperseded(_ state: FrozenState, by states: [FrozenState]) -> Bool {
        states.contains { $0.group == state.group && $0.fixture.version > state.fixture.version }
    }

    /// Whether a fixture of FreezeRay, which names no group, has the declared version's hashes.
    private func isSame(_ state: FrozenState, _ schema: DeclaredSchema?) -> Bool {
        guard let model = state.frozen?.model else { return state.schema == schema?.name }
        return model.versionChecksum == schema?.model?.versionChecksum
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
        if schema.version != version, !schema.isUnversioned, !isUnknown {
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
        // Of two schemas with one version that is told, not that the second cannot be frozen beside the first.
        guard group.schema(version: version)?.name ?? schema.name == schema.name else { return }
        var report = report(schema, in: group, version: version)
        report.status = schema.model == nil ? .notEvaluable : .notFrozen
        versions.append(report)
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
