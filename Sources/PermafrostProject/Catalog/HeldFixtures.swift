import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The fixtures that git contains at release tags, at the checked-out commit, and at the base of a change.
///
/// A version has shipped if a release tag contains its fixture, if `shipped.txt` records a release of it, or if the
/// sources at a release tag declare it. If it isn't known which versions have shipped, for example in a shallow clone,
/// ``releases`` contains the reason.
package struct HeldFixtures: Sendable {
    /// One state of a version's folder in git, with the tags and other references that contain it.
    package struct Fixture: Sendable, Hashable {
        /// The path of the fixture tree relative to the project's folder.
        package let tree: String
        /// The path of the folder relative to the tree, such as `1.0.0` or `Posts/1.0.0`.
        package let folder: String
        package let identity: FixtureIdentity
        /// The names of the release tags that contain this state, sorted by name.
        package fileprivate(set) var tags: [String] = []
        /// The references other than tags that contain this state: `HEAD`, the base's name, or both. Empty if neither
        /// contains it.
        package fileprivate(set) var references: [String] = []
        /// The releases that `shipped.txt` records for this state, in the order of the file.
        package fileprivate(set) var recordedReleases: [String] = []
        /// A commit that contains this state.
        let commit: String

        /// Whether a release tag contains this state, or `shipped.txt` records a release of it.
        package var isReleased: Bool { !tags.isEmpty || !recordedReleases.isEmpty }

        /// Returns whether the base of a change contains this state.
        func isHeld(by base: Base?) -> Bool { base.map { references.contains($0.name) } ?? false }

        package var version: String { folder.split(separator: "/").last.map(String.init) ?? folder }
        /// A reference to a commit that contains this state, to use with `git checkout`. It is the last of ``tags`` or,
        /// if no release tag contains this state, the base or `HEAD`.
        package var holder: String { tags.last ?? references.last ?? "HEAD" }
        /// The path of the folder relative to the project's folder.
        package var path: String { tree + "/" + folder }
    }

    /// The number of known releases, or the reason that they are unknown.
    package enum Releases: Sendable, Hashable {
        /// The releases are known. The value is the number of release tags.
        case tags(Int)
        /// There is no release tag, but the base contains `shipped.txt`, and its settings list the patterns of release
        /// tags. The value is the number of recorded releases. A version that isn't recorded hasn't shipped.
        case records(Int)
        /// The repository has no tags, or no tags that match the settings' patterns.
        case noTag(patterns: [String]?)
        /// The clone is shallow, so tags and commits are missing.
        case shallow
        /// The clone is partial and lacks the fixtures at these references, which are tags, `HEAD`, or the base.
        case partial([String])
        /// The repository doesn't contain a commit.
        case noCommit
        /// There is no repository, git can't read it, or git can't be run.
        case unknown(GitError)

        /// Whether it is known which versions have shipped.
        package var areKnown: Bool {
            switch self {
            case .tags, .records: true
            case .noTag, .shallow, .partial, .noCommit, .unknown: false
            }
        }
    }

    /// The release of a version, as far as the sources at release tags show it.
    enum DeclaredRelease: Sendable {
        case released(DeclaringRelease)
        /// No release tag's sources declare the version.
        case unreleased
        /// There are no release tags, or git can't be asked.
        case undetermined
        /// The clone lacks tags, commits or files. The value is the command that fetches them.
        case incomplete(fetch: String)

        /// Whether nothing shows, or could show, that the version shipped.
        var isUnreleased: Bool {
            switch self {
            case .unreleased, .undetermined: true
            case .released, .incomplete: false
            }
        }
    }

    /// The commit that a change is based on. Its settings determine which tags are releases. Its records determine
    /// which replacements are accepted.
    package struct Base: Sendable, Hashable {
        /// The name of the base: the value of `--base`, the default branch, or `HEAD`. If it is the default branch and
        /// `--base` isn't given, ``commit`` is the common ancestor of that branch and `HEAD`.
        package let name: String
        /// Whether the base was specified with `--base`.
        package let isGiven: Bool
        let commit: String
    }

    /// The number of known releases, or the reason that they are unknown.
    package private(set) var releases: Releases
    /// The fixtures found in git, sorted by tree and then by folder. If a folder has several states, each is a separate
    /// fixture.
    package private(set) var fixtures: [Fixture] = []
    /// The base, or nil if the repository has no commit or can't be read.
    package private(set) var base: Base?
    /// The replacements recorded at the base, or nil if there is no base.
    package private(set) var accepted: [FixtureReplacement]?
    /// The releases recorded in `shipped.txt` at the base, and the releases added with ``adding(_:)``.
    package private(set) var recorded: [ReleaseRecord] = []
    /// The releases recorded in `shipped.txt` at the base.
    private(set) var recordedAtBase: [ReleaseRecord] = []
    /// The reason that the base's settings can't be read. Nil if they can be read, or if the base has no settings.
    package private(set) var settingsProblem: String?
    /// The settings at the base, or the default settings if the base has none or they can't be read.
    package private(set) var settings = FixtureSettings()

    /// The fixture files that another checkout would omit or change because of git. Nil if `needsDelivery` is false, or
    /// if git can't determine them.
    package private(set) var delivery: FixtureDelivery?

    /// The names of all tags, sorted.
    private(set) var tags: [String] = []
    private var repository: GitRepository?
    /// The sources at the release tags, or nil if they can't be read.
    private var declarations: ReleasedDeclarations?

    /// Creates a value without fixtures. `releases` is the reason that it isn't known which versions have shipped.
    package init(unknown releases: Releases) {
        self.releases = releases
    }

    /// Reads the fixtures from git.
    ///
    /// - Parameters:
    ///   - reference: the value of `--base`, or nil to determine the base automatically.
    ///   - cache: the cache for data about commits, or nil to read everything from git.
    ///   - reader: the reader of the sources at release tags, or nil to read only fixtures.
    ///   - needsDelivery: whether to find the fixture files that git doesn't deliver unchanged.
    /// - Throws: ``GitError`` if a base is given, and git can't read the repository or the base. If no base is given,
    ///   ``releases`` contains the error instead.
    package init(
        _ options: ProjectOptions, base reference: String?, cache: CacheFolder?, reader: CachedSourceReader? = nil,
        needsDelivery: Bool = true
    ) throws(GitError) {
        self.init(unknown: .noCommit)
        do {
            let repository = try GitRepository(directory: options.directory)
            self.repository = repository
            let places = FixturePlaces(options)
            let question = needsDelivery ? try FixtureDelivery.ask(repository, places) : nil
            try read(repository, places, reference, cache)
            declarations = reader.map {
                ReleasedDeclarations(
                    repository, options, $0, tags: settings.releases(among: tags).sorted(), settings: settings)
            }
            if needsDelivery { delivery = try FixtureDelivery(question, repository) }
        } catch {
            // If the user specified a base, the command must either compare with it or fail.
            guard reference == nil else { throw error }
            releases = .unknown(error)
        }
    }

    /// Returns whether a release tag contains a fixture of the version, or `shipped.txt` records a release of it. The
    /// sources at the tags aren't read.
    package func isReleased(_ version: String) -> Bool {
        fixtures.contains { $0.version == version && !$0.tags.isEmpty }
            || recorded.contains { $0.version == version }
    }

    /// Returns the newest release whose sources declare a version.
    ///
    /// - Throws: ``GitError`` if git fails, or the source reader's error if the sources can't be read at a tag.
    func declaredRelease(of query: ReleasedDeclarations.Query) throws -> DeclaredRelease {
        do {
            if let found = try declarations?.release(of: query) { return .released(found) }
        } catch let error as GitError {
            guard try repository?.isPartial() == true else { throw error }
            return .incomplete(fetch: GitRepository.refetchCommand)
        }
        return switch releases {
        case .tags, .records: .unreleased
        case .shallow: .incomplete(fetch: GitRepository.unshallowCommand)
        case .partial: .incomplete(fetch: GitRepository.refetchCommand)
        case .noTag, .noCommit, .unknown: .undetermined
        }
    }

    /// Returns the newest release that declares a version differently. Returns nil if a release declares the version as
    /// given, or if it isn't known.
    ///
    /// - Throws: ``GitError`` if git fails, a ``ProjectError`` if a model can't be decoded, or the source reader's error
    ///   if the sources can't be read at a tag.
    func otherRelease(of schema: DeclaredVersion, in group: String) throws -> DeclaringRelease? {
        do { return try declarations?.otherRelease(of: schema, in: group) } catch let error as GitError {
            guard try repository?.isPartial() == true else { throw error }
            return nil
        }
    }

    /// Returns these fixtures with additional recorded releases, such as the ones in the work tree.
    ///
    /// A change can't use additional records to pass a check: they only make more versions count as shipped, and don't
    /// affect ``releases``.
    func adding(_ records: [ReleaseRecord]) -> HeldFixtures {
        var held = self
        held.recorded = (recorded + records).unique
        for index in held.fixtures.indices {
            held.fixtures[index].recordedReleases =
                held.recorded.filter { $0.identity == fixtures[index].identity }.map(\.release).unique
        }
        return held
    }

    private mutating func read(
        _ repository: GitRepository, _ places: FixturePlaces, _ reference: String?, _ cache: CacheFolder?
    ) throws(GitError) {
        let objects = GitObjects(repository.git)
        var contents = FixtureContents(kept: cache)
        let known = try GitReferences(repository.git) { names throws(GitError) in
            try contents.targets(of: names, from: objects)
        }
        guard let head = known.head else { return }
        let base = try Self.base(repository, known, head: head, reference)
        self.base = base
        let paths = places.paths.map { repository.prefix + $0 }
        let files = try contents.files(
            at: paths.flatMap { path in Self.fileNames.map { path + "/" + $0 } }, of: base.commit, from: objects)
        let hasRecords = read(paths.map { path in Self.fileNames.map { files[path + "/" + $0] } })
        self.tags = known.tags.map(\.name)
        let names = settings.releases(among: self.tags)
        let tags = known.tags.filter { names.contains($0.name) }
        releases =
            known.isShallow
            ? .shallow
            : !tags.isEmpty
                ? .tags(tags.count)
                : hasRecords && settings.releaseTags != nil
                    ? .records(recorded.count) : .noTag(patterns: settings.releaseTags)
        let commits = tags.map(\.commit) + [head, base.commit]
        var answer: Bool?
        /// Returns whether the clone is partial. Runs git only when needed, and only once.
        func isPartial() throws(GitError) -> Bool {
            let found = if let answer { answer } else { try repository.isPartial() }
            answer = found
            return found
        }
        try contents.read(commits, in: places, prefix: repository.prefix, from: objects) {
            paths, commit throws(GitError) in
            guard try isPartial() else { return false }
            return try repository.lacks(paths, of: commit)
        }
        // Don't cache the results of a partial clone, because it may fetch its missing objects later.
        if contents.isNew, cache != nil, try !isPartial() { contents.keep(in: cache) }
        let named = tags.map { ($0.name, $0.commit) } + [("HEAD", head), (base.name, base.commit)]
        let lacking = named.filter { contents.lacking.contains($0.1) }.map(\.0).unique
        if !lacking.isEmpty { releases = .partial(lacking) }
        guard !base.isGiven || !contents.lacking.contains(base.commit) else {
            throw .failed(command: "cat-file", reason: GitRepository.isMissing("a fixture", of: base.name))
        }
        func add(_ commit: String, _ note: (inout Fixture) -> Void) {
            for entry in contents.entries(of: commit, in: places, prefix: repository.prefix) {
                let index =
                    positions[entry]
                    ?? {
                        fixtures.append(
                            Fixture(
                                tree: entry.tree, folder: entry.folder, identity: entry.identity, commit: commit))
                        positions[entry] = fixtures.count - 1
                        return fixtures.count - 1
                    }()
                note(&fixtures[index])
            }
        }
        var positions: [FixtureContents.Entry: Int] = [:]
        for tag in tags { add(tag.commit) { $0.tags.append(tag.name) } }
        add(head) { $0.references.append("HEAD") }
        if base.name != "HEAD" { add(base.commit) { $0.references.append(base.name) } }
        fixtures.sort { ($0.tree, $0.folder, $0.identity.hex) < ($1.tree, $1.folder, $1.identity.hex) }
        self = adding([])
    }

    /// The names of the files that are read from the base.
    private static let fileNames = [
        FixtureSettings.fileName, FixtureReplacement.fileName, ReleaseRecord.fileName,
    ]

    private static func base(
        _ repository: GitRepository, _ known: GitReferences, head: String, _ reference: String?
    ) throws(GitError) -> Base {
        if let reference {
            let commit = try repository.commit(of: reference)
            return Base(name: commit.id == reference ? commit.shortID : reference, isGiven: true, commit: commit.id)
        }
        guard let branch = known.defaultBranch, branch.commit != head,
            let common = try repository.mergeBase(head, branch.commit), common != head
        else { return Base(name: "HEAD", isGiven: false, commit: head) }
        return Base(name: branch.name, isGiven: false, commit: common)
    }

    /// Reads the settings, the accepted replacements and the recorded releases at the base, and returns whether there
    /// is a `shipped.txt`. The files in the work tree aren't used, because a change could edit them to pass its own
    /// check.
    ///
    /// - Parameter files: for each location of the fixture tree, the contents of the files in ``fileNames``. Nil for a
    ///   missing file.
    private mutating func read(_ files: [[[UInt8]?]]) -> Bool {
        if let bytes = files.compactMap({ $0[0] }).first {
            do { settings = try FixtureSettings(parsing: bytes) } catch { settingsProblem = error.reason }
        }
        accepted = files.compactMap { $0[1] }.flatMap { FixtureReplacement.read($0).records }
        recordedAtBase = files.compactMap { $0[2] }.flatMap { ReleaseRecord.read($0).records }
        recorded = recordedAtBase
        return files.contains { $0[2] != nil }
    }

    /// Returns the settings and release records at the commit where a change began, which is the newest common ancestor
    /// of `HEAD` and the base. If git doesn't find one, returns those at the base.
    ///
    /// - Throws: ``GitError`` if git can't read the files.
    func start(_ places: FixturePlaces) throws(GitError) -> (settings: FixtureSettings, records: [ReleaseRecord]) {
        guard let repository, let base, let common = try repository.mergeBase("HEAD", base.commit),
            common != base.commit
        else { return (settings, recorded) }
        var contents = FixtureContents()
        let paths = places.paths.map { repository.prefix + $0 }
        let files = try contents.files(
            at: paths.flatMap { path in Self.fileNames.map { path + "/" + $0 } }, of: common,
            from: GitObjects(repository.git))
        var start = HeldFixtures(unknown: .noCommit)
        _ = start.read(paths.map { path in Self.fileNames.map { files[path + "/" + $0] } })
        return (start.settings, start.recorded)
    }

    // MARK: Reading a fixture

    /// Reads a fixture from a commit, by copying it to a temporary folder. Returns nil if the commit doesn't contain
    /// the fixture's folder.
    ///
    /// - Throws: ``GitError`` if git can't read the fixture, or a `CocoaError` if the copy can't be written.
    func read(_ fixture: Fixture) throws -> FrozenVersion? { try withCopy(of: fixture) { $0 } }

    /// Copies a fixture from a commit to a temporary folder, and returns the result of a function that reads the copy.
    /// Returns nil if the commit doesn't contain the fixture's folder.
    ///
    /// - Throws: ``GitError`` if git can't read the fixture, or a `CocoaError` if the copy can't be written.
    func withCopy<Result>(of fixture: Fixture, _ body: (FrozenVersion) -> Result) throws -> Result? {
        guard let repository, let version = try? VersionName(fixture.version) else { return nil }
        let objects = GitObjects(repository.git)
        let path = "\(fixture.commit):\(repository.prefix)\(fixture.path)"
        guard let tree = try objects.read([path]).first ?? nil else { return nil }
        let copy = try TemporaryFolder(for: "fixture")
        let folder = copy.url.appending(path: fixture.version)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        // A fixture has no subfolders.
        let files = try GitFolders.entries(of: [tree.id], objects)[0].filter {
            $0.kind == .file && !$0.name.hasPrefix(".")
        }
        for (file, object) in zip(files, try objects.read(files.map(\.id))) {
            try object?.content.write(to: folder.appending(path: file.name), options: .withoutOverwriting)
        }
        let copied = FixtureFolder(version: version, tree: copy.url.path, folder: fixture.version)
        return withExtendedLifetime(copy) { body(FrozenVersion(copied)) }
    }
}

