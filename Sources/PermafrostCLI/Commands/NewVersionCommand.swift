import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// `permafrost new-version`: writes the next version, and reverts the newest version to its shipped declaration.
struct NewVersionCommand: Command {
    static let typeName = TextOption(
        "--name", value: "NAME", "the type name of the next version (default: the next number)")
    static let models = ListOption(
        "--models", value: "A,B", "copy only these models and the models that they are connected to")
    static let without = ListOption("--without", value: "A,B", "leave out these new models, which no version lists yet")
    static let renamed = ListOption(
        "--renamed", value: "Post.body=content",
        "a renamed property, which keeps its values (may be repeated)")
    static let notRenamed = ListOption(
        "--not-renamed", value: "Post.body", "a property that was removed, not renamed (may be repeated)")
    static let hashModifiers = ListOption(
        "--hash-modifier", value: "Post.title",
        "an attribute that gets a hashModifier, so that a migration runs (may be repeated)")
    static let stage = TextOption(
        "--stage", value: "lightweight|custom",
        "the kind of stage (default: the kind that the changes need, or none if the plan has no stage)")
    static let scaffold = Flag(
        "--scaffold", "also write the tests that scaffold writes, and a test of the migration to the next version")
    static let evenUnshipped = Flag(
        "--even-unshipped", "write a next version even if the newest version hasn't shipped")
    static let dryRun = Flag.dryRun("show the edits as a unified diff without writing")
    static let undo = Flag("--undo", "undo the last new-version", hasSideEffect: true)

    static let specification = CommandSpecification(
        name: "new-version", operands: "[VERSION]", operandCount: 0...1,
        summary: "write the next version, and revert the newest version to what shipped",
        discussion: """
            Edit the models, then run this command. new-version reverts the newest version to what shipped (its \
            fixture, or else its newest tag, or else the last commit), with frozen copies of the classes outside the \
            version. Your edits become the next version, which new-version adds to the plan with a stage. It also \
            updates aliases and containers. Before it writes anything, it verifies the hashes of all versions. \
            A plan without stages gets no stage, because SwiftData then rejects every store that matches no version \
            (\(CoreDataFailure.unknownModelVersion.code)). If the next version needs a stage, new-version lists the \
            schemas that the first stage locks out. To add it, pass --stage. \
            Without edits, the next version is a copy of the newest version for you to edit. At a terminal, \
            new-version asks whether properties were renamed. \
            Exit 0: written. 1: written, but the new step needs the edit that is printed. 2: failed, nothing written.
            """,
        examples: [
            CommandExample("--dry-run", "show the next version without writing it"),
            CommandExample("", "write the next version"),
            CommandExample("--renamed Post.body=content", "write the next version, in which a property has a new name"),
            CommandExample("--undo", "take back the last run"),
        ],
        options: [
            typeName, models, without, renamed,
            notRenamed, hashModifiers, stage, scaffold, TestOptions.tests, TestOptions.framework, evenUnshipped,
            dryRun, undo,
        ],
        agentArguments: [Flag.dryRunName])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode { try context.whileLocked(edit) }

