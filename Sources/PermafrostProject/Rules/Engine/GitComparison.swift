import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The fixtures and release records in git, compared with a project's fixture tree.
struct GitComparison: Sendable {
    /// The fixtures in git, with the release records in the tree.
    let held: HeldFixtures
    /// The fixtures that are in git but not in the fixture tree.
    let lost: [LostFixture]
    /// The replacements recorded in the fixture tree.
    let replacements: [FixtureReplacement]
    /// The numbers of the lines that can't be parsed in the tree's record of replacements, and the file's path.
    let malformedReplacements: (lines: [Int], file: String)
    /// The release records and settings in the fixture tree, compared with the base.
    let records: ReleaseRecords
    /// The path of the fixture tree's release records, relative to the project.
    let recordsFile: String
    /// The path of the fixture tree's settings, relative to the project.
    let settingsFile: String

    /// Compares the fixtures in git with a fixture tree.
    ///
    /// - Throws: a `FileError` if a record in the tree can't be read, or a ``GitError`` if git can't read the commit
    ///   where a change began.
    init(_ project: Project, _ held: HeldFixtures, _ contents: FixtureTree.Contents) throws {
        let tree = try ReleaseRecord.read(in: project.tree)
        let all = held.adding(tree.records)
        self.held = all
        let comparison = try LostFixtures(all, project, contents)
        lost = comparison.lost.map { lost in
            var lost = lost
            let declared = project.groups.filter { lost.group == nil || $0.name == lost.group }.lazy
                .compactMap { group in group.schema(version: lost.held.version).map { (group, $0) } }.first
            lost.freezing = declared.map { project.freezing($1, in: $0, version: lost.held.version) }
            return lost
        }
        replacements = comparison.records
        malformedReplacements = (
            comparison.malformedRecords, project.place(of: FixtureReplacement.fileName).file
        )
        records = try ReleaseRecords(all, project, tree: tree, present: comparison.present)
        recordsFile = project.place(of: ReleaseRecord.fileName).file
        settingsFile = project.place(of: FixtureSettings.fileName).file
    }
}

extension Project {
    /// Returns the command that freezes a version again. For models without a `VersionedSchema`, the command includes
    /// the options that select them.
    func freezing(_ schema: DeclaredVersion, in group: VersionGroup, version: String) -> FreezeCommandLine {
        unversioned(of: schema)?.freeze.commandLine ?? commandLine(of: schema, in: group, version: version)
    }

    /// Returns the command that freezes a version. It includes the options that are necessary if several groups have
    /// the version, or if a Core Data model declares it.
    func commandLine(of schema: DeclaredVersion, in group: VersionGroup, version: String) -> FreezeCommandLine {
        let model = options.coreDataModels.first { schema.location.file.hasPrefix($0) }
        let isOneOfSeveral = groups.count { other in other.schemas.contains { $0.version == version } } > 1
        return FreezeCommandLine(
            plan: isOneOfSeveral ? group.name : nil, options: model.map { ["--model", $0] } ?? [])
    }
}
