import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The input of the rules that check fixtures: information from the fixture tree, the sources, and git.
struct CheckInput: Sendable {
    /// A fixture whose files are damaged.
    struct Damaged: Sendable {
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
        init?(
            _ frozen: FrozenVersion, in project: Project, group: String?, schema: String?,
            freezing: FreezeCommandLine? = nil, delivery: FixtureDelivery? = nil
        ) {
            damage = frozen.damage
            guard !damage.isEmpty else { return nil }
            let fixture = frozen.fixture
            self.group = group
            self.schema = schema
            self.freezing = freezing
            version = fixture.version.description
            location = project.place(of: fixture.folder)
            isInGit = Self.isInGit(fixture, fixture.folder)
            storesOutsideGit = Set(damage.compactMap(\.namedStore)).filter { name in
                !Self.isInGit(fixture, fixture.folder + "/" + NamedStore(name, of: fixture).folder)
            }
            guard let delivery else { return }
            for one in damage {
                guard let file = one.file, problems[file] == nil else { continue }
                problems[file] = Self.problem(one, file, of: fixture, location.file + "/" + file, delivery)
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
            if FileConversions.LargeFilePointer(bytes) != nil { return .pointer }
            guard case .checksumMismatch(_, let recorded, _) = damage else { return nil }
            let original = FileConversion.withoutCarriageReturns(bytes)
            return original.count < bytes.count && Digest.hex(Digest.sha256(original)) == recorded
                ? .converted(by: "") : nil
        }

        private static func isInGit(_ fixture: FixtureFolder, _ folder: String) -> Bool {
            do { return try GitRepository(directory: fixture.tree).tracks(folder) } catch {
                // If git fails or rejects the repository, it may still have the files.
                return !error.meansNoRepository
            }
        }
    }

    /// A version that is no longer declared, but was frozen or was declared at a commit.
    struct Gone: Sendable {
        let group: VersionGroup
        let version: String
        /// The type that declared the version, or nil if it isn't known.
        let schema: String?
        /// The location of the type that declared the version, if it still exists but no plan lists it. The type is
        /// then in a separate group.
        var unlisted: SourceLocation?
        /// The declared version in the same group that has the same version hashes, or nil if there is none.
        var declared: DeclaredVersion?
        /// The fixture's folder, relative to the project. Nil if the version isn't frozen, if ``declared`` is nil, or
        /// if a release tag contains the version's fixture.
        var fixture: String?
        /// The command that freezes ``declared`` again, or nil if that version isn't frozen or its fixture can't be
        /// replaced.
        var refreezing: String?
        /// The code that declares the version as retired. Nil if no plan in Swift can contain it, or if the version
        /// isn't frozen.
        var retired: String?
        /// Whether the plan at the commit declared the version as retired.
        var wasRetired = false
        /// The name of the commit that declared the version, or nil for a frozen version.
        let reference: String?
        let location: SourceLocation?
    }

    /// An entry in the fixture tree that isn't read: a symbolic link, a special file, or a folder with an unsafe name.
    struct Refused: Sendable {
        let entry: String
        /// The kind of entry, or nil if it can't be determined.
        let kind: FileKind?
        let location: SourceLocation
    }

    /// A fixture that matches several declarations.
    struct Unowned: Sendable {
        let version: String
        let groups: [String]
        /// The groups' folders in the fixture tree, in the order of ``groups``.
        let folders: [String]
        let location: SourceLocation
    }