extension Project {
    /// The error for a project without fixtures. If git contains the fixtures, the error includes a reference to
    /// restore them from.
    package var noFixtures: ProjectError {
        do {
            return noFixtures(among: try HeldFixtures(options, base: nil, cache: nil), path: tree.directory)
        } catch {
            // The tree is empty, even if git can't be queried.
            return noFixtures(among: HeldFixtures(unknown: .noCommit), path: tree.directory)
        }
    }

    /// Returns the error for a project without fixtures.
    ///
    /// - Parameters:
    ///   - held: the fixtures in git.
    ///   - path: the tree's path for display.
    package func noFixtures(among held: HeldFixtures, path: String) -> ProjectError {
        let fixture = held.fixtures.last
        let below = fixture == nil ? projectsBelow : []
        guard below.isEmpty else { return .fixturesBelow(path: path, projects: below) }
        return .noFixtures(
            path: path, heldBy: fixture?.holder, heldAs: fixture?.tree, tag: options.newestTag,
            coreDataModels: options.coreDataModels)
    }
}

extension ProjectOptions {
    /// The name of the repository's newest tag, for messages that suggest which versions to freeze. Nil if there is no
    /// tag, or if the tags can't be read.
    var newestTag: String? { try? GitRepository(directory: directory).tags().last?.name }
}
