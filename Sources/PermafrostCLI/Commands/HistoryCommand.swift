import PermafrostProject

/// `permafrost history`: the shapes that really shipped, by git tag.
struct HistoryCommand: Command {
    static let specification = CommandSpecification(
        name: "history",
        summary: "list the shapes in which each version really shipped, by git tag",
        discussion: """
            Reads the sources at every tag of the repository, without a checkout, and lists every shape that a version \
            shipped in: a store has the shape of the version that the app's containers open. Where no container can be read, \
            every version that is declared at the tag counts, and a note says so. A shape that no declared version has today \
            is an error: users with such a store cannot migrate. Models without a VersionedSchema that are frozen, and were \
            frozen again since, are none. \
            Exit 0: every shape is described. 1: some are not. 2: could not run, or not fully.
            """,
        formats: ReportFormat.allCases)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let project = try context.project()
        let repository = try GitRepository(directory: context.options.directory)
        let progress = Output.Progress("reading the sources of every tag", output: context.output)
        let history = try ProjectHistory(
            project, repository: repository, sources: context.sources(of: repository, readsCode: true),
            context.matcher(of: project))
        progress.end()
        let findings = project.sourceFindings.filter { $0.severity == .error } + history.findings
        return context.write(HistoryReport(history: history, findings: findings))
    }
}
