import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// `permafrost adopt`: every shape that shipped, frozen and declared.
struct AdoptCommand: Command {
    static let since = TextOption("--since", value: "TAG", "declare the shapes of this tag and of later ones")
    static let max = TextOption("--max", value: "N", "declare no plan for more shapes than this (default 5)")
    static let dryRun = Flag.dryRun("show the shapes and the files, and write nothing")
    static let undo = Flag("--undo", "take back what was written last")

    static let specification = CommandSpecification(
        name: "adopt",
        summary: "freeze and declare the shapes that an app without versions has shipped, by git tag",
        discussion: """
            Reads the sources at every tag, without a checkout, and lists each distinct shape with what a migration from it \
            does. For an app without a VersionedSchema it writes one for each shape, with the classes as they shipped, one for \
            the classes of today, and a plan with a stage for each step; then it freezes them. With more shapes than --max it \
            freezes them all and declares none, since a store of a version that a plan does not have is refused \
            (\(CoreDataFailure.unknownModelVersion.code)): --since TAG declares those from that tag on. Containers are left as \
            they are: the lines that they need are printed. Exit 0: every shape that shipped is declared. 1: some are not, or \
            a stage needs an edit. 2: could not run, or not fully.
            """,
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
        let progress = Output.Progress("reading the sources of every tag", output: context.output)
        let project = try context.project(readsCode: true)
        context.output.problems(project.sourceFindings)
        let repository = try GitRepository(directory: context.options.directory)
        let adoption = try Adoption(
            project, options, repository: repository, sources: context.sources(of: repository, readsCode: true))
        progress.end()
        guard !context.invocation[Self.dryRun] else {
            let diff = adoption.draft?.files.flatMap { UnifiedDiff(path: $0.path, old: $0.oldText, new: $0.text).lines }
            return context.write(AdoptReport(adoption: adoption, diff: diff ?? [], isWritten: false, frozen: []))
        }
        let frozen: [String]
        if let draft = adoption.draft, let outcome = adoption.outcome {
            frozen = try write(draft, outcome, edits)
        } else if let versions = adoption.unfrozen?.shipped {
            let staging = project.treeInside == nil ? nil : try StagedFixtures()
            let (files, failures) = try context.freeze(versions, staging)
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

    /// Writes the files together with the fixtures of their versions, or neither.
    ///
    /// - Returns: the versions that were frozen.
    private func write(
        _ draft: NextVersionDraft, _ outcome: Project, _ edits: SourceEdits
    ) throws -> [String] {
        let staging = outcome.treeInside == nil ? nil : try StagedFixtures()
        var (fixtures, versions) = try staging.map { try freeze(outcome, $0) } ?? ([], [])
        // Whoever edits a file while this runs keeps the edit.
        let read = draft.files.compactMap { file in file.oldText.map { (file.path, Array($0.utf8)) } }
        try edits.write(
            draft.files.map { ($0.path, $0.text, $0.isNew) },
            expecting: Dictionary(read) { first, _ in first }, adding: fixtures)
        guard staging == nil else { return versions }
        do {
            (fixtures, versions) = try freeze(try context.projectWithoutModels(), nil)
            return versions
        } catch {
            _ = try edits.undo()
            context.output.note(
                "permafrost: a version could not be frozen, so the written files are reverted")
            throw error
        }
    }

    /// Freezes every version that is not frozen.
    ///
    /// - Returns: the staged files and the versions.
    private func freeze(
        _ project: Project, _ staging: StagedFixtures?
    ) throws -> (files: [(path: String, bytes: [UInt8])], versions: [String]) {
        let freeze = try ProjectFreeze(
            project, toolVersion: PermafrostRelease.version, date: FreezeCommand.date(context.environment),
            held: context.heldFixtures(needsDelivery: false).get(), staging: staging)
        let outcomes = try freeze.run(.all)
        for case .failed(let error) in outcomes.map(\.result) { throw error }
        let frozen = outcomes.filter { if case .frozen = $0.result { true } else { false } }
        let files = try frozen.compactMap(\.fixture).flatMap { try staging?.files(of: $0, in: project) ?? [] }
        return (files, frozen.map(\.version))
    }

    /// Freezes the shapes of an app for which no version is declared.
    ///
    /// - Returns: the versions that were frozen.
    private func freezeShapes(
        _ adoption: Adoption, of project: Project, _ edits: SourceEdits
    ) throws -> [String] {
        let staging = project.treeInside == nil ? nil : try StagedFixtures()
        let frozen = try adoption.freezeShapes(
            of: project, toolVersion: PermafrostRelease.version, date: FreezeCommand.date(context.environment),
            staging: staging)
        let files = try frozen.flatMap { try staging?.files(of: $0.fixture, in: project) ?? [] }
        try edits.write([], expecting: [:], adding: files)
        return frozen.map(\.version)
    }
}
