import PermafrostDeclarations
import PermafrostModel
import PermafrostStore

/// The commit that moved a declaration away from what a store holds.
package struct DriftBlame: Sendable {
    /// What a walk through the history came to.
    package enum Outcome: Sendable {
        /// The commit after which no version has the store's hashes.
        case found(DriftBlame)
        /// No commit of so many ever declared them.
        case neverDeclared(commits: Int)
        /// No commit of the few that a shallow clone has declared them; an earlier one may have.
        case notInShallowClone(commits: Int)
        /// The last commit still declares them: what moved them is not committed.
        case uncommitted(last: GitRepository.Commit)
    }

    /// The last commit at which a version had the store's hashes.
    package let last: GitRepository.Commit
    /// The commit after it, at which none has.
    package let culprit: GitRepository.Commit
    /// The version that had the hashes.
    package let version: String
    /// The type that declared it.
    package let schema: String
    /// What the commit changed in that version; empty where it removed the declaration.
    package let changes: [ModelChange]

    /// Walks back through the commits that changed Swift files to the last one that declares the store's hashes, then on
    /// from there to the first that does not.
    ///
    /// - Throws: ``GitError``, or what the reader of sources throws.
    package static func outcome(
        of metadata: StoreMetadata, repository: GitRepository, sources: CommitSources
    ) throws -> Outcome {
        let head = try repository.commit(of: "HEAD")
        let commits = try repository.commitsOfSources(until: head)
        for commit in commits {
            guard let before = schema(metadata, in: try sources.declarations(at: commit)) else { continue }
            for next in try repository.commitsOfSources(after: commit, until: head) {
                let declarations = try sources.declarations(at: next)
                guard schema(metadata, in: declarations) == nil else { continue }
                let after = declarations.schemas.first { $0.name == before.name }
                return .found(try DriftBlame(last: commit, culprit: next, before, after))
            }
            return .uncommitted(last: commit)
        }
        return try repository.isShallow()
            ? .notInShallowClone(commits: commits.count) : .neverDeclared(commits: commits.count)
    }

    private init(
        last: GitRepository.Commit, culprit: GitRepository.Commit, _ before: DeclaredSchema, _ after: DeclaredSchema?
    ) throws {
        self.last = last
        self.culprit = culprit
        version = before.version ?? before.versionIdentifier
        schema = before.name
        if let old = try before.model?.decoded(), let new = try after?.model?.decoded() {
            changes = ModelDifference(from: old, to: new).changes
        } else {
            changes = []
        }
    }

    private static func schema(_ metadata: StoreMetadata, in declarations: ArchivedDeclarations) -> DeclaredSchema? {
        declarations.schemas.first { $0.model?.versionChecksum == metadata.versionChecksum }
    }
}
