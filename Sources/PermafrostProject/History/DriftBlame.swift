import PermafrostDeclarations
import PermafrostModel

/// The commit that moved a declaration away from what a store holds.
package struct DriftBlame: Sendable {
    /// The last commit at which a version had the store's hashes.
    package let last: GitRepository.Commit
    /// The commit after it, at which none has; nil where the sources still have it.
    package let culprit: GitRepository.Commit?
    /// The version that had the hashes.
    package let version: String
    /// The type that declared it.
    package let schema: String
    /// What the commit changed in that version; empty where it removed the declaration.
    package let changes: [ModelChange]

    /// Walks back through the commits that changed Swift files, to the last one that has the hashes.
    ///
    /// - Parameters:
    ///   - versionChecksum: Core Data's checksum over the store's version hashes.
    ///   - report: hears of each commit before it is read, with the number of those before it and of all.
    /// - Returns: nil where no commit ever had them.
    package init?(
        versionChecksum: String, repository: GitRepository, sources: CommitSources,
        report: (Int, Int) -> Void = { _, _ in }
    ) throws {
        let head = try repository.commit(of: "HEAD")
        let commits = try repository.commitsOfSources(until: head)
        var found: (commit: GitRepository.Commit, schema: DeclaredSchema)?
        for (index, commit) in commits.enumerated() {
            report(index, commits.count)
            if let schema = Self.schema(versionChecksum, in: try sources.declarations(at: commit)) {
                found = (commit, schema)
                break
            }
        }
        guard let (commit, before) = found else { return nil }
        last = commit
        version = before.version ?? before.versionIdentifier
        schema = before.name
        for next in try repository.commitsOfSources(after: commit, until: head) {
            let declarations = try sources.declarations(at: next)
            guard Self.schema(versionChecksum, in: declarations) == nil else { continue }
            culprit = next
            let after = declarations.schemas.first { $0.name == before.name }
            if let old = try before.model?.decoded(), let new = try after?.model?.decoded() {
                changes = ModelDifference(from: old, to: new).changes
            } else {
                changes = []
            }
            return
        }
        culprit = nil
        changes = []
    }

    private static func schema(_ versionChecksum: String, in declarations: ArchivedDeclarations) -> DeclaredSchema? {
        declarations.schemas.first { $0.model?.versionChecksum == versionChecksum }
    }
}
