import PermafrostModel
import PermafrostSource
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
    /// What the commit changed in that version; empty if it removed the declaration.
    package let changes: [ModelChange]

    /// Walks back through the commits that changed Swift files to the last one that declares the store's hashes, then on
    /// from there to the first that does not.
    ///
    /// - Throws: ``GitError``, or what the reader of sources throws.
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

/// Finds the declaration that a store is of, as `drift` does: by the model itself or by one of a platform, whole or in part.
private struct RecognisedModels {
    let hashes: [String: [UInt8]]
    /// Whether the store is of a model, by the model's checksum: many commits share most models.
    private var known: [String: Bool] = [:]

    init(hashes: [String: [UInt8]]) { self.hashes = hashes }

    /// The version of a declaration or of one of its branches by platform; nil if the store is of none.
    mutating func find(in declarations: ProjectDeclarations) throws -> SchemaVersion? {
        for schema in declarations.schemas {
            for variant in [nil] + schema.variants.map(Optional.some) {
                let version = schema.schemaVersion(named: nil, under: variant)
                if let content = version.content, try recognises(content.checksum, version) { return version }
            }
        }
        return nil
    }

    private mutating func recognises(_ checksum: String, _ version: SchemaVersion) throws -> Bool {
        if let known = known[checksum] { return known }
        let isRecognised = try version.evaluated().recognises(hashes)
        known[checksum] = isRecognised
        return isRecognised
    }
}
