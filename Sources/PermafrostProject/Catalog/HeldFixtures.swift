import Foundation
import PermafrostModel
import PermafrostStore

/// The fixtures that git holds at release tags, at the checked-out commit and at the base of a change.
///
/// A version has shipped if a release tag holds its fixture. Without such a tag, without git and in a shallow clone it isn't known
/// what shipped: ``releases`` says why.
package struct HeldFixtures: Sendable {
    /// One content of a version's folder, with everything that holds it.
    package struct Fixture: Sendable, Hashable {
        /// The fixture tree, relative to the project's folder.
        package let tree: String
        /// The folder relative to the tree: `1.0.0`, or `Posts/1.0.0`.
        package let folder: String
        package let identity: FixtureIdentity
        /// The release tags that hold it, by name.
        package fileprivate(set) var tags: [String] = []
        /// `HEAD`, or what the base is called, if they hold it.
        package fileprivate(set) var references: [String] = []
        /// A commit that holds it.
        let commit: String

        /// Whether the base of a change holds it.
        func isHeld(by base: Base?) -> Bool { base.map { references.contains($0.name) } ?? false }

        /// The version's name.
        package var version: String { folder.split(separator: "/").last.map(String.init) ?? folder }
        /// What holds it, as `git checkout` takes it: the last tag, else the base, else `HEAD`.
        package var holder: String { tags.last ?? references.last ?? "HEAD" }
        /// The folder's path relative to the project's folder.
        package var path: String { tree + "/" + folder }
    }

    /// What is known of releases.
    package enum Releases: Sendable, Hashable {
        /// So many tags are releases.
        case tags(Int)
        /// The repository has no tag, or none that matches the patterns that the settings name.
        case noTag(patterns: [String]?)
        /// The clone lacks tags and commits.
        case shallow
        /// The clone is partial, and lacks the fixtures of these tags and branches.
        case partial([String])
        /// The repository has no commit.
        case noCommit
        /// There is no repository, or git can't read it.
        case unknown(GitError)
    }

    /// The commit that a change starts from: it decides what counts as a release, and which replacements are accepted.
    package struct Base: Sendable, Hashable {
        /// What it is called: a branch, `HEAD`, or what `--base` names.
        package let name: String
        /// Whether `--base` names it.
        package let isGiven: Bool
        let commit: String
    }

    /// What is known of releases.
    package private(set) var releases: Releases
    /// Every content of every version's folder that something holds, by folder.
    package private(set) var fixtures: [Fixture] = []
    /// The base; nil without a commit.
    package private(set) var base: Base?
    /// The replacements that the base records; nil without a base.
    package private(set) var accepted: [FixtureReplacement]?
    /// Why the base's settings aren't used; nil if they are.
    package private(set) var settingsProblem: String?
    /// The settings that the base has, or that the tree has if there is no base.
    package private(set) var settings = FixtureSettings()

    /// The files of fixtures that git doesn't hand on; nil if git can't be asked.
    package private(set) var delivery: FixtureDelivery?

    private var repository: GitRepository?

    /// Nothing is known, for a reason.
    package init(unknown releases: Releases) {
        self.releases = releases
    }

    /// Asks git.
    ///
    /// - Parameters:
    ///   - reference: what `--base` names; nil to find the base.
    ///   - cache: keeps the facts of commits; nil to ask git for all of them.
    ///   - needsDelivery: whether to ask which files of fixtures git doesn't hand on.
    /// - Throws: ``GitError`` if a base was given and it can't be read. Without one, a failure is in ``releases``.
    package init(
        _ options: ProjectOptions, base reference: String?, cache: CacheFolder?, needsDelivery: Bool = true
    ) throws(GitError) {
        self.init(unknown: .noCommit)
        do {
            let repository = try GitRepository(directory: options.directory)
            self.repository = repository
            let places = FixturePlaces(options)
            let question = needsDelivery ? try FixtureDelivery.ask(repository, places) : nil
            try read(repository, places, reference, cache)
            if needsDelivery { delivery = try FixtureDelivery(question, repository) }
        } catch {
            // A base that was asked for is compared with, or the command fails.
            guard reference == nil else { throw error }
            releases = .unknown(error)
        }
    }

    /// Whether a release tag holds a fixture of a version.
    package func isReleased(_ version: String) -> Bool {
        fixtures.contains { $0.version == version && !$0.tags.isEmpty }
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
        let names = [FixtureSettings.fileName, FixtureReplacement.fileName]
        let paths = places.paths.map { repository.prefix + $0 }
        let files = try contents.files(
            at: paths.flatMap { path in names.map { path + "/" + $0 } }, of: base.commit, from: objects)
        read(paths.map { path in names.map { files[path + "/" + $0] } })
        let tags = known.tags.filter { settings.isRelease($0.name) }
        releases =
            known.isShallow
            ? .shallow : tags.isEmpty ? .noTag(patterns: settings.releaseTags) : .tags(tags.count)
        let commits = tags.map(\.commit) + [head, base.commit]
        var answer: Bool?
        /// Whether the clone is partial: git is asked only if something has to be read.
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
        // What a partial clone lacks, it may have later.
        if contents.isNew, cache != nil, try !isPartial() { contents.keep(in: cache) }
        let named = tags.map { ($0.name, $0.commit) } + [("HEAD", head), (base.name, base.commit)]
        let lacking = named.filter { contents.lacking.contains($0.1) }.map(\.0).unique
        if !lacking.isEmpty { releases = .partial(lacking) }
        guard !base.isGiven || !contents.lacking.contains(base.commit) else {
            throw .failed(command: "cat-file", reason: GitRepository.isMissing("a fixture"))
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
    }

    private static func base(
        _ repository: GitRepository, _ known: GitReferences, head: String, _ reference: String?
    ) throws(GitError) -> Base {
        if let reference {
            return Base(name: reference, isGiven: true, commit: try repository.commit(of: reference).id)
        }
        guard let branch = known.defaultBranch, branch.commit != head,
            let common = try repository.mergeBase(head, branch.commit), common != head
        else { return Base(name: "HEAD", isGiven: false, commit: head) }
        return Base(name: branch.name, isGiven: false, commit: common)
    }

    /// Reads the base's settings and records: those of a change don't decide what the change is compared with.
    ///
    /// - Parameter files: the two files of each place.
    private mutating func read(_ files: [[[UInt8]?]]) {
        if let bytes = files.compactMap({ $0[0] }).first {
            do { settings = try FixtureSettings(parsing: bytes) } catch { settingsProblem = error.reason }
        }
        accepted = files.compactMap { $0[1] }.flatMap { FixtureReplacement.read($0).records }
    }

    // MARK: Reading a fixture

    /// Reads what a commit holds, from a copy in a temporary folder.
    ///
    /// - Throws: ``GitError``, or a `CocoaError` if the copy can't be written.
    func read(_ fixture: Fixture) throws -> FrozenVersion? {
        guard let repository, let version = try? VersionName(fixture.version) else { return nil }
        let objects = GitObjects(repository.git)
        let path = "\(fixture.commit):\(repository.prefix)\(fixture.path)"
        guard let tree = try objects.read([path]).first ?? nil else { return nil }
        let copy = try TemporaryFolder(for: "fixture")
        let folder = copy.url.appending(path: fixture.version)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        // The files of a fixture are in no further folder.
        let files = try GitFolders.entries(of: [tree.id], objects)[0].filter {
            $0.kind == .file && !$0.name.hasPrefix(".")
        }
        for (file, object) in zip(files, try objects.read(files.map(\.id))) {
            try object?.content.write(to: folder.appending(path: file.name), options: .withoutOverwriting)
        }
        let copied = FixtureFolder(version: version, tree: copy.url.path, folder: fixture.version)
        return withExtendedLifetime(copy) { FrozenVersion(copied) }
    }
}

extension Project {
    /// The error that nothing is frozen. If git has fixtures that the tree lacks, it names the commit that restores them.
    package var noFixtures: ProjectError {
        do {
            return noFixtures(among: try HeldFixtures(options, base: nil, cache: nil), path: tree.directory)
        } catch {
            // Without git's answer the tree is still empty.
            return .noFixtures(path: tree.directory)
        }
    }

    /// The same with what git is known to hold.
    ///
    /// - Parameter path: the tree's folder as the user should see it.
    package func noFixtures(among held: HeldFixtures, path: String) -> ProjectError {
        let fixture = held.fixtures.last
        return .noFixtures(path: path, heldBy: fixture?.holder, heldAs: fixture?.tree)
    }
}
