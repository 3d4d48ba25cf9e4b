import PermafrostModel
import PermafrostProject

/// `permafrost new-version --onto`: renumbers this branch's frozen versions so that they follow the versions of another
/// branch.
struct BranchRenumbering {
    let context: CommandContext
    /// The other branch.
    let reference: String

    /// The options of `new-version` that only apply to a version that it writes.
    private static let otherUses: [any DeclaredOption] = [
        NewVersionCommand.models, NewVersionCommand.without, NewVersionCommand.renamed, NewVersionCommand.notRenamed,
        NewVersionCommand.hashModifiers, NewVersionCommand.stage, NewVersionCommand.scaffold, TestOptions.tests,
        TestOptions.framework, NewVersionCommand.evenUnshipped,
    ]

    /// Renumbers the versions and writes the report. In a dry run, writes only the report.
    ///
    /// - Throws: a `UsageError` if an option doesn't apply, or the errors of `RenumberedVersions`.
    func run(_ edits: SourceEdits) throws -> ExitCode {
        if let other = Self.otherUses.first(where: { !context.invocation[all: $0].isEmpty }) {
            throw UsageError.conflictingOptions(
                NewVersionCommand.onto.specification.name, other.specification.name)
        }
        var options = NextVersionOptions()
        options.version = context.invocation.operands.first
        options.name = context.invocation[NewVersionCommand.typeName]
        let progress = Output.Progress("reading both branches", output: context.output)
        let held = context.heldFixtures(needsDelivery: false)
        let project = try context.projectWithoutModels()
        context.output.problems(project.sourceFindings)
        let renumbered = try RenumberedVersions(
            project, onto: reference, options, held.get(), reader: context.reader,
            session: context.freezeSession(held))
        progress.end()
        guard !context.invocation[NewVersionCommand.dryRun] else {
            return context.write(RenumberingReport(renumbered: renumbered, isWritten: false, scaffold: nil))
        }
        let tests: (scaffold: ProjectScaffold, outcomes: [ProjectScaffold.Outcome])?
        do {
            tests = try renumbered.write(with: edits, readingBy: { try context.projectWithoutModels() })
        } catch let failure as DraftTransaction.RolledBack {
            context.output.note("permafrost: the tests couldn't be written, so the written files were reverted")
            throw failure.cause
        }
        let scaffold = tests.map {
            ScaffoldReport(scaffold: $0.scaffold, outcomes: $0.outcomes, problems: [], shown: context.shown)
        }
        return context.write(RenumberingReport(renumbered: renumbered, isWritten: true, scaffold: scaffold))
    }
}
