import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The matches between a project's fixtures and its declarations. All commands match them in the same way.
///
/// A fixture is matched with the declarations in the group that it records. If it records no group, or if that group no
/// longer exists, for example because its plan was renamed, the fixture's parent folder determines the group. If the
/// folder isn't a group's folder, the fixture is matched with the declarations in all groups. Within the groups,
/// ``positions(of:schema:among:hasHashes:)`` selects the declaration.
///
/// If several modules now declare the plan that a fixture records, only the folder determines the module. Equal hashes
/// don't, because one module's version may have been copied before another's was changed.
///
/// Each fixture is read only once. Reports that are created together, such as a check and a lint, share the same
/// matcher.
package struct VersionMatcher: Sendable {
    let contents: FixtureTree.Contents
    /// The pairs of fixtures and declarations, one for each fixture, in the order of the tree.
    package let pairs: [VersionPair]
    /// The fixtures that later runs don't need to read again.
    package private(set) var known: KnownFixtures

    /// Matches all fixtures in a project's tree. Reads only as much of them as necessary. Throws a `FileError` if the
    /// tree can't be listed.
    ///
    /// - Parameter known: the fixtures that earlier runs read.
    package init(_ project: Project, known: KnownFixtures = KnownFixtures()) throws {
        contents = project.tree.exists ? try project.tree.contents() : FixtureTree.Contents()
        let groups = project.groups
        let frozen = contents.fixtures.parallelMap { fixture in
            FrozenVersion(fixture) { files in known.summary(of: files) ?? Self.summary(of: files, among: groups) }
        }
        pairs = Self.pairs(of: frozen, in: project)
        self.known = known
        for pair in pairs {
            if let files = pair.frozen?.files, let summary = pair.summary { self.known.remember(summary, for: files) }
        }
    }

    /// Matches a fixture that isn't in the tree.
    static func pair(of frozen: FrozenVersion, in project: Project) -> VersionPair {
        pairs(of: [frozen], in: project)[0]
    }

    private static func pairs(of frozen: [FrozenVersion], in project: Project) -> [VersionPair] {
        let names = Set(project.groups.map(\.name))
        let newest = Dictionary(frozen.map { ($0.group(among: names), $0.version) }, uniquingKeysWith: max)
        var candidates: [String?: Candidates] = [:]
        return frozen.map { frozen in
            let group = frozen.group(among: names)
            let found = candidates[group] ?? Candidates(project, group: group)
            candidates[group] = found
            let isReplaced = newest[group].map { $0 > frozen.version } == true
            return found.pair(of: frozen, isNewest: !isReplaced)
        }
    }
}

extension VersionMatcher {
    /// Returns the positions of the declarations that a fixture belongs to. There are several if the match is
    /// ambiguous.
    ///
    /// A declaration with both the fixture's type and its name matches. If there is none, the candidates are the
    /// declarations that have either the name or the type. The first of these rules that applies selects the match:
    ///
    /// 1. If there is only one candidate, it matches.
    /// 2. If only one candidate has the fixture's hashes, it matches.
    /// 3. If only one candidate has the name, it matches.
    /// 4. If no candidate has the name, the first one with the type matches. The version must have been renamed.
    /// 5. If several candidates have the name, the match is ambiguous.
    ///
    /// A fixture without a type, such as FreezeRay's, has only the candidates with its name.
    ///
    /// - Parameters:
    ///   - version: the fixture's name.
    ///   - schema: the type that the fixture records, or nil if it doesn't record one.
    ///   - hasHashes: a closure that returns whether the declaration at a position has the fixture's version hashes. It
    ///     is called only if there are several candidates.
    /// - Returns: the positions in `declarations`. Empty if no declaration matches.
    static func positions(
        of version: String, schema: String?, among declarations: [SchemaVersion], hasHashes: (Int) -> Bool
    ) -> [Int] {
        let named = declarations.indices.filter { declarations[$0].isNamed && declarations[$0].name == version }
        let typed = schema.map { schema in declarations.indices.filter { declarations[$0].schema == schema } } ?? []
        if let exact = named.first(where: typed.contains) { return [exact] }
        let candidates = named + typed
        guard candidates.count > 1 else { return candidates }
        let same = candidates.filter(hasHashes)
        if same.count == 1 { return same }
        if named.count == 1 { return named }
        return named.isEmpty ? [typed[0]] : same.isEmpty ? named : same
    }
}

extension FrozenVersion {
    /// Returns the group that the fixture records. If `names` doesn't contain that group, but contains the name of the
    /// fixture's parent folder, returns the folder's name instead. Nil if the fixture records no group and its parent
    /// folder isn't in `names`.
    fileprivate func group(among names: Set<String>) -> String? {
        let recorded = group
        guard recorded.map(names.contains) != true, let folder = fixture.folder.split(separator: "/").dropLast().last,
            names.contains(String(folder))
        else { return recorded }
        return String(folder)
    }
}

/// The declarations that a group's fixtures may belong to.
private struct Candidates {
    private let isLeftOut: Bool
    private let all: [(group: VersionGroup, declared: DeclaredVersion)]
    private let versions: [SchemaVersion]
    /// The group for fixtures whose version is no longer declared, or nil if the project has no groups.
    private let group: VersionGroup?
    /// Whether several modules declare the group that the fixtures record.
    private let isShared: Bool
    /// Whether the fixtures may be of a target that isn't selected. The selected target doesn't declare their group.
    private let mayBeForeign: Bool

