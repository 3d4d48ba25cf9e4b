import PermafrostProject

/// `permafrost history`: lists the schemas that shipped and their git tags.
struct HistoryCommand: Command {
    static let specification = CommandSpecification(
        name: "history",
        summary: "list the schemas that shipped for each version, by git tag, and the commits that added fixtures",
        discussion: """
            Reads the sources at every tag of the repository, without checking the tags out, and lists every schema \
            that shipped: the schema of the version that the app's containers open. If no container can be read, \
            history lists every version declared at the tag and prints a note. It also lists each fixture with the \
            commit that added it, and with the releases that shipped.txt records. If no current version declares a \
            schema that shipped, history reports an error, because users with such a store can't migrate. For models \
            without a VersionedSchema, it reports no error if this schema and a later schema are frozen. Exit 0: \
            every schema is declared. 1: some aren't. 2: failed or incomplete.
            """,
        examples: [
            CommandExample("", "list the schemas that shipped at the tags"),
            CommandExample("--format json", "the same for a script"),
        ],
        formats: ReportFormat.allCases)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let project = try context.project(readsCode: true)
        let repository = try GitRepository(directory: context.options.directory)
        let progress = ProgressNote("reading the sources of every tag", output: context.output)
        let fixtures = try FixtureOrigin.all(of: project, repository)
        let history = try ProjectHistory.run(
            project, repository: repository, sources: context.sources(of: repository, readsCode: true),
            context.matcher(of: project), needsTags: fixtures.isEmpty)
        progress.end()
        let findings = project.sourceFindings.filter { $0.severity == .error } + history.findings
        return context.write(HistoryReport(history: history, fixtures: fixtures, findings: findings))
    }
}
