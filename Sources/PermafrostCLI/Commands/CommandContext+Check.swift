import PermafrostProject

extension CommandContext {
    /// Reads the project and checks it, with what earlier checks learned of its fixtures, and keeps what this one did.
    func check(requiresFrozen: Bool = false, needsFixtures: Bool = true) throws -> ProjectCheck {
        let progress = Progress("reading sources", output: output)
        defer { progress.end() }
        let project = try project()
        let check = try ProjectCheck(
            project, requiresFrozen: requiresFrozen, needsFixtures: needsFixtures, known: knownFixtures,
            origins: origins)
        keep(check.known)
        return check
    }

    /// What earlier runs learned of the fixtures.
    var knownFixtures: KnownFixtures {
        options.usesCache ? KnownFixtures(kept: cache, as: Self.fixturesName) : KnownFixtures()
    }

    /// Keeps what a run learned of the fixtures.
    func keep(_ known: KnownFixtures) {
        if options.usesCache { known.keep(in: cache, as: Self.fixturesName) }
    }

    /// What a fixture passed before is no reason to trust it if less was asked then: the name changes with what is asked.
    private static let fixturesName = "fixtures-\(Tool.version)-rows.json"

    /// Reads the project, today and at a commit, and compares the two.
    func check(since reference: String) throws -> ProjectCheck {
        let progress = Progress("reading sources", output: output)
        defer { progress.end() }
        return try ProjectCheck(project(), since: project(at: reference), reference: reference)
    }
}
