import PermafrostModel
import PermafrostSource

/// The uncommitted changes to a version's model, if the file that declares the version is unchanged. For example, a
/// model class in another file was edited. If the version is frozen now, its model differs from the fixture in other
/// checkouts.
struct UncommittedSources {
    /// The paths of the files that differ from the last commit, relative to the project's folder, sorted. Empty if the
    /// file with the declaration also differs.
    let files: [String]

    /// Compares a version's files with the last commit.
    ///
    /// - Throws: ``GitError`` if git can't read the committed files.
    init(of version: DeclaredVersion, in repository: GitRepository) throws(GitError) {
        let parts = version.places.parts
        let places =
            Array(parts.entities.values) + parts.properties.values.flatMap(\.values)
            + parts.valueTypes.values.flatMap(\.values).flatMap { $0 }.map(\.location)
        let declaration = version.location.file
        let paths = [declaration] + Set(places.map(\.file)).subtracting([declaration]).sorted()
        guard paths.count > 1 else {
            files = []
            return
        }
        let tree = repository.git.workTree
        let names = paths.map { tree.path(of: $0) ?? $0 }
        let objects = try GitObjects(repository.git).read(names.map { "HEAD:\($0)" })
        let committed = zip(paths, objects).compactMap { path, object in
            object.map { CommittedFiles.File(path: path, blob: $0.id, isSpecial: $0.type != "blob") }
        }
        let results = try CommittedFiles(repository).compare(committed)
        let unchanged = Set(zip(committed, results).filter { $0.1 == .same }.map(\.0.path))
        // A file that a filter program would convert can't be compared.
        let unknown = Set(
            zip(committed, results).filter { if case .incomparable = $0.1 { true } else { false } }.map(\.0.path))
        files =
            unchanged.contains(declaration)
            ? paths.filter { !unchanged.contains($0) && !unknown.contains($0) } : []
    }
}
