import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// `permafrost lint`: predicts what SwiftData will reject or lose.
struct LintCommand: Command {
    static let all = Flag(
        "--all", "also show findings about migrations that the newest release already contains")
    static let cloudkit = Flag(
        "--cloudkit", "assume that every store syncs with CloudKit unless its cloudKitDatabase is .none")
    static let writeBaseline = Flag(
        "--write-baseline",
        "accept today's findings: write them to the baseline, and fail only on new findings from now on",
        hasSideEffect: true)
    static let updateBaseline = Flag(
        "--update-baseline", "remove findings that no longer exist from the baseline", hasSideEffect: true)
    static let baseline = TextOption(
        "--baseline", value: "FILE", "the baseline (default: \(Baseline.fileName) in the project's folder)")
    static let base = TextOption(
        "--base", value: "GITREF", "fail only on findings that this branch, tag or commit doesn't have")

    static let specification = CommandSpecification(
        name: "lint",
        summary: "predict what SwiftData will reject or lose, before it ships",
        discussion: """
            Checks the versions, plans, fixtures and steps between versions, and the code that creates containers or copies \
            stores, for anything that stops a migration or loses data. To suppress a finding, add a comment with the reason to its \
            line or the line above: // permafrost:ignore PF0213 because the old values were test data. \
            Findings in the baseline are old and don't fail. With --base, an entry that the base's baseline lacks doesn't count. \
            Warnings about a migration that the newest release tag contains, with the same hashes and hooks, are only counted. \
            Exit 0: no errors, but possibly warnings. 1: errors. 2: failed or incomplete.
            """,
        examples: [
            CommandExample("", "predict what SwiftData will reject or lose"),
            CommandExample("--base main", "fail only on findings that the branch adds"),
            CommandExample("--write-baseline", "accept today's findings, and fail only on new ones"),
        ],
        options: [all, cloudkit, writeBaseline, updateBaseline, baseline, base],
        formats: ReportFormat.allCases)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let edit = try self.edit()
        let file = BaselineFile(context.path(Self.baseline), in: context.options.directory)
        let baseline = edit == .write ? nil : try file.read(mustExist: true)
        if edit == .update, baseline == nil {
            throw BaselineError.nothingToUpdate(path: file.name, project: context.options.directory)
        }
        let repository = try context.invocation[Self.base].map { _ in
            try GitRepository(directory: context.options.directory)
        }
        if let repository, let base = context.invocation[Self.base] { _ = try repository.commit(of: base) }
        let progress = ProgressNote("reading sources", output: context.output)
        defer { progress.end() }
        let project = try context.project(readsCode: true)
        let lint = try ProjectLint.run(
            project, checksCloudKit: context.invocation[Self.cloudkit], context.matcher(of: project))
        let base = try repository.flatMap { try self.base(in: $0, file) }
        let released =
            edit != nil || context.invocation[Self.all] ? nil : ReleasedFindings.run(lint, of: project, context.reader)
        progress.end()
        guard let edit else {
            guard baseline != nil || base != nil else {
                return context.write(LintReport(lint: lint, released: released))
            }
            let comparison = LintComparison(lint, baseline, in: file, base: base, isPart: isPart)
            return context.write(LintReport(lint: lint, comparison: comparison, released: released))
        }
        return try write(edit, lint, baseline, to: file, base)
    }

    private enum Edit {
        /// Write all findings to the baseline.
        case write
        /// Remove the findings that no longer occur from the baseline.
        case update
    }

    /// Returns the requested edit of the baseline; nil if there is none.
    private func edit() throws -> Edit? {
        let invocation = context.invocation
        let requested: [(option: Flag, edit: Edit)] = [(Self.writeBaseline, .write), (Self.updateBaseline, .update)]
            .filter { invocation[$0.0] }
        guard let first = requested.first else { return nil }
        let name = first.option.specification.name
        if requested.count > 1 {
            throw UsageError.conflictingOptions(name, requested[1].option.specification.name)
        }
        if first.edit == .write, invocation[Self.base] != nil {
            throw UsageError.conflictingOptions(name, Self.base.specification.name)
        }
        if context.environment[ToolCommand.readsOnlyVariable] != nil { throw UsageError.writesBaseline(option: name) }
        if isPart, let part = selection { throw UsageError.partOfBaseline(option: name, selection: part) }
        return first.edit
    }

    /// The name of the option that limits the command to a part of the project: the first of `--plan`, `--schema` and
    /// `--target` that was given. Nil if none was given.
    private var selection: String? {
        [CommonOptions.plan, CommonOptions.schema, CommonOptions.target].first { context.invocation[$0] != nil }?
            .specification.name
    }

    /// Whether the command examines only a part of the project, but uses the baseline of the entire project. With
    /// `--baseline`, the baseline is assumed to be only about the examined part.
    private var isPart: Bool { selection != nil && context.invocation[Self.baseline] == nil }

    private func base(in repository: GitRepository, _ file: BaselineFile) throws -> LintBase? {
        guard let reference = context.invocation[Self.base] else { return nil }
        var options = context.options
        options.readsCode = true
        let base = try LintBase.run(
            reference, of: repository, options, reader: context.reader, file: file,
            checksCloudKit: context.invocation[Self.cloudkit])
        if let problem = base.problem {
            context.output.note(
                "permafrost: the baseline of \(reference) is ignored: \(BaselineMessage.reason(problem))")
        }
        if base.isIncomplete {
            context.output.note(
                "permafrost: some sources of \(reference) can't be read, so their findings count as new")
        }
        return base
    }

    /// Writes the baseline, and then the report. If some sources can't be read, their findings aren't known, and the
    /// baseline isn't written.
    private func write(
        _ edit: Edit, _ lint: ProjectLint, _ baseline: Baseline?, to file: BaselineFile, _ base: LintBase?
    ) throws -> ExitCode {
        let before = LintComparison(lint, baseline, in: file, base: base, isPart: isPart)
        if lint.isIncomplete {
            context.output.note("permafrost: \(file.name) wasn't written, because some sources can't be read")
            return context.write(LintReport(lint: lint, comparison: baseline == nil ? nil : before))
        }
        let written = edit == .write ? Baseline(of: lint) : before.pruned
        let option =
            context.invocation[Self.baseline] == nil ? Self.writeBaseline.specification : Self.baseline.specification
        if written != baseline { try OutputFile(file.path, option: option.name, context).write(written.bytes) }
        let after = LintComparison(lint, written, in: file, base: base, isPart: isPart)
        return context.write(
            LintReport(
                lint: lint, comparison: after,
                edit: .init(count: written.count, removed: edit == .update ? before.removed : [])))
    }
}
