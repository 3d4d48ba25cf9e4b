import PermafrostProject

extension CommandContext {
    /// Reads the project and checks it, with what earlier checks learned of its fixtures, and keeps what this one did.
    func check(requiresFrozen: Bool = false, needsFixtures: Bool = true) throws -> ProjectCheck {
        let progress = Progress("reading sources", output: output)
        defer { progress.end() }
        let project = try project()
        let name = "fixtures-\(Tool.version).json"
        let known = options.usesCache ? KnownFixtures(kept: cache, as: name) : KnownFixtures()
        let check = try ProjectCheck(
            project, requiresFrozen: requiresFrozen, needsFixtures: needsFixtures, known: known)
        if options.usesCache { check.known.keep(in: cache, as: name) }
        return check
    }

    /// Reads the project, today and at a commit, and compares the two.
    func check(since reference: String) throws -> ProjectCheck {
        let progress = Progress("reading sources", output: output)
        defer { progress.end() }
        return try ProjectCheck(project(), since: project(at: reference), reference: reference)
    }
}
