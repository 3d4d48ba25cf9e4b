import Foundation
import PermafrostDeclarations
import PermafrostFiles
import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// `permafrost new-version`: writes the next version, and puts the newest back to what shipped.
struct NewVersionCommand: Command {
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
            OptionSpecification(
                name: "--name", value: "NAME", help: "the type of the next version (default: the next number)"),
            OptionSpecification(
                name: "--models", value: "A,B", help: "freeze these models alone, with what they are connected with"),
            OptionSpecification(
                name: "--without", value: "A,B", help: "leave these new models out, which no version lists yet"),
            OptionSpecification(
                name: "--renamed", value: "Post.body=content",
                help: "a property that has another name now, and keeps its values (repeatable)"),
            OptionSpecification(
                name: "--not-renamed", value: "Post.body",
                help: "a property that is gone, though one like it is new (repeatable)"),
            OptionSpecification(
                name: "--stage", value: "lightweight|custom",
                help: "the stage's kind (default: what the difference needs)"),
            OptionSpecification(
                name: "--scaffold", help: "write the tests of what is frozen, too, as scaffold does"),
            OptionSpecification(name: "--even-unshipped", help: "also if the newest version has not shipped"),
            OptionSpecification(name: "--dry-run", help: "show the edits as a unified diff, and write nothing"),
            OptionSpecification(name: "--undo", help: "take back what the last new-version wrote"),
        ])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let edits = SourceEdits(directory: context.options.directory, journalIn: context.cache)
        if context.invocation.has("--undo") {
            return context.write(UndoReport(command: "new-version", paths: try edits.undo().map(\.path)))
        }
        try context.finish(edits)
        let progress = Progress("reading sources", output: context.output)
        let project = try context.projectWithoutModels()
        context.output.problems(project.sourceFindings)
        let tools = try SourceReaderTools(context.sourceReader, announce: context.output.note)
        let scaffolds = context.invocation.has("--scaffold")
        // Where there is no place for tests, nothing is written at all.
        if scaffolds { _ = try ProjectScaffold.folder(of: project, tests: nil, tools: tools) }
        let history = try history()
        var next = try NextVersion(project, options(), history: history, tools: tools)
        progress.end()
        let prompt = RenamePrompt(questions: next.renameQuestions)
        if !prompt.questions.isEmpty, RenamePrompt.isPossible(context) {
            let options = try prompt.answered(options(), note: context.output.note)
            next = try NextVersion(project, options, history: history, tools: tools)
        }
        guard !context.invocation.has("--dry-run") else {
            return context.write(
                NewVersionReport(
                    next: next, diff: Self.diff(next), isWritten: false, isFrozen: false, scaffold: nil,
                    hints: renameHints(next)))
        }
        // Whoever edits a file while this runs keeps the edit.
        let read = next.draft.files.compactMap { file in file.former.map { (file.path, Array($0.utf8)) } }
        try edits.write(
            next.draft.files.map { ($0.path, $0.text, $0.isNew) }, expecting: Dictionary(uniqueKeysWithValues: read))
        let isFrozen: Bool
        let tests: ScaffoldReport?
        do {
            let written = !next.isFrozen || scaffolds ? try context.projectWithoutModels() : nil
            isFrozen = try !next.isFrozen && written.map { try freeze(next, of: $0, edits) } == true
            tests = scaffolds ? try written.map { try scaffold($0, tools, edits) } : nil
        } catch {
            _ = try edits.undo()
            context.output.note(
                "permafrost: \(next.version) could not be frozen or tested, and the files that were written are taken back"
            )
            throw error
        }
        return context.write(
            NewVersionReport(
                next: next, diff: [], isWritten: true, isFrozen: isFrozen, scaffold: tests,
                hints: renameHints(next) + ["To take this back: \(context.commandLine("new-version")) --undo"]))
    }

    /// How to answer what lint asks of the new step: what is gone and what is new may be one property.
    private func renameHints(_ next: NextVersion) -> [String] {
        next.renameQuestions.compactMap { question in
            guard let entity = question.entity else { return nil }
            let former = "\(entity).\(question.former)"
            let renames = question.candidates.map { "--renamed \(former)=\($0)" }.joined(separator: " or ")
            return
                "If \(former) was renamed, take this back and run it with \(renames); if not, with --not-renamed \(former)"
        }
    }

    private func options() throws -> NextVersionOptions {
        var options = NextVersionOptions()
        options.version = context.invocation.operands.first
        options.name = context.invocation.value("--name")
        options.models = context.invocation.list("--models")
        options.without = context.invocation.list("--without")
        for text in context.invocation.list("--renamed") {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, parts[0].contains("."), !parts[1].isEmpty, options.renamed[parts[0]] == nil else {
                throw UsageError.invalidValue(option: "--renamed", value: text, expected: "Post.body=content")
            }
            options.renamed[parts[0]] = parts[1]
        }
        options.notRenamed = Set(context.invocation.list("--not-renamed"))
        options.evenUnshipped = context.invocation.has("--even-unshipped")
        if let text = context.invocation.value("--stage") {
            guard let kind = PlanStage.Kind(rawValue: text) else {
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
        next.draft.files.flatMap { UnifiedDiff(path: $0.path, old: $0.former, new: $0.text).lines }
    }

    /// Freezes the newest version if it is not, as it is declared again.
    private func freeze(_ next: NextVersion, of project: Project, _ edits: SourceEdits) throws -> Bool {
        let freeze = try ProjectFreeze(
            project, toolVersion: PermafrostRelease.version, date: FreezeCommand.date(context.environment),
            origins: context.origins, held: context.heldFixtures().get())
        let outcome = try freeze.run(.version(next.version)).first
        if case .failed(let error) = outcome?.result { throw error }
        guard let outcome, case .frozen = outcome.result, let folder = outcome.fixture else {
            return false
        }
        let path = project.tree.directory + "/" + folder
        let prefix = context.options.directory + "/"
        guard path.hasPrefix(prefix) else { return true }
        try edits.note(added: FileAccess.list(path).map { String(path.dropFirst(prefix.count)) + "/" + $0 })
        return true
    }

    /// Writes the tests that are not there, which an undo takes back, too.
    private func scaffold(
        _ project: Project, _ tools: SourceReaderTools, _ edits: SourceEdits
    ) throws -> ScaffoldReport {
        let scaffold = try ProjectScaffold(project, tests: nil, framework: .xctest, tools: tools)
        let outcomes = scaffold.write()
        let prefix = context.options.directory + "/"
        let new = outcomes.filter { if case .written = $0.result { $0.path.hasPrefix(prefix) } else { false } }
        try edits.note(added: new.map { String($0.path.dropFirst(prefix.count)) })
        return ScaffoldReport(scaffold: scaffold, outcomes: outcomes, problems: [], shown: context.shown)
    }
}

extension NextVersion {
    /// What lint asks of the new step.
    fileprivate var renameQuestions: [RenameQuestion] {
        findings.compactMap { if case .question(let question)? = $0.subject { question } else { nil } }
    }
}

extension CommandContext {
    /// Finishes what an earlier run has begun, and says so: nothing is read of sources that are half written.
    func finish(_ edits: SourceEdits) throws {
        guard !invocation.has("--dry-run") else { return try edits.expectFinished() }
        let paths = try edits.finish()
        guard !paths.isEmpty else { return }
        output.note("permafrost: finished what an earlier run had begun: \(paths.joined(separator: ", "))")
    }
}
