import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// `permafrost new-version`: writes the next version, and puts the newest back to what shipped.
struct NewVersionCommand: Command {
    static let typeName = TextOption("--name", value: "NAME", "the type of the next version (default: the next number)")
    static let models = ListOption(
        "--models", value: "A,B", "freeze these models alone, with what they are connected with")
    static let without = ListOption("--without", value: "A,B", "leave these new models out, which no version lists yet")
    static let renamed = ListOption(
        "--renamed", value: "Post.body=content",
        "a property that has another name now, and keeps its values (repeatable)")
    static let notRenamed = ListOption(
        "--not-renamed", value: "Post.body", "a property that is gone, though one like it is new (repeatable)")
    static let stage = TextOption(
        "--stage", value: "lightweight|custom", "the stage's kind (default: what the difference needs)")
    static let scaffold = Flag("--scaffold", "write the tests of what is frozen, too, as scaffold does")
    static let evenUnshipped = Flag("--even-unshipped", "also if the newest version has not shipped")
    static let dryRun = Flag.dryRun("show the edits as a unified diff, and write nothing")
    static let undo = Flag("--undo", "take back what the last new-version wrote")

    static let specification = CommandSpecification(
        name: "new-version", operands: "[VERSION]", operandCount: 0...1,
        summary: "write the next version, with the newest as it shipped",
        discussion: """
            Edit the models, then run this. The newest version becomes again what shipped (its fixture, else its newest tag, else \
            the last commit), with frozen copies of classes that stand outside of it; what you edited is the next version. The \
            plan gets it with a stage, and aliases and containers name it. All versions are proved by their hashes before a \
            byte is written. Without an edit the next version is like the newest, until you edit it. At a terminal you are asked \
            what may have been renamed. \
            Exit 0: written. 1: written, and the new step needs an edit that is named. 2: refused, nothing written.
            """,
        options: [
            typeName, models, without, renamed,
            notRenamed, stage, scaffold, evenUnshipped,
            dryRun, undo,
        ])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode { try context.whileLocked(edit) }

    private func edit() throws -> ExitCode {
        let edits = context.edits
        if context.invocation[Self.undo] { return try context.undo(edits) }
        try context.finish()
        let progress = Output.Progress("reading sources", output: context.output)
        let project = try context.projectWithoutModels()
        context.output.problems(project.sourceFindings)
        let scaffolds = context.invocation[Self.scaffold]
        // Where there is no place for tests, nothing is written at all.
        if scaffolds { _ = try ProjectScaffold.folder(of: project, tests: nil) }
        let history = try history()
        var next = try NextVersion(project, options(), history: history)
        progress.end()
        let prompt = RenamePrompt(questions: next.renameQuestions)
        if !prompt.questions.isEmpty, RenamePrompt.isPossible(context) {
            let options = try prompt.answered(options(), note: context.output.note)
            next = try NextVersion(project, options, history: history)
        }
        guard !context.invocation[Self.dryRun] else {
            return context.write(
                NewVersionReport(
                    next: next, diff: Self.diff(next), isWritten: false, isFrozen: false, scaffold: nil,
                    hints: renameHints(next)))
        }
        // What has not shipped as a fixture yet is frozen first, so that sources and fixtures are written together.
        let freezesOutside = !next.isFrozen && next.outcome.treeInside == nil
        let frozen = next.isFrozen || freezesOutside ? [] : try staged(next)
        // Whoever edits a file while this runs keeps the edit.
        let read = next.draft.files.compactMap { file in file.oldText.map { (file.path, Array($0.utf8)) } }
        try edits.write(
            next.draft.files.map { ($0.path, $0.text, $0.isNew) }, expecting: Dictionary(uniqueKeysWithValues: read),
            adding: frozen)
        var isFrozen = !frozen.isEmpty
        let tests: ScaffoldReport?
        do {
            let written = freezesOutside || scaffolds ? try context.projectWithoutModels() : nil
            if freezesOutside { isFrozen = try written.map { try freeze(next, of: $0, nil) } != nil }
            tests = scaffolds ? try written.map { try scaffold($0, edits) } : nil
        } catch {
            _ = try edits.undo()
            context.output.note(
                "permafrost: \(next.version) could not be frozen or tested, so the written files are reverted"
            )
            throw error
        }
        return context.write(
            NewVersionReport(
                next: next, diff: [], isWritten: true, isFrozen: isFrozen, scaffold: tests,
                hints: renameHints(next) + ["To undo this: \(context.commandLine("new-version")) --undo"]))
    }

    /// How to answer what lint asks of the new step: what is gone and what is new may be one property.
    private func renameHints(_ next: NextVersion) -> [String] {
        next.renameQuestions.compactMap { question in
            guard let entity = question.entity else { return nil }
            let oldName = "\(entity).\(question.oldName)"
            let renames = question.candidates.map { "--renamed \(oldName)=\($0)" }.joined(separator: " or ")
            return
                "If \(oldName) was renamed, undo this and run it with \(renames). If it wasn't, use --not-renamed \(oldName)"
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
        options.evenUnshipped = context.invocation[Self.evenUnshipped]
        if let text = context.invocation[Self.stage] {
            guard let kind = VersionGraph.PlanStage.Kind(rawValue: text) else {
                throw UsageError.invalidValue(option: "--stage", value: text, expected: "lightweight or custom")
            }
            options.stage = kind
        }
        return options
    }

    /// The project's repository; nil if it is in none.
    private func history() throws -> (repository: GitRepository, sources: CommitSources)? {
        do {
            let repository = try GitRepository(directory: context.options.directory)
            // A repository without a commit has no history.
            _ = try repository.commit(of: "HEAD")
            return (repository, context.sources(of: repository))
        } catch GitError.noRepository, GitError.unknownReference {
            return nil
        }
    }

    private static func diff(_ next: NextVersion) -> [String] {
        next.draft.files.flatMap { UnifiedDiff(path: $0.path, old: $0.oldText, new: $0.text).lines }
    }

    /// The files of the newest version's fixture, as it is declared once the draft is written.
    private func staged(_ next: NextVersion) throws -> [(path: String, bytes: [UInt8])] {
        let staging = try StagedFixtures()
        guard let fixture = try freeze(next, of: next.outcome, staging) else { return [] }
        return try staging.files(of: fixture, in: next.outcome)
    }

    /// Freezes the newest version.
    ///
    /// - Returns: the fixture's folder relative to the tree; nil if another process froze it meanwhile.
    private func freeze(_ next: NextVersion, of project: Project, _ staging: StagedFixtures?) throws -> String? {
        let freeze = try ProjectFreeze(
            project, toolVersion: PermafrostRelease.version, date: FreezeCommand.date(context.environment),
            held: context.heldFixtures(needsDelivery: false).get(), staging: staging)
        let outcome = try freeze.run(.version(next.version)).first
        if case .failed(let error) = outcome?.result { throw error }
        guard let outcome, case .frozen = outcome.result else { return nil }
        return outcome.fixture
    }

    /// Writes the tests that are not there, which an undo takes back, too.
    private func scaffold(
        _ project: Project, _ edits: SourceEdits
    ) throws -> ScaffoldReport {
        let scaffold = try ProjectScaffold(project, tests: nil, framework: .xctest)
        let outcomes = try scaffold.write(with: edits)
        return ScaffoldReport(scaffold: scaffold, outcomes: outcomes, problems: [], shown: context.shown)
    }
}

extension NextVersion {
    /// What lint asks of the new step.
    fileprivate var renameQuestions: [RenameQuestion] {
        findings.compactMap { if case .question(let question)? = $0.subject { question } else { nil } }
    }
}
