/// A repository's checked-out commit, tags and default branch, and whether its history is complete.
struct GitReferences: Sendable, Hashable {
    /// A tag or branch with its commit.
    struct Reference: Sendable, Hashable {
        let name: String
        let commit: String
    }

    /// The checked-out commit, or nil if there is no commit yet.
    let head: String?
    /// The tags that refer to commits, sorted by name.
    let tags: [Reference]
    /// The remote's default branch. If it is unknown, the first of `origin/main`, `origin/master`, `main` and `master`
    /// that exists, or nil.
    let defaultBranch: Reference?
    /// Whether the clone is shallow. A shallow clone lacks earlier commits and most tags.
    let isShallow: Bool

    /// Reads the references with two git processes that run at the same time.
    ///
    /// - Parameter targets: a closure that receives object IDs and returns the commits that the objects refer to, keyed
    ///   by object ID. It leaves out objects that don't refer to a commit.
    /// - Throws: ``GitError`` if git can't read the references, or the error that `targets` throws.
    init(
        _ git: GitProcess, targets: ([String]) throws(GitError) -> [String: String]
    ) throws(GitError) {
        // git doesn't read objects for this output, so a missing object doesn't prevent it from listing the others.
        let format = "%(objectname) %(refname) %(symref)"
        let start = try git.start(["rev-parse", "--is-shallow-repository", "--revs-only", "HEAD^{commit}"])
        let references = try git.start(
            ["for-each-ref", "--format=\(format)", "refs/tags", Self.remoteHead] + Self.usualBranches)
        let words = String(decoding: try start.output(), as: UTF8.self).split(separator: "\n").map(String.init)
        isShallow = words.first == "true"
        head = words.count > 1 ? words[1] : nil
        let listed = try references.output()
        var named: [(name: String, object: String)] = []
        var remoteChoice: String?
        for line in String(decoding: listed, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 3 else { continue }
            named.append((fields[1], fields[0]))
            if fields[1] == Self.remoteHead { remoteChoice = fields[2] }
        }
        // A tag may refer to another tag, which refers to a commit.
        let targets = try targets(named.map(\.object))
        var commits: [String: String] = [:]
        for reference in named { commits[reference.name] = targets[reference.object] }
        let tagPrefix = "refs/tags/"
        tags = commits.keys.filter { $0.hasPrefix(tagPrefix) }.sorted().compactMap { name in
            commits[name].map { Reference(name: String(name.dropFirst(tagPrefix.count)), commit: $0) }
        }
        let chosen = Self.defaultBranch(remoteChoice: remoteChoice) { commits[$0] != nil }
        defaultBranch = chosen.flatMap { name in
            commits[name].map { Reference(name: Self.short(name), commit: $0) }
        }
    }

    /// The reference that points to the remote's default branch.
    static let remoteHead = "refs/remotes/origin/HEAD"

    /// The usual default branches, in order of preference.
    private static let usualBranches =
        ["main", "master"].map { "refs/remotes/origin/" + $0 } + ["main", "master"].map { "refs/heads/" + $0 }

    /// Returns the complete name of the default branch: the remote's choice if it exists, or the first of the usual
    /// branches that exists. Returns nil if none of them exists.
    ///
    /// - Parameters:
    ///   - remoteChoice: the branch that ``remoteHead`` points to, or nil if there is no such reference.
    ///   - exists: a closure that returns whether a reference exists.
    static func defaultBranch(remoteChoice: String?, exists: (String) -> Bool) -> String? {
        ([remoteChoice].compactMap(\.self) + usualBranches).first(where: exists)
    }

    private static func short(_ name: String) -> String {
        for prefix in ["refs/remotes/", "refs/heads/"] where name.hasPrefix(prefix) {
            return String(name.dropFirst(prefix.count))
        }
        return name
    }
}
