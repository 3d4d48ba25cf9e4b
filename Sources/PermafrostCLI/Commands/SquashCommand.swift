import PermafrostModel
import PermafrostProject
import PermafrostSource

/// `permafrost squash`: removes the code that nothing uses from the model classes of old versions.
struct SquashCommand: Command {
    static let dryRun = Flag.dryRun("show the edits as a unified diff without writing")
    static let undo = Flag("--undo", "undo the last squash", hasSideEffect: true)

    static let specification = CommandSpecification(
        name: "squash", operands: "[VERSION]", operandCount: 0...100,
        summary: "remove code that nothing uses from the classes of old versions",
        discussion: """
            Makes the model classes of frozen versions compact: removes methods, computed and static properties, initializers, \
            nested types and conformances that nothing uses, and documentation comments. Accepts several versions. Without one, \
            squashes every frozen version that isn't the newest. Keeps all stored properties unchanged, and every member whose \
            name occurs in code that can reach the version's classes, such as a stage or a test. Leaves classes unchanged that \
            the newest version also lists, or that contain #if or unknown macros. Reads the result before writing it: every \
            version must have the same canonical model, every plan the same stages, and every squashed version must match its \
            fixture. Doesn't build the project, so run its tests afterwards. Exit 0: written. 2: failed or nothing to squash, \
            nothing written.
            """,
        options: [dryRun, undo], agentArguments: [Flag.dryRunName])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode { try context.whileLocked(edit) }

    private func edit() throws -> ExitCode {
        let edits = context.edits
        if context.invocation[Self.undo] { return try context.undo(edits) }
        try context.finish()
        let progress = Output.Progress("reading sources", output: context.output)
        let project = try context.project(readsCode: true)
        let squash = try Squash(project, names: context.invocation.operands, context.matcher(of: project))
        progress.end()
        context.output.problems(project.sourceFindings)
        let files = squash.draft.files
        guard !context.invocation[Self.dryRun] else {
            let diff = files.flatMap { UnifiedDiff(path: $0.path, old: $0.oldText, new: $0.text).lines }
            return context.write(SquashReport(squash: squash, diff: diff, isWritten: false))
        }
        let read = files.compactMap { file in file.oldText.map { (file.path, Array($0.utf8)) } }
        try edits.write(
            files.map { ($0.path, $0.text, $0.isNew) }, expecting: Dictionary(read) { first, _ in first })
        let code = context.write(SquashReport(squash: squash, diff: [], isWritten: true))
        guard context.isForPeople else { return code }
        context.output.note("Run your tests, which compile the classes and migrate each fixture: swift test")
        context.output.note("To undo this, run it again with --undo")
        return code
    }
}
