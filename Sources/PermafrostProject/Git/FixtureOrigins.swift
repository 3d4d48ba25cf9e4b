import PermafrostDeclarations
import PermafrostFixtures

/// What a project declared when its fixtures were frozen, as far as git knows.
///
/// Fixtures are committed with the sources that they were frozen from: the last commit that changed a fixture has these.
package final class FixtureOrigins {
    private let open: () throws -> (GitRepository, CommitSources)
    /// Opened when it is asked for the first time: most projects have no fixture that needs it.
    private lazy var opened = try? open()

    /// - Parameter open: opens the repository of the project, with what reads its sources at a commit.
    package init(_ open: @escaping () throws -> (GitRepository, CommitSources)) {
        self.open = open
    }

    /// The declaration by that type when the fixture was frozen; nil if it is not known: the fixture is not committed as it is,
    /// the clone lacks earlier commits, or the sources of then cannot be read.
    func declaration(of schema: String, frozenIn fixture: Fixture) -> DeclaredSchema? {
        let path = fixture.path(of: fixture.files.model)
        // A shallow clone names the first commit that it has, whatever that changed.
        guard let (repository, sources) = opened, (try? repository.isShallow()) == false,
            (try? repository.hasCommitted(path)) == true,
            let commit = try? repository.lastCommit(changing: path),
            let declarations = try? sources.declarations(at: commit)
        else { return nil }
        return declarations.schemas.first { $0.name == schema }
    }
}
