import PermafrostModel
import PermafrostSource
import PermafrostStore

/// What a check met in the fixture tree and in the sources, for the rules over fixtures.
struct CheckInput: Sendable {
    /// A fixture whose files are damaged.
    struct Damaged: Sendable {
        let damage: [FixtureDamage]
        let group: String?
        let version: String
        let schema: String?
        /// Its folder.
        let location: SourceLocation
        /// Whether git has a copy of its files, as far as that is known.
        let isInGit: Bool
        /// What keeps git from handing on files, by their names, as far as that explains the damage.
        private(set) var problems: [String: FixtureDelivery.Problem] = [:]

        /// Nil if nothing is damaged.
        init?(
            _ frozen: FrozenVersion, in project: Project, group: String?, schema: String?,
            delivery: FixtureDelivery? = nil
        ) {
            damage = frozen.damage
            guard !damage.isEmpty else { return nil }
            let fixture = frozen.fixture
            self.group = group
            self.schema = schema
            version = fixture.version.description
            location = project.place(of: fixture.folder)
            isInGit = Self.isInGit(fixture)
            guard let delivery else { return }
            for one in damage {
                guard let file = one.file else { continue }
                problems[file] = Self.problem(one, file, of: fixture, location.file + "/" + file, delivery)
            }
        }

        private static func problem(
            _ damage: FixtureDamage, _ file: String, of fixture: FixtureFolder, _ path: String,
            _ delivery: FixtureDelivery
        ) -> FixtureDelivery.Problem? {
            if case .missing = damage {
                // If git fails, the damage has no explanation.
                do { return try delivery.problem(of: path) } catch { return nil }
            }
            // What can't be read is damage of its own.
            guard let bytes = try? FileAccess.read(fixture.path(of: file)) else { return nil }
            if FileConversions.LargeFilePointer(bytes) != nil { return .pointer }
            guard case .checksumMismatch(_, let recorded, _) = damage else { return nil }
            let original = FileConversion.withoutCarriageReturns(bytes)
            return original.count < bytes.count && Digest.hex(Digest.sha256(original)) == recorded
                ? .converted(by: "") : nil
        }

        private static func isInGit(_ fixture: FixtureFolder) -> Bool {
            do { return try GitRepository(directory: fixture.tree).tracks(fixture.folder) } catch {
                // If git fails or refuses, that says nothing of what it has.
                return !error.meansNoRepository
            }
        }
    }

    /// A frozen version, or one that was declared at a commit, that nothing declares any more.
    struct Gone: Sendable {
        let group: VersionGroup
        let version: String
        /// The type that declared it, if that is known.
        let schema: String?
        /// Where that type is declared, in a group of its own: no plan lists it any more. Nil if nothing declares it.
        var unlisted: SourceLocation?
        /// The commit; nil for a fixture.
        let reference: String?
        let location: SourceLocation?
    }

    /// A fixture that several groups may own.
    struct Unowned: Sendable {
        let version: String
        let groups: [String]
        let location: SourceLocation
    }

    /// A declared version, compared with what it was when it was frozen, or at a commit.
    struct Version: Sendable {
        let group: VersionGroup
        let schema: DeclaredVersion
        /// The name that it is frozen by.
        let version: String
        /// The commit that it is compared with; nil for a fixture.
        let reference: String?
        /// How it is frozen, if it is one of several of its name or of a Core Data model.
        let command: FreezeCommandLine
        /// How the models are frozen again, if they have no `VersionedSchema`.
        let unversioned: FreezeCommandLine.UnversionedFreeze?
        /// Whether the declaration may be frozen in the fixture's place: not if it has another version's name now.
        let isReplaceable: Bool
        var drift = SchemaDrift()
        /// Whether it is declared under another name now.
        var isRenamed = false

        /// `PostsSchemaV1 1.0.0`
        var title: String { VersionName.VersionTitle(schema: schema.name, name: version).description }

        /// That it is what it is compared with: in the fixture tree, or at a commit.
        var standing: String { Self.standing(reference) }

        static func standing(_ reference: String?) -> String {
            reference.map { "is declared at \($0)" } ?? "is frozen"
        }
    }

    /// Entries of the tree that are never read, with their places.
    var refused: [(entry: String, location: SourceLocation)] = []
    var damaged: [Damaged] = []
    var unowned: [Unowned] = []
    var gone: [Gone] = []
    var compared: [Version] = []
    /// Versions that are declared and not frozen.
    var unfrozen: [Version] = []
    /// Whether each version has to be frozen.
    var requiresFrozen = false
    /// Fixtures that git holds and the tree doesn't.
    var lost: [LostFixture] = []
    /// Lines of the tree's records that can't be read, with the file.
    var malformedRecords: [(line: Int, file: String)] = []
    /// The files of fixtures that git doesn't hand on; nil without git.
    var delivery: FixtureDelivery?
    /// What is known of releases.
    var releases = HeldFixtures.Releases.noCommit
    /// The commit that the change starts from.
    var base: HeldFixtures.Base?
    /// How a version is frozen, by the folder of its fixture.
    var commands: [String: FreezeCommandLine] = [:]

    /// Whether a fixture could not be read or was written by a newer Permafrost.
    var isIncomplete: Bool {
        !unowned.isEmpty
            || damaged.flatMap(\.damage).contains { damage in
                switch damage {
                case .unreadable, .unreadableModel(_, .newerFormat): true
                default: false
                }
            }
    }
}
