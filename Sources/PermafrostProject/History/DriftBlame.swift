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
                let after = declarations.schemas.first { $0.name == before.schema.name }
                return .found(try DriftBlame(last: commit, culprit: next, before, after))
            }
            return .uncommitted(last: commit)
        }
        return try repository.isShallow()
            ? .notInShallowClone(commits: commits.count) : .neverDeclared(commits: commits.count)
    }

    private init(
        last: GitRepository.Commit, culprit: GitRepository.Commit, _ before: RecognisedModels.Match,
        _ after: DeclaredSchema?
    ) throws {
        self.last = last
        self.culprit = culprit
        version = before.schema.version ?? before.schema.versionIdentifier
        schema = before.schema.name
        let model = after?.variants.first { $0.condition == before.condition }.map(\.model) ?? after?.model
        if let new = try model?.decoded() {
            changes = ModelDifference(from: before.model, to: new).changes
        } else {
            changes = []
        }
    }
}

/// Finds the declaration that a store is of, as `drift` does: by the model itself or by one of a platform, whole or in part.
private struct RecognisedModels {
    /// A declaration that the store is of.
    struct Match {
        let schema: DeclaredSchema
        /// The condition under which it is; nil on any other platform.
        let condition: String?
        let model: SchemaModel
    }

    let hashes: [String: [UInt8]]
    /// Models by their checksum, most of which many commits share; nil if the store is not of the model.
    private var known: [String: SchemaModel?] = [:]

    init(hashes: [String: [UInt8]]) { self.hashes = hashes }

    mutating func find(in declarations: ArchivedDeclarations) throws -> Match? {
        for schema in declarations.schemas {
            for (condition, archived) in [(nil, schema.model)]
                + schema.variants.map({ (Optional($0.condition), $0.model) })
            {
                guard let archived, let model = try recognised(archived) else { continue }
                return Match(schema: schema, condition: condition, model: model)
            }
        }
        return nil
    }

    private mutating func recognised(_ archived: ArchivedModel) throws -> SchemaModel? {
        if let known = known[archived.checksum] { return known }
        let model = try archived.decoded()
        let found = model.recognises(hashes) ? model : nil
        known[archived.checksum] = .some(found)
        return found
    }
}
