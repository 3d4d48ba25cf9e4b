import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The versions that tests are written for, and the migrations between them.
struct TestedVersions {
    /// A migration of a frozen version's store.
    struct Migration {
        let from: FrozenDeclaration
        let to: Destination
        /// The group whose plan migrates the store.
        let group: VersionGroup
    }

    /// The declared version that a store is migrated to. It may not be frozen yet.
    struct Destination {
        let version: String
        let schema: DeclaredVersion
        /// The module that declares the schema.
        let module: String
        let isFrozen: Bool
    }

    /// The frozen versions of a group, and the tests to write for them.
    struct Line {
        let versions: [FrozenDeclaration]
        var drift: [FrozenDeclaration] = []
        var migrations: [Migration] = []
    }

    private(set) var lines: [Line] = []
    /// The versions and unread entries without a test, with the reasons.
    private(set) var skips: [ScaffoldSkip] = []

    private let project: Project
    private let modules: ModuleNames
    private let frozen: FrozenDeclarations

    /// Finds the versions that a selection refers to.
    ///
    /// - Throws: ``ProjectError`` if a version is unknown or ambiguous, or ``ScaffoldError`` if a requested test can't
    ///   be written.
    init(
        _ selection: ScaffoldRequest.Selection, in frozen: FrozenDeclarations, of project: Project,
        modules: ModuleNames
    ) throws {
        self.project = project
        self.modules = modules
        self.frozen = frozen
        switch selection {
        case .all: addAll()
        case .allAndNext(let schema):
            addAll()
            addMigration(to: schema)
        case .migration(let from, let to): try addMigration(from: from, to: to)
        case .drift(let name):
            guard let version = try version(named: name, isMigration: false) else { return }
            lines = [Line(versions: line(of: version), drift: [version])]
        }
    }

    // MARK: All versions

    private mutating func addAll() {
        skips = frozen.skips
        lines = frozen.lines.map { line in
            Line(
                versions: line, drift: line,
                migrations: Self.pairs(line).map { Migration(from: $0, to: Self.destination($1), group: $0.group) })
        }
    }

    /// Adds the migration to a declared version that isn't frozen yet, from the newest frozen version that precedes it
    /// in its group. If no frozen version precedes it, adds nothing.
    private mutating func addMigration(to name: String) {
        for index in lines.indices {
            guard let group = lines[index].versions.first?.group,
                let schema = group.schemas.first(where: { $0.name == name }), let position = group.index(of: schema),
                !lines[index].versions.contains(where: { $0.schema.name == name }),
                let from = lines[index].versions.last(where: { $0.position < position })
            else { continue }
            if let to = destination(schema, in: group) {
                lines[index].migrations.append(Migration(from: from, to: to, group: group))
            }
        }
    }

    /// Returns the pairs of consecutive versions. If there are more than two versions, also returns the pair of the
    /// oldest and newest version.
    private static func pairs(_ line: [FrozenDeclaration]) -> [(FrozenDeclaration, FrozenDeclaration)] {
        var pairs = Array(zip(line, line.dropFirst()))
        if line.count > 2, let oldest = line.first, let newest = line.last { pairs.append((oldest, newest)) }
        return pairs.filter { $0.position < $1.position }
    }

    private static func destination(_ version: FrozenDeclaration) -> Destination {
        Destination(
            version: version.name.version, schema: version.schema, module: version.module, isFrozen: true)
    }

    // MARK: Specified versions

    private mutating func addMigration(from: String, to: String) throws {
        guard from != to else { throw ScaffoldError.sameVersion(from) }
        guard let start = try version(named: from, isMigration: true, to: to) else { return }
        let (group, schema) = try declared(to, after: start)
        try Self.expectForward(from: start.schema, to: schema, in: group)
        let line = line(of: start)
        let isFrozen = line.first { $0.schema.name == schema.name }
        guard let end = isFrozen.map(Self.destination) ?? destination(schema, in: group) else { return }
        lines = [Line(versions: line, migrations: [Migration(from: start, to: end, group: group)])]
    }

