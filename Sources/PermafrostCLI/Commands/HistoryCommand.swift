import PermafrostProject

/// `permafrost history`: lists the schemas that shipped and their git tags.
struct HistoryCommand: Command {
    static let specification = CommandSpecification(
        name: "history",
        summary: "list the schemas that shipped for each version, by git tag, and the commits that added fixtures",
        discussion: """
            Reads the sources at every tag of the repository, without a checkout, and lists every schema that shipped: the one of \
            the version that the app's containers open. If no container can be read, lists every version declared at the tag and \
            prints a note. A shipped schema that no current version declares is an error, because users with such a store can't \
            migrate. Also lists each fixture with the commit that added it, and with the releases that shipped.txt records. It \
            isn't an error for models without a VersionedSchema if the schema is frozen and a later one is frozen too. \
            Exit 0: every schema is declared. 1: some aren't. 2: failed or incomplete.
            """,
        formats: ReportFormat.allCases)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let project = try context.project()
        let repository = try GitRepository(directory: context.options.directory)
        let progress = Output.Progress("reading the sources of every tag", output: context.output)
        let fixtures = try FixtureOrigin.all(of: project, repository)
        let history = try ProjectHistory(
            project, repository: repository, sources: context.sources(of: repository, readsCode: true),
            context.matcher(of: project), needsTags: fixtures.isEmpty)
        progress.end()
        let findings = project.sourceFindings.filter { $0.severity == .error } + history.findings
        return context.write(HistoryReport(history: history, fixtures: fixtures, findings: findings))
    }
}
