import PermafrostModel
import PermafrostSource

extension VersionComparison {
    /// Compares the current declarations with the declarations at a commit. Skips versions that have a fixture at the
    /// commit, because these are compared with the fixture. If an unfrozen version isn't declared at the commit, its
    /// status becomes ``CheckRow/Status/added``.
    ///
    /// Changes to a version that is known to be unreleased aren't reported.
    mutating func compare(since earlier: EarlierProject, _ pairs: [VersionPair]) throws {
        var compared: Set<String> = []
        for group in earlier.project.groups {
            for schema in group.schemas {
                let version = earlier.project.versionName(of: schema)
                if let name = try compare(schema, version, of: group, earlier, pairs) { compared.insert(name) }
            }
        }
        for group in earlier.project.groups { addRetired(of: group, at: earlier) }
        removedStages = try RemovedStages(from: earlier.project, to: project) { schema, group in
            try mayBeReleased(schema, in: group, at: earlier, now: nil)
        }.all
        for index in rows.indices where rows[index].status == .notFrozen {
            if let schema = rows[index].schema, !compared.contains(schema) { rows[index].status = .added }
        }
    }

    /// Adds the versions that a plan declared as retired at the commit, and that are now neither retired nor declared.
    /// Without a fixture, only the commit shows that these versions exist.
    private mutating func addRetired(of group: VersionGroup, at base: EarlierProject) {
        let today = project.groups.first { $0.name == group.name }
        for retired in group.plan?.retired ?? [] {
            let isKnown =
                today?.isRetired(retired.version) == true || today?.schema(version: retired.version) != nil
                || removed.contains { $0.version == retired.version && $0.group.name == group.name }
            guard !isKnown else { continue }
            removed.append(
                .init(
                    group: today ?? group, version: retired.version, schema: nil,
                    retired: RetiredVersion.code(retired.version, retired.hashes), wasRetired: true,
                    reference: base.reference, location: today?.plan?.location))
            let pair = VersionPair(group: group, declared: nil, frozen: nil, match: .gone)
            rows.append(CheckRow(pair, group, .gone, named: retired.version))
        }
    }

    /// Compares a version with its declaration at the commit. Returns the name of the type that now declares the
    /// version, or nil if the version is no longer declared.
    private mutating func compare(
        _ earlier: DeclaredVersion, _ version: String, of group: VersionGroup, _ base: EarlierProject,
        _ pairs: [VersionPair]
    ) throws -> String? {
        let found = declaration(of: earlier, in: group.name) ?? renamed(earlier, base)
        guard let (today, schema) = found else {
            if let successor = earlier.successor(in: project) { return successor.name }
            // The fixture of a version that was edited since is compared with the version.
            if let frozen = Self.frozen(earlier, version, at: base, among: pairs) { return frozen }
            let isKnown =
                removed.contains { $0.version == version && $0.schema == earlier.name }
                || project.groups.contains {
                    $0.name == group.name && $0.isRetired(version) || earlier.isRetired(in: $0)
                } || earlier.isUnversioned && project.declarations.containers.contains { $0.lists(earlier) }
            guard !isKnown, try mayBeReleased(earlier, in: group, at: base, now: nil) else { return nil }
            let holder = project.groups.lazy.filter { $0.name == group.name }.flatMap(\.schemas).first { schema in
                !schema.isUnversioned && earlier.model != nil
                    && schema.model?.versionChecksum == earlier.model?.versionChecksum
            }
            removed.append(
                .init(
                    group: group, version: version, schema: earlier.name, declared: holder, reference: base.reference,
                    isUnversioned: earlier.isUnversioned, succeeding: earlier.succeeding(in: project)?.staging,
                    location: nil))
            let pair = VersionPair(group: group, declared: nil, frozen: nil, match: .gone)
            var row = CheckRow(pair, group, holder == nil ? .gone : .drifted, named: version, schema: earlier.name)
            if holder != nil { row.drift = .silent }
            rows.append(row)
            return nil
        }
        guard try !isFrozen(version, of: group, at: base), schema.model != nil, earlier.model != nil,
            schema.model?.checksum != earlier.model?.checksum || !schema.variants.isEmpty
                || !earlier.variants.isEmpty
        else { return schema.name }
        var drift = try SchemaDrift.find(from: earlier.schemaVersion, to: schema)
        drift.leaveOut(self.compared.filter { $0.schema.name == schema.name }.flatMap(\.drift.changes))
        guard let strongest = drift.strongest, !isFrozen(earlier, among: pairs),
            try mayBeReleased(earlier, in: group, at: base, now: schema)
        else { return schema.name }
        var compared = self.version(schema, in: today, named: version, since: base.reference)
        compared.drift = drift
        self.compared.append(compared)
        for index in rows.indices where rows[index].schema == schema.name {
            rows[index].drift = max(strongest, rows[index].drift ?? .physical)
            rows[index].status = .drifted
        }
        return schema.name
    }

    /// Returns whether a version that the base declares has shipped in that form, or the current declaration differs from
    /// the form that has shipped. Returns true if it isn't known.
    private func mayBeReleased(
        _ earlier: DeclaredVersion, in group: VersionGroup, at base: EarlierProject, now schema: DeclaredVersion?
    ) throws -> Bool {
        if git.held.tags.contains(base.reference) { return true }
        if git.held.recorded.contains(where: { $0.version == earlier.version }) { return true }
        guard git.held.releases.areKnown else { return true }
        var query = ReleasedDeclarations.Query(
            group: group.name, version: earlier.version, types: [earlier.name], model: try earlier.decoded())
        switch try git.held.declaredRelease(of: query) {
        case .unreleased: return false
        case .released(let release) where !release.hasEqualHashes:
            query.version = nil
            if case .released = try git.held.declaredRelease(of: query) { return true }
            return try schema.map { try $0.checksums().isDisjoint(with: release.declared.checksums()) } ?? true
        case .released, .incomplete, .undetermined: return true
        }
    }

