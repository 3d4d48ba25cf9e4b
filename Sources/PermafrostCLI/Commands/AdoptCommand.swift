import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// `permafrost adopt`: freezes and declares every schema that shipped.
struct AdoptCommand: Command {
    static let since = TextOption("--since", value: "TAG", "only declare the schemas of this tag and later tags")
    static let max = TextOption("--max", value: "N", "the maximum number of schemas to declare (default 5)")
    static let dryRun = Flag.dryRun("show the schemas and files without writing")
    static let undo = Flag("--undo", "undo the last run")

    static let specification = CommandSpecification(
        name: "adopt",
        summary: "freeze and declare every schema that an unversioned app shipped, using the app's git tags",
        discussion: """
            Reads the sources at every tag, without checking the tags out, and lists each distinct schema with the \
            effects of migrating from it. If the app has no VersionedSchema, adopt also writes a VersionedSchema for \
            each schema that shipped and for the current classes, and a plan with a stage from each version to the \
            next. It then freezes these versions. If there are more schemas than --max, adopt freezes all of them but \
            declares none, because SwiftData rejects a store whose version isn't in the plan \
            (\(CoreDataFailure.unknownModelVersion.code)). To declare only the schemas of TAG and later tags, pass \
            --since TAG. adopt edits the call that creates the app's container, and keeps its configuration. If there \
            are several such calls, or one can't be edited, it prints the edits. Exit 0: every schema \
            that shipped is declared. 1: some aren't, or a stage needs an edit. 2: failed or incomplete.
            """,
        examples: [
            CommandExample("--dry-run", "list the schemas that shipped, and show what would be written"),
            CommandExample("", "declare and freeze every schema that shipped"),
            CommandExample("--since v2.0", "leave out the schemas that shipped only before a tag"),
            CommandExample("--undo", "take back the last run"),
        ],
        options: [since, max, dryRun, undo],
        makesTree: true)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode { try context.whileLocked(edit) }

    private func edit() throws -> ExitCode {
        let options = try options()
        let edits = context.edits
        if context.invocation[Self.undo] { return try context.undo(edits) }
        try context.finish()
        let progress = ProgressNote("reading the sources of every tag", output: context.output)
        let project = try context.project(readsCode: true)
        context.output.problems(project.sourceFindings)
        let repository = try GitRepository(directory: context.options.directory)
        let adoption = try Adoption.run(
            project, options, repository: repository, sources: context.sources(of: repository, readsCode: true))
        progress.end()
        guard !context.invocation[Self.dryRun] else {
            if let draft = adoption.draft, let outcome = adoption.outcome {
                try transaction(draft, outcome, edits).rehearse(freezing: .all)
            }
            let diff = adoption.draft?.files.flatMap { UnifiedDiff(path: $0.path, old: $0.oldText, new: $0.text).lines }
            return context.write(AdoptReport(adoption: adoption, diff: diff ?? [], isWritten: false, frozen: []))
        }
        let frozen: [String]
        if let draft = adoption.draft, let outcome = adoption.outcome {
            frozen = try write(draft, outcome, edits)
        } else if let versions = adoption.unfrozen?.shipped {
            let staging = project.workTree == nil ? nil : try StagedFixtures()
            let (files, failures) = try context.freeze(versions, staging: staging)
            try edits.write([], expecting: [:], adding: files)
            frozen = versions.map(\.name).filter { name in !failures.contains { $0.version == name } }
            return context.write(
                AdoptReport(adoption: adoption, diff: [], isWritten: true, frozen: frozen, failures: failures))
        } else {
            frozen = try freezeShapes(adoption, of: project, edits)
        }
        return context.write(AdoptReport(adoption: adoption, diff: [], isWritten: true, frozen: frozen))
    }

    private func options() throws -> Adoption.Options {
        var options = Adoption.Options()
        options.since = context.invocation[Self.since]
        if let text = context.invocation[Self.max] {
            guard let limit = Int(text), (1...1000).contains(limit) else {
                throw UsageError.invalidValue(option: "--max", value: text, expected: "a number from 1 to 1000")
            }
            options.limit = limit
        }
        return options
    }

    /// Writes the draft's files, and freezes the versions that the draft declares. If a version can't be frozen, the
    /// files are reverted and the error is thrown.
    ///
    /// - Returns: the names of the frozen versions.
    private func write(
        _ draft: NextVersionDraft, _ outcome: Project, _ edits: SourceEdits
    ) throws -> [String] {
        do {
            return try transaction(draft, outcome, edits).run(
                freezing: .all, readingBy: { try context.projectWithoutModels(asIn: outcome) }
            ).frozen
        } catch let failure as DraftTransaction.RolledBack {
            context.output.note(
                "permafrost: a version couldn't be frozen, so adopt reverted the files that it wrote")
            throw failure.cause
        }
    }

    private func transaction(
        _ draft: NextVersionDraft, _ outcome: Project, _ edits: SourceEdits
    ) throws -> DraftTransaction {
        DraftTransaction(draft, outcome: outcome, edits: edits, session: try context.freezeSession())
    }

    /// Freezes the shipped, unfrozen schemas of an app that doesn't declare versions.
    ///
    /// - Returns: the names of the frozen versions.
    private func freezeShapes(
        _ adoption: Adoption, of project: Project, _ edits: SourceEdits
    ) throws -> [String] {
        let staging = project.workTree == nil ? nil : try StagedFixtures()
        let frozen = try adoption.freezeShapes(
            of: project, by: context.freezeSession(), staging: staging)
        let files = try frozen.flatMap { try staging?.files(of: $0.fixture, in: project) ?? [] }
        try edits.write([], expecting: [:], adding: files)
        return frozen.map(\.version)
    }
}
