import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A fixture whose files are damaged.
struct BrokenFixture: Sendable {
    let damage: [FixtureDamage]
    let group: String?
    let version: String
    let schema: String?
    /// The location of the fixture's folder.
    let location: SourceLocation
    /// Whether git has a copy of the fixture, or may have one.
    let isInGit: Bool
    /// The names of the users' stores of the fixture that git has no copy of.
    let storesOutsideGit: Set<VersionName>
    /// The command that freezes the version again, or nil if the version isn't declared.
    let freezing: FreezeCommandLine?
    /// The reasons that git changed or left out files, keyed by file name. A file that is damaged for another
    /// reason has no entry.
    private(set) var problems: [String: FixtureDelivery.Problem] = [:]

    /// Describes the damage to a fixture. Returns nil if nothing is damaged.
    ///
    /// - Parameter tracked: the tree's folders with files in git, or nil to find them.
    init?(
        _ frozen: FrozenVersion, in project: Project, group: String?, schema: String?,
        freezing: FreezeCommandLine? = nil, delivery: FixtureDelivery? = nil, tracked: TrackedFolders? = nil
    ) {
        damage = frozen.damage
        guard !damage.isEmpty else { return nil }
        let fixture = frozen.fixture
        self.group = group
        self.schema = schema
        self.freezing = freezing
        version = fixture.version.description
        location = project.place(of: fixture.folder)
        let tracked = tracked ?? TrackedFolders(in: fixture.tree)
        isInGit = tracked.mayContain(fixture.folder)
        storesOutsideGit = Set(damage.compactMap(\.namedStore)).filter { name in
            !tracked.mayContain(fixture.folder + "/" + NamedStore(name, of: fixture).folder)
        }
        guard let delivery else { return }
        for one in damage {
            guard let file = one.file, problems[file] == nil else { continue }
            problems[file] = Self.problem(one, file, of: fixture, location.file + "/" + file, delivery)
        }
    }

    /// Returns the damaged fixtures of a project. Leaves out fixtures that `--plan` or `--schema` excludes, and
    /// fixtures that match several declarations.
    static func all(in project: Project, _ pairs: [VersionPair], _ delivery: FixtureDelivery?) -> [BrokenFixture] {
        let tracked = TrackedFolders(in: project.tree.directory)
        let missing = pairs.compactMap(\.frozen).flatMap { frozen in
            frozen.damage.compactMap { damage -> String? in
                guard case .missing = damage, let file = damage.file else { return nil }
                return project.place(of: frozen.fixture.folder).file + "/" + file
            }
        }
        let delivery = delivery?.checking(missing)
        return pairs.compactMap { pair in
            guard let frozen = pair.frozen, let group = pair.group else { return nil }
            let declared: DeclaredVersion?
            switch pair.match {
            case .ambiguous, .leftOut: return nil
            case .same:
                guard let own = pair.declared else { return nil }
                declared = own
            case .superseded: declared = pair.declared
            case .gone, .retired: declared = nil
            }
            return BrokenFixture(
                frozen, in: project, group: group.name, schema: frozen.schema,
                freezing: declared.map {
                    project.freezing($0, in: group, version: frozen.version.description)
                }, delivery: delivery, tracked: tracked)
        }
    }

    private static func problem(
        _ damage: FixtureDamage, _ file: String, of fixture: FixtureFolder, _ path: String,
        _ delivery: FixtureDelivery
    ) -> FixtureDelivery.Problem? {
        if case .missing = damage {
            // If git fails, the damage can't be explained.
            do { return try delivery.problem(of: path) } catch { return nil }
        }
        // A file that can't be read is reported as damage of its own.
        guard let bytes = try? FileAccess.read(fixture.path(of: file)) else { return nil }
        if LargeFilePointer(bytes) != nil { return .pointer }
        guard case .checksumMismatch(_, let recorded, _) = damage else { return nil }
        let original = FileConversion.withoutCarriageReturns(bytes)
        return original.count < bytes.count && Digest.hex(Digest.sha256(original)) == recorded
            ? .converted(by: "") : nil
    }

    /// The folders of a fixture tree with files in git. git is run only once, even if thousands of fixtures are damaged.
    struct TrackedFolders: Sendable {
        private let folders: OnDemand<Set<String>?, Never>

        init(in tree: String) {
            folders = OnDemand { Self.folders(in: tree) }
        }

        private static func folders(in tree: String) -> Set<String>? {
            do { return try GitRepository(directory: tree).trackedFolders() } catch {
                // If git fails or rejects the repository, it may still have the files.
                return error.meansNoRepository ? [] : nil
            }
        }

        /// Returns whether git has files in a folder of the tree, or may have some.
        func mayContain(_ folder: String) -> Bool { folders.get()?.contains(folder) ?? true }
    }
}