    init(_ project: Project, group name: String?) {
        let groups = project.groups
        let twins = groups.filter { group in name.map(group.isInModule(named:)) == true }
        isShared = twins.count > 1
        let own = isShared ? twins : groups.filter { $0.name == name }
        isLeftOut = name != nil && own.isEmpty && groups.count < project.groupCount
        mayBeForeign = project.options.target != nil && name != nil && own.isEmpty
        all = (own.isEmpty ? groups : own).flatMap { group in group.schemas.map { (group, $0) } }
        versions = all.map(\.declared.schemaVersion)
        group = own.first ?? groups.first
    }

    func pair(of frozen: FrozenVersion, isNewest: Bool) -> VersionPair {
        guard !isLeftOut, !mayBeForeign || isDeclared(frozen) else {
            return VersionPair(group: nil, declared: nil, frozen: frozen, match: .leftOut)
        }
        let version = frozen.version.description
        // Don't match a retired version by its type, because a new version can reuse the type's name.
        if group?.isRetired(version) == true,
            !versions.contains(where: { $0.isNamed && $0.name == version })
        {
            return VersionPair(group: group, declared: nil, frozen: frozen, match: .retired)
        }
        let positions = VersionMatcher.positions(
            of: version, schema: frozen.schema, among: versions
        ) { position in
            guard let model = frozen.model else { return false }
            return all[position].declared.model?.versionChecksum == model.versionChecksum
        }
        let shared = isShared ? versions.indices.filter { versions[$0].isNamed && versions[$0].name == version } : []
        guard shared.count < 2 else { return ambiguous(frozen, shared) }
        guard let first = positions.first ?? positionOfRenamedStore(frozen) else {
            let isRetired = group?.isRetired(version) == true
            return VersionPair(group: group, declared: nil, frozen: frozen, match: isRetired ? .retired : .gone)
        }
        guard positions.count < 2 else { return ambiguous(frozen, positions) }
        let (group, declared) = all[first]
        return VersionPair(
            group: group, declared: declared, frozen: frozen,
            match: declared.isUnversioned && !isNewest ? .superseded : .same)
    }

    /// Returns whether a declaration has a fixture's type or its version hashes.
    private func isDeclared(_ frozen: FrozenVersion) -> Bool {
        all.contains { one in
            one.declared.name == frozen.schema
                || frozen.model.map { $0.versionChecksum == one.declared.model?.versionChecksum } ?? false
        }
    }

    private func ambiguous(_ frozen: FrozenVersion, _ positions: [Int]) -> VersionPair {
        VersionPair(group: nil, declared: nil, frozen: frozen, match: .ambiguous(positions.map { all[$0].group }))
    }

    /// Returns the position of the models without a `VersionedSchema` that have a fixture's version hashes, or nil if
    /// no such models have them. Used if neither the fixture's version nor its type is declared. The store of these
    /// models may have been renamed since the freeze.
    private func positionOfRenamedStore(_ frozen: FrozenVersion) -> Int? {
        let unversioned = all.indices.filter { all[$0].declared.isUnversioned }
        guard !unversioned.isEmpty, frozen.schema == frozen.group, let model = frozen.model else { return nil }
        return unversioned.first { all[$0].declared.model?.versionChecksum == model.versionChecksum }
    }
}

extension VersionMatcher {
    /// Returns the summary of a fixture without decoding its model, or nil if this isn't possible.
    ///
    /// It is possible if the store is intact, and the model file is identical to the file that freezing the declared
    /// version would write. The declared version must not differ between platforms.
    private static func summary(
        of files: FrozenFiles, among groups: [VersionGroup]
    ) -> FrozenVersion.Summary? {
        guard let bytes = files.modelBytes, let ddl = files.ddlChecksum else { return nil }
        let version = files.folder.version.description
        for group in groups {
            guard let schema = group.schema(version: version), let model = schema.model, schema.variants.isEmpty else {
                continue
            }
            let header = ModelDocument.Header(
                group: group.name, version: version, schema: schema.name, variants: [:],
                assumptions: schema.assumptionTexts, code: schema.code, ddlChecksum: ddl)
            guard header.bytes(with: model.encoded) == bytes, isStore(files.folder, of: model, ddlChecksum: ddl)
            else { continue }
            return FrozenVersion.Summary(
                group: group.name, schema: schema.name, modelChecksum: model.checksum, code: schema.code)
        }
        return nil
    }

    /// Returns whether the fixture's store is intact and belongs to the model. If this returns false, the complete
    /// fixture is read to find the problem.
    private static func isStore(_ fixture: FixtureFolder, of model: ModelContent, ddlChecksum: String) -> Bool {
        do {
            let store = try StoreReader(path: fixture.path(of: fixture.files.store))
            return try store.metadata().versionChecksum == model.versionChecksum && store.ddlChecksum() == ddlChecksum
                && StoreIntegrity(store, model: model.decoded()).problems.isEmpty
        } catch {
            return false
        }
    }
}
