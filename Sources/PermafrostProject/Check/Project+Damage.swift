import PermafrostFixtures

extension Project {
    /// What is wrong with a fixture's files, as findings, which a group and a schema may be added to.
    func findings(of damage: [FixtureDamage], in fixture: Fixture) -> [Finding] {
        guard !damage.isEmpty else { return [] }
        // Without git, or outside a repository, nothing can be restored from there.
        let isInGit = (try? GitRepository(directory: fixture.tree).tracks(fixture.folder)) ?? false
        return damage.map { damage in
            Finding(
                .damage(damage, isInGit: isInGit), severity: .error, version: fixture.version.description,
                location: place(of: fixture.folder))
        }
    }
}
