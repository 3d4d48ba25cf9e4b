import PermafrostFixtures
import PermafrostModel

/// A fixture in the fixture tree, with the commit that added it and the releases that it shipped in.
package struct FixtureOrigin: Sendable, Hashable, Encodable {
    /// The path of the fixture's folder, relative to the fixture tree.
    package let folder: String
    /// The commit that added the fixture's model. If the model was added several times, this is the last of these
    /// commits. Nil if `HEAD` doesn't contain the model, or if the fixture tree is outside the repository.
    package let commit: GitRepository.Commit?
    /// The releases that `shipped.txt` in the fixture tree records for the fixture, in the order of the file.
    package let releases: [String]

    private enum CodingKeys: String, CodingKey {
        case folder = "fixture"
        case commit = "addedBy"
        case releases
    }

    /// Returns the origins of the fixtures in a project's fixture tree, in the order of the tree.
    ///
    /// - Throws: ``GitError`` if git can't read the commits, or a `FileError` if the fixture tree can't be read.
    package static func all(of project: Project, _ repository: GitRepository) throws -> [FixtureOrigin] {
        guard project.tree.exists else { return [] }
        let fixtures = try project.tree.contents().fixtures
        let (records, _) = try ReleaseRecord.read(in: project.tree)
        let paths = fixtures.map { fixture in
            repository.git.workTree.path(of: fixture.path(of: fixture.files.model))
        }
        let commits = try repository.additions(of: paths.compactMap(\.self))
        return zip(fixtures, paths).map { fixture, path in
            let identity = FixtureIdentity(of: fixture)
            return FixtureOrigin(
                folder: fixture.folder, commit: path.flatMap { commits[$0] },
                releases: records.filter { $0.identity == identity }.map(\.release).unique)
        }
    }
}