    private func edit() throws -> ExitCode {
        let edits = context.edits
        if context.invocation[Self.undo] { return try context.undo(edits) }
        try context.finish()
        let progress = ProgressNote("reading sources", output: context.output)
        let project = try context.projectWithoutModels()
        context.output.problems(project.sourceFindings)
        var tests = try context.testRequest(if: Self.scaffold)
        // Find the tests' folder first. If there is none, nothing is written.
        if let tests { _ = try ProjectScaffold.folder(of: project, tests: tests.tests) }
        let history = try history()
        var next = try NextVersion.run(project, options(), history: history)
        progress.end()
        let prompt = RenamePrompt(questions: next.renameQuestions)
        if !prompt.questions.isEmpty, RenamePrompt.isPossible(context) {
            let options = try prompt.answered(options(), note: context.output.note)
            next = try NextVersion.run(project, options, history: history)
        }
        guard !context.invocation[Self.dryRun] else {
            return context.write(
                NewVersionReport(
                    next: next, diff: Self.diff(next), isWritten: false, isFrozen: false, scaffold: nil,
                    hints: renameHints(next)))
        }
        let transaction = DraftTransaction(
            next.draft, outcome: next.outcome, edits: edits, session: try context.freezeSession())
        tests?.selection = .allAndNext(schema: next.nextSchema)
        let written: DraftTransaction.Result
        do {
            written = try transaction.run(
                freezing: next.isFrozen ? nil : .version(next.schema), testing: tests,
                readingBy: { try context.projectWithoutModels(asIn: next.outcome) })
        } catch let failure as DraftTransaction.RolledBack {
            context.output.note(
                "permafrost: the fixture or the tests of \(next.version) couldn't be written, so all files were "
                    + "reverted"
            )
            throw failure.cause
        }
        let scaffold = written.tests.map {
            ScaffoldReport(scaffold: $0.scaffold, outcomes: $0.outcomes, problems: [], shown: context.shown)
        }
        return context.write(
            NewVersionReport(
                next: next, diff: [], isWritten: true, isFrozen: !written.frozen.isEmpty, scaffold: scaffold,
                hints: renameHints(next) + ["To undo this, run it again with --undo"]))
    }

    /// Returns a hint for each removed property that may have been renamed.
    private func renameHints(_ next: NextVersion) -> [String] {
        next.renameQuestions.compactMap { question in
            guard let entity = question.entity else { return nil }
            let oldName = "\(entity).\(question.oldName)"
            let renames = question.candidates.map { "--renamed \(oldName)=\($0)" }.joined(separator: " or ")
            return
                "If \(oldName) was renamed, undo this run and repeat it with \(renames). If it was removed, undo and "
                + "repeat it with --not-renamed \(oldName)"
        }
    }

    private func options() throws -> NextVersionOptions {
        var options = NextVersionOptions()
        options.version = context.invocation.operands.first
        options.name = context.invocation[Self.typeName]
        options.models = context.invocation[Self.models]
        options.without = context.invocation[Self.without]
        for text in context.invocation[Self.renamed] {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, parts[0].contains("."), !parts[1].isEmpty, options.renamed[parts[0]] == nil else {
                throw UsageError.invalidValue(option: "--renamed", value: text, expected: "Post.body=content")
            }
            options.renamed[parts[0]] = parts[1]
        }
        options.notRenamed = Set(context.invocation[Self.notRenamed])
        options.hashModifiers = Set(context.invocation[Self.hashModifiers])
        options.evenUnshipped = context.invocation[Self.evenUnshipped]
        if let text = context.invocation[Self.stage] {
            guard let kind = PlanStage.Kind(rawValue: text) else {
                throw UsageError.invalidValue(option: "--stage", value: text, expected: "lightweight or custom")
            }
            options.stage = kind
        }
        return options
    }

    /// Returns the project's repository and the sources of its commits. Returns nil if the project isn't in a
    /// repository, or if the repository has no commits.
    private func history() throws -> (repository: GitRepository, sources: CommitSources)? {
        do {
            let repository = try GitRepository(directory: context.options.directory)
            // A repository without commits has no history.
            _ = try repository.commit(of: "HEAD")
            return (repository, context.sources(of: repository))
        } catch GitError.noRepository, GitError.unknownReference {
            return nil
        }
    }

    private static func diff(_ next: NextVersion) -> [String] {
        next.draft.files.flatMap { UnifiedDiff(path: $0.path, old: $0.oldText, new: $0.text).lines }
    }
}

extension NextVersion {
    /// The questions in `findings` about removed properties that may have been renamed.
    fileprivate var renameQuestions: [RenameQuestion] {
        findings.compactMap { if case .question(let question)? = $0.subject { question } else { nil } }
    }
}
