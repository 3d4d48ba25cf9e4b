import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The input of the rules that check fixtures: information from the fixture tree, the sources, and git.
struct CheckInput: Sendable {
    /// The entries in the fixture tree that aren't read.
    var refused: [UnreadEntry] = []
    var damaged: [BrokenFixture] = []
    var unowned: [AmbiguousFixture] = []
    var gone: [RemovedVersion] = []
    var compared: [ComparedVersion] = []
    /// The versions that are declared and not frozen.
    var unfrozen: [ComparedVersion] = []
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
