import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The commit where a declaration stopped matching a store.
package struct DriftBlame: Sendable {
    /// The result of searching the history.
    package enum Outcome: Sendable {
        /// The search found the first commit where no version has the store's hashes anymore.
        case found(DriftBlame)
        /// No searched commit declares the store's hashes.
        case neverDeclared(commits: Int)
        /// No commit in a shallow clone declares the hashes. A commit that the clone lacks may declare them.
        case notInShallowClone(commits: Int)
        /// No later commit removed the hashes that `last` declares. The change isn't committed yet.
        case uncommitted(last: GitRepository.Commit)
    }

    /// The last commit where a version had the store's hashes.
    package let last: GitRepository.Commit
    /// The first later commit where no version has the hashes.
    package let culprit: GitRepository.Commit
    /// The name of the version that had the hashes.
    package let version: String
    /// The name of the type that declared the version.
    package let schema: String
    /// The changes to the version from ``last`` to ``culprit``. Empty if `culprit` doesn't declare the version, or if
    /// the version's model can't be evaluated there.
    package let changes: [ModelChange]

    /// Searches backward through the commits that changed sources, for the last one that declares the store's hashes.
    /// Then searches forward from that commit for the first one that doesn't.
    ///
    /// - Throws: ``GitError`` if git fails, or the source reader's error if the sources can't be read at a commit.
    package static func outcome(
        of metadata: StoreMetadata, repository: GitRepository, sources: CommitSources
    ) throws -> Outcome {
        var declared = RecognisedModels(hashes: metadata.versionHashes)
        let head = try repository.commit(of: "HEAD")
        let commits = try repository.commitsOfSources(until: head)
        for commit in commits {
            guard let before = try declared.find(in: sources.declarations(at: commit)) else { continue }
            for next in try repository.commitsOfSources(after: commit, until: head) {
                let declarations = try sources.declarations(at: next)
                guard try declared.find(in: declarations) == nil else { continue }
                let after = declarations.schemas.first { $0.name == before.schema }
                return .found(try DriftBlame(last: commit, culprit: next, before, after))
            }
            return .uncommitted(last: commit)
        }
        return try repository.isShallow()
            ? .notInShallowClone(commits: commits.count) : .neverDeclared(commits: commits.count)
    }

    private init(
        last: GitRepository.Commit, culprit: GitRepository.Commit, _ before: SchemaVersion,
        _ after: DeclaredVersion?
    ) throws {
        self.last = last
        self.culprit = culprit
        version = before.name
        schema = before.typeName
        let branch = after?.variants.first { .declared(condition: $0.condition) == before.origin }
        if let new = try after?.decoded(branch) {
            changes = ModelDifference(from: try before.evaluated(), to: new).changes
        } else {
            changes = []
        }
    }
}

/// A search for the declaration that matches a store's version hashes. It uses the same rules as `drift`: the models of
/// all platforms are considered, and a store matches even if it contains only a part of a model.
private struct RecognisedModels {
    let hashes: [String: [UInt8]]
    /// Whether each model matches the store, keyed by the model's checksum. Many commits contain the same models.
    private var known: [String: Bool] = [:]

    init(hashes: [String: [UInt8]]) { self.hashes = hashes }

    /// Returns the first declaration or variant that matches the store, or nil if there is none.
    mutating func find(in declarations: ProjectDeclarations) throws -> SchemaVersion? {
        for schema in declarations.schemas {
            for variant in [nil] + schema.variants.map(Optional.some) {
                let version = schema.schemaVersion(named: nil, under: variant)
                if let content = version.content, try matches(content.checksum, version) { return version }
            }
        }
        return nil
    }

    private mutating func matches(_ checksum: String, _ version: SchemaVersion) throws -> Bool {
        if let known = known[checksum] { return known }
        let isMatch = try version.evaluated().matches(hashes)
        known[checksum] = isMatch
        return isMatch
    }
}