    /// A declared version that is compared with its fixture or with its declaration at a commit, or that isn't frozen.
    struct Version: Sendable {
        let group: VersionGroup
        let schema: DeclaredVersion
        /// The version's name. If the version is frozen, this is its name in the fixture.
        let version: String
        /// The name of the commit that the version is compared with, or nil if it isn't compared with a commit.
        let reference: String?
        /// The command that freezes the version. It includes the necessary options if several versions share the name
        /// or a Core Data model declares the version.
        let command: FreezeCommandLine
        /// The command that freezes models without a `VersionedSchema` again, or nil for other versions.
        let unversioned: FreezeCommandLine.UnversionedFreeze?
        /// Whether freezing the declaration may replace the fixture. False if a release tag contains the fixture, or if
        /// the schema isn't the only one in its group that declares the version.
        let isReplaceable: Bool
        /// Whether a release tag contains the fixture, and nothing else prevents the declaration from replacing it.
        let isReleased: Bool
        var drift = SchemaDrift()
        /// Whether the version is now declared under a different name.
        var isRenamed = false

        /// The command that replaces the fixture with the current declaration. Nil if the declaration can't replace the
        /// fixture. If a release tag contains the fixture, the command records the replacement, or is nil for models
        /// without a `VersionedSchema`.
        var refreezing: String? {
            guard isReplaceable || isReleased else { return nil }
            if let unversioned { return isReleased ? nil : unversioned.command(as: version, isForced: true) }
            return command.text(version, isForced: isReplaceable, isShipped: isReleased)
        }

        /// The migration from the version's stores to the models of the app's container. Nil if it isn't known, because
        /// the container has the models of a later version.
        var verdict: MigrationVerdict? { group.newestSchema == schema.name ? drift.verdict : nil }

        /// Returns whether a version hash changed since the version was frozen, or since the commit ``reference``.
        ///
        /// - Parameter platform: the `#if` condition of a variant, or nil for the version's main model.
        func changesHash(on platform: String?) -> Bool {
            drift.changes.contains { $0.platform == platform && $0.change.kind == .identity }
        }

        /// The type and name, such as `PostsSchemaV1 1.0.0`.
        var title: String { VersionName.VersionTitle(schema: schema.name, name: version).description }

        /// The predicate for sentences about the version: `is frozen`, or `is declared at` with the name of the commit
        /// that the version is compared with.
        var standing: String { Self.standing(reference) }

        static func standing(_ reference: String?) -> String {
            reference.map { "is declared at \($0)" } ?? "is frozen"
        }
    }

    /// The entries in the fixture tree that aren't read.
    var refused: [Refused] = []
    var damaged: [Damaged] = []
    var unowned: [Unowned] = []
    var gone: [Gone] = []
    var compared: [Version] = []
    /// The versions that are declared and not frozen.
    var unfrozen: [Version] = []
    /// Whether every version must be frozen.
    var requiresFrozen = false
    /// The fixtures that are in git but not in the fixture tree.
    var lost: [LostFixture] = []
    /// The malformed lines in the fixture tree's record of replacements: each line's number and file.
    var malformedRecords: [(line: Int, file: String)] = []
    /// The release records and settings in the fixture tree, compared with the base.
    var records = ReleaseRecords()
    /// The path of the fixture tree's release records, relative to the project.
    var recordsFile = ReleaseRecord.fileName
    /// The path of the fixture tree's settings, relative to the project.
    var settingsFile = FixtureSettings.fileName
    /// The fixture files that git changes or leaves out in other checkouts, or nil if they aren't known.
    var delivery: FixtureDelivery?
    /// The agent skills of the project and its repository.
    var skills: [InstalledSkill] = []
    /// The number of known releases, or the reason that they are unknown.
    var releases = HeldFixtures.Releases.noCommit
    /// The commit that the project's changes are based on, or nil if it isn't known.
    var base: HeldFixtures.Base?
    /// The comparison with CloudKit's schema, or nil if none was requested.
    var production: ProductionSchema?

    /// Whether something couldn't be checked: a fixture that can't be read or matches several declarations, or a model
    /// that can't be compared with CloudKit's schema.
    var isIncomplete: Bool {
        !unowned.isEmpty || production?.problems.isEmpty == false
            || damaged.flatMap(\.damage).contains { damage in
                switch damage {
                case .unreadable, .unreadableModel(_, .newerFormat): true
                default: false
                }
            }
    }
}