    /// Returns whether the tree contains a fixture with the same model as the declaration at the base. If so, the
    /// current declaration is compared with the fixture instead.
    private func isFrozen(_ earlier: DeclaredVersion, among pairs: [VersionPair]) -> Bool {
        pairs.contains { pair in
            let checksum = pair.frozen?.modelChecksum
            return checksum != nil && checksum == earlier.model?.checksum
        }
    }

    /// Returns the type that declares the version whose fixture has the hashes of an earlier version, if that version had no
    /// `VersionedSchema`, or if its type and its plan have other names since the base. Returns nil if there is none.
    private static func frozen(
        _ earlier: DeclaredVersion, _ version: String, at base: EarlierProject, among pairs: [VersionPair]
    ) -> String? {
        guard let checksum = earlier.model?.versionChecksum else { return nil }
        let names = Set(base.project.groups.map(\.name))
        return pairs.first { pair in
            guard pair.declared != nil, let frozen = pair.frozen, frozen.model?.versionChecksum == checksum else {
                return false
            }
            let isOfNewGroup = pair.group.map { !names.contains($0.name) } == true
            return earlier.isUnversioned || frozen.version.description == version && isOfNewGroup
        }?.declared?.name
    }

    /// Returns whether the base contains a fixture of a group's version. If so, the current declaration is compared with
    /// the fixture in the tree instead.
    private func isFrozen(_ version: String, of group: VersionGroup, at base: EarlierProject) throws -> Bool {
        let fixtures = git.held.fixtures.filter { $0.version == version && $0.isHeld(by: git.held.base) }
        guard base.project.groups.count > 1 else { return !fixtures.isEmpty }
        return try fixtures.contains { try git.held.read($0)?.group.map { $0 == group.name } ?? true }
    }

    /// Returns models without a `VersionedSchema` whose store got another name since the base, with their group. They have
    /// entities of the models at the base, which doesn't have their store. Returns nil if there are none.
    private func renamed(_ earlier: DeclaredVersion, _ base: EarlierProject) -> (VersionGroup, DeclaredVersion)? {
        guard earlier.isUnversioned else { return nil }
        let entities = Set(earlier.places.parts.entities.keys)
        let names = Set(base.project.groups.map(\.name))
        return project.groups.lazy.filter { !names.contains($0.name) }.compactMap { group in
            group.schemas.first { $0.isUnversioned && !entities.isDisjoint(with: $0.places.parts.entities.keys) }
                .map { (group, $0) }
        }.first
    }

    /// Returns a version's current declaration and its group, or nil if the version isn't declared.
    ///
    /// Searches the given group first, and then all other groups, for the same type and version. If no group has both,
    /// returns the given group's declaration with the same version. For models without a `VersionedSchema`, returns the
    /// given group's current models.
    private func declaration(of earlier: DeclaredVersion, in group: String) -> (VersionGroup, DeclaredVersion)? {
        let groups = project.groups.filter { $0.name == group } + project.groups.filter { $0.name != group }
        for group in groups {
            if let schema = group.schemas.first(where: { $0.isDeclaration(of: earlier) }) { return (group, schema) }
        }
        for candidate in groups where candidate.name == group {
            if let version = earlier.version, let schema = candidate.schema(version: version) {
                return (candidate, schema)
            }
            if earlier.isUnversioned, let schema = candidate.schemas.first(where: \.isUnversioned) {
                return (candidate, schema)
            }
        }
        return nil
    }
}

extension DeclaredVersion {
    /// Returns the version that declares these models now. Returns nil if a `VersionedSchema` already declared them, or
    /// if no version of the project has their hashes.
    func successor(in project: Project) -> DeclaredVersion? {
        project.groups.lazy.compactMap { self.successor(in: $0) }.first
    }

    /// Returns the version of a group that declares these models now. Returns nil if a `VersionedSchema` already declared
    /// them, or if no version of the group has their hashes.
    func successor(in group: VersionGroup) -> DeclaredVersion? {
        guard isUnversioned, let checksum = model?.versionChecksum else { return nil }
        return group.schemas.first { !$0.isUnversioned && $0.model?.versionChecksum == checksum }
    }

    /// Returns the group with a plan that declares versions of these models now. Returns nil if a `VersionedSchema` already
    /// declared them, or if no group has one of their entities.
    fileprivate func succeeding(in project: Project) -> VersionGroup? {
        guard isUnversioned else { return nil }
        let entities = Set(places.parts.entities.keys)
        return project.groups.first { group in
            group.hasPlan && group.schemas.contains { !entities.isDisjoint(with: $0.places.parts.entities.keys) }
        }
    }

    /// Returns whether these are models without a `VersionedSchema` whose hashes a group's plan declares as retired.
    fileprivate func isRetired(in group: VersionGroup) -> Bool {
        guard isUnversioned, let retired = group.plan?.retired, !retired.isEmpty, let model = schemaVersion.model else {
            return false
        }
        return retired.version(ofStoreWith: model.versionHashes) != nil
    }
}

extension SourceLocation {
    /// Returns the location with the reference as a prefix, as in `v1.0:Models.swift:12:9`. The prefix indicates that
    /// the location is in a commit, because the file in the work tree may be different.
    package func at(_ reference: String) -> SourceLocation {
        SourceLocation(file: "\(reference):\(file)", line: line, column: column)
    }
}