    /// Returns the frozen version with the given name. If a test can't refer to it, adds the reason to ``skips`` and
    /// returns nil.
    ///
    /// - Throws: ``ProjectError`` if the version is unknown or ambiguous, or ``ScaffoldError`` if it isn't frozen. If
    ///   `destination` is the same or an earlier version, the error reports this instead.
    private mutating func version(
        named name: String, isMigration: Bool, to destination: String? = nil
    ) throws -> FrozenDeclaration? {
        let all = frozen.lines.flatMap { $0 }
        let named = all.filter { $0.name.version == name }
        var matches = named.isEmpty ? all.filter { $0.schema.isCalled(name) } : named
        if matches.isEmpty, let only = VersionNumbers.only(name, among: all.map(\.name.version)) {
            matches = all.filter { $0.name.version == only }
        }
        if matches.count > 1 {
            throw ProjectError.ambiguousVersion(name: name, groups: matches.map(\.group.name).unique)
        }
        if let match = matches.first { return match }
        skips = frozen.skips.filter { $0.versions.contains(name) || $0.subject == name }
        if !skips.isEmpty { return nil }
        let known = all.map(\.name.version).unique
        let found: (group: VersionGroup, schema: DeclaredVersion)
        do {
            found = try project.version(named: name)
        } catch ProjectError.unknownVersion(_, let declared, _) {
            throw ProjectError.unknownVersion(name: name, declared: declared, frozen: known)
        }
        if let destination, let end = try? project.version(named: destination) {
            try Self.expectForward(from: found.schema, to: end.schema, in: found.group)
        }
        throw ScaffoldError.notFrozen(
            version: found.schema.version ?? found.schema.versionIdentifier, isMigration: isMigration, frozen: known)
    }

    /// Returns the declared version with the given name, and the group whose plan migrates a store to it. If no plan
    /// lists the version yet, returns the group of `start`.
    private func declared(
        _ name: String, after start: FrozenDeclaration
    ) throws -> (group: VersionGroup, schema: DeclaredVersion) {
        let named = start.group.schemas.filter { $0.version == name }
        let own = named.isEmpty ? start.group.schemas.filter { $0.isCalled(name) } : named
        if own.count == 1 { return (start.group, own[0]) }
        let (group, schema) = try project.version(named: name)
        guard let plan = start.group.plan else { return (group.plan == nil ? start.group : group, schema) }
        if let other = group.plan, other.name != plan.name {
            throw ScaffoldError.otherPlan(
                from: start.name.version, plan: plan.name, to: schema.version ?? name, other: other.name)
        }
        return (start.group, schema)
    }

    private static func expectForward(
        from start: DeclaredVersion, to end: DeclaredVersion, in group: VersionGroup
    ) throws(ScaffoldError) {
        guard start.name != end.name else { throw .sameVersion(start.version ?? start.name) }
        let isBackwards =
            if let first = group.index(of: start), let last = group.index(of: end) {
                first > last
            } else if let first = start.orderedVersion, let last = end.orderedVersion {
                first > last
            } else {
                false
            }
        guard !isBackwards else {
            throw .backwards(from: start.version ?? start.name, to: end.version ?? end.name)
        }
    }

    /// Returns a declared version as a destination. If a test can't refer to it, adds the reason to ``skips`` and
    /// returns nil.
    private mutating func destination(_ schema: DeclaredVersion, in group: VersionGroup) -> Destination? {
        let version = schema.version ?? schema.versionIdentifier
        do throws(ScaffoldSkip.Reason) {
            return Destination(
                version: version, schema: schema,
                module: try FrozenDeclarations.module(of: schema, in: group, modules), isFrozen: false)
        } catch {
            skips.append(ScaffoldSkip(subject: version, group: group.name, versions: [version], reason: error))
            return nil
        }
    }

    private func line(of version: FrozenDeclaration) -> [FrozenDeclaration] {
        frozen.lines.first { $0.contains { $0.fixture.folder == version.fixture.folder } } ?? [version]
    }
}
