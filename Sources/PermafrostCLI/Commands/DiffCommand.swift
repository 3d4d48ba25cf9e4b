import PermafrostProject

/// `permafrost diff OLD NEW`: compares two versions, and lists the changes that a migration makes.
struct DiffCommand: Command {
    static let specification = CommandSpecification(
        name: "diff", operands: "OLD NEW", operandCount: 2...2,
        summary: "list the changes that a migration from one version to another makes",
        discussion: """
            OLD and NEW are each a version (2.0.0), a fixture's folder (Fixtures/1.0.0) or a store's file. Every change gets a \
            verdict: lightweight, loses data, needs a default, or needs a custom stage. A question marks each property that may \
            have been renamed. Exit 0: no difference. 1: differences. 2: failed.
            """,
        examples: [
            CommandExample("1.0.0 2.0.0", "list the changes between two versions"),
            CommandExample("user.store 2.0.0", "list the changes from a user's store to a version"),
            CommandExample("Fixtures/1.0.0 1.0.0", "list what changed since a version was frozen"),
        ],
        formats: ReportFormat.allCases, operandValue: .versionOrFile)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let progress = ProgressNote("reading sources", output: context.output)
        defer { progress.end() }
        var project: Project?
        var operands = try context.invocation.operands.map { name in
            try VersionCatalog.version(named: name) {
                if let project { return project }
                let read = try context.project()
                project = read
                return read
            }
        }
        if let project, operands.contains(where: { $0.origin == .store }) {
            let known = try VersionCatalog(project, context.matcher(of: project))
            operands = try operands.map(known.completing)
        }
        let difference = try VersionDifference(from: operands[0], to: operands[1])
        progress.end()
        let group = project.flatMap { project in
            project.groups.first { $0.name == (difference.new.group ?? difference.old.group) }
        }
        let isSynced = project?.declarations.coreDataStores.contains { $0.schema == difference.new.schema }
        return context.write(
            ModelDiffReport(difference: difference, graph: group?.graph, isMarkedForCloudKit: isSynced == true))
    }
}
