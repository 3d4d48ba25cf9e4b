import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// An operation that records a release of a frozen version in the fixture tree's `shipped.txt`.
package struct ReleaseRecording: Sendable {
    /// The reason that a release can't be recorded. Nothing is written.
    package enum Failure: Error, Sendable, Hashable {
        /// The version is declared, but not frozen.
        case notFrozen(version: String, schema: String)
        /// The fixture's files don't match their checksums, or can't be read. `path` is the fixture's folder.
        case damaged(version: String, path: String)
        /// The declaration differs from the fixture. `change` is the first difference.
        case drifted(version: String, schema: String, change: String?)
        /// The version is frozen, but no longer declared.
        case gone(version: String)
        /// An earlier record shows that a fixture with different contents has shipped.
        case otherContent(version: String, release: String)
    }

    package let record: ReleaseRecord
    /// The name of the version's group.
    package let group: String
    /// The path of the record's file, relative to the project if it is inside the project.
    package let file: String
    /// Whether the file doesn't contain the record yet.
    package let isNew: Bool
    /// Whether the fixture tree's settings contain patterns of release tags. If it is false, a version without a record
    /// may still have shipped.
    package let hasPatterns: Bool
    /// The problem with the fixture tree's settings, or nil if they can be used or don't exist.
    package let settingsProblem: String?
    private let tree: FixtureTree
    /// The path of ``file`` relative to the project's folder, or nil if the fixture tree is outside the project.
    private let editedPath: String?

    /// Finds the version's fixture, and compares it with the declaration and with earlier records.
    ///
    /// - Parameters:
    ///   - version: the version's name, or the name of the type that declares it.
    ///   - release: a name for which ``ReleaseRecord/isName(_:)`` returns true.
    /// - Throws: ``Failure`` if the version isn't frozen, is damaged, or has drifted. ``ProjectError`` if there is no such
    ///   version, if several groups have one, or if its declaration can't be evaluated. A `FileError` if the records
    ///   can't be read.
    package init(_ project: Project, version: String, release: String, _ matcher: VersionMatcher) throws {
        tree = project.tree
        let pair = try Self.pair(of: version, in: project, matcher)
        guard let frozen = pair.frozen else {
            throw Failure.notFrozen(
                version: pair.declared.map { project.versionName(of: $0) } ?? version,
                schema: pair.declared?.name ?? version)
        }
        let fixture = frozen.fixture
        let name = fixture.version.description
        guard frozen.damage.isEmpty, let identity = FixtureIdentity(of: fixture) else {
            throw Failure.damaged(version: name, path: project.place(of: fixture.folder).file)
        }
        try Self.assertUndrifted(pair, name)
        let (records, _) = try ReleaseRecord.read(in: tree)
        let replaced = try Self.replaced(in: tree)
        let other = records.last {
            $0.folder == fixture.folder && $0.identity != identity && !replaced.contains($0.identity)
        }
        if let other { throw Failure.otherContent(version: name, release: other.release) }
        let record = ReleaseRecord(folder: fixture.folder, release: release, identity: identity)
        self.record = record
        // If the fixture has since been moved to its group's folder, the line still has the previous folder.
        isNew = !records.contains { $0.release == release && $0.identity == identity }
        group = pair.group?.name ?? frozen.group ?? ""
        file = project.place(of: ReleaseRecord.fileName).file
        editedPath = project.workTree.map { $0 + "/" + ReleaseRecord.fileName }
        let settings = try Self.settings(of: tree)
        hasPatterns = settings.hasPatterns
        settingsProblem = settings.problem
    }

    /// Returns whether the settings have patterns of release tags, and the problem if the settings can't be used.
    private static func settings(of tree: FixtureTree) throws -> (hasPatterns: Bool, problem: String?) {
        do {
            return (try FixtureSettings.read(in: tree)?.releaseTags != nil, nil)
        } catch let error as FixtureSettings.Unreadable {
            return (false, error.reason)
        }
    }

    /// Adds the record to the fixture tree. Does nothing if the tree already contains it.
    ///
    /// - Parameter edits: the editor that can undo the change later. It isn't used if the fixture tree is outside the
    ///   project.
    /// - Throws: a `FileError` if the file can't be written, or an error of `SourceEdits.replace`.
    package func write(with edits: SourceEdits) throws {
        guard isNew else { return }
        guard let editedPath else { return try ReleaseRecord.add(record, to: tree) }
        let path = tree.directory + "/" + ReleaseRecord.fileName
        let old =
            try FileKind(of: path) == .absent ? nil : try FileAccess.read(path, limit: ReleaseRecord.sizeLimit)
        try edits.replace(editedPath, old: old, new: ReleaseRecord.adding(record, to: old))
    }

    private static func pair(
        of version: String, in project: Project, _ matcher: VersionMatcher
    ) throws -> VersionPair {
        let pairs = matcher.pairs.filter { pair in
            if case .leftOut = pair.match { return false }
            return pair.frozen?.version.description == version || pair.declared?.isCalled(version) == true
        }
        guard let pair = pairs.first else {
            let (group, declared) = try project.version(named: version)
            return VersionPair(group: group, declared: declared, frozen: nil)
        }
        if case .ambiguous(let groups) = pair.match {
            throw ProjectError.ambiguousVersion(name: version, groups: groups.map(\.name).unique)
        }
        guard pairs.count == 1 else {
            throw ProjectError.ambiguousVersion(
                name: version, groups: pairs.compactMap { $0.group?.name ?? $0.frozen?.group }.unique)
        }
        return pair
    }

    /// Throws ``Failure`` if a version's declaration differs from its fixture, or ``ProjectError`` if the declaration
    /// can't be evaluated.
    static func assertUndrifted(_ pair: VersionPair, _ name: String) throws {
        switch pair.match {
        // Later models have been frozen since, so this fixture no longer has a declaration.
        case .superseded, .ambiguous, .leftOut: return
        case .gone, .retired: throw Failure.gone(version: name)
        case .same:
            guard let declared = pair.declared else { throw Failure.gone(version: name) }
            guard declared.model != nil else {
                throw ProjectError.notEvaluable(version: name, schema: declared.name)
            }
            let isRenamed = !declared.isUnversioned && declared.version != name
            let drift = try pair.drift()
            guard isRenamed || drift.strongest != nil else { return }
            throw Failure.drifted(
                version: name, schema: declared.name,
                change: isRenamed ? nil : drift.changes.first.map { ChangeMessage($0.change).sentence })
        }
    }

    /// Returns the identities of the fixtures whose replacement the tree records.
    private static func replaced(in tree: FixtureTree) throws -> Set<FixtureIdentity> {
        let file = tree.directory + "/" + FixtureReplacement.fileName
        guard try FileKind(of: file) != .absent else { return [] }
        return Set(
            FixtureReplacement.read(try FileAccess.read(file, limit: FixtureReplacement.sizeLimit)).records.map(
                \.identity))
    }
}
