import PermafrostFixtures
import PermafrostProject

/// `permafrost ship`: records the release that a frozen version shipped in.
struct ShipCommand: Command {
    static let release = TextOption("--release", value: "NAME", "the name of the release, such as 2.3 (required)")
    static let undo = Flag("--undo", "undo the last ship", hasSideEffect: true)

    static let specification = CommandSpecification(
        name: "ship", operands: "VERSION --release NAME", operandCount: 0...1,
        summary: "record the release that a frozen version shipped in",
        discussion: """
            Adds a line with the fixture's folder, the release and the fixture's checksum to shipped.txt in the fixture tree, \
            for a project whose releases have no git tags. check, freeze and new-version then treat the version as shipped. If \
            settings.json in the fixture tree also lists the patterns of release tags, a version that neither a tag nor a line \
            names hasn't shipped. Refuses a version that isn't frozen, whose fixture is damaged, or that has drifted. --undo \
            takes back the last line, unless the file was edited since. Exit 0: recorded, or already there. 2: failed, nothing \
            written.
            """,
        examples: [
            CommandExample("2.0.0 --release 2024.1", "record the release that a version shipped in"),
            CommandExample("--undo", "take back the last record"),
        ],
        options: [release, undo], agentArguments: nil)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let edits = context.edits
        if context.invocation[Self.undo] { return try context.whileLocked { try context.undo(edits) } }
        guard let version = context.invocation.operands.first else {
            throw UsageError.missingOperand("VERSION", command: Self.specification.name)
        }
        guard let release = context.invocation[Self.release] else {
            throw UsageError.missingOption("--release NAME", command: Self.specification.name)
        }
        guard ReleaseRecord.isName(release) else {
            throw UsageError.invalidValue(
                option: Self.release.specification.name, value: release,
                expected: "a name such as 2.3, of at most 100 bytes and without spaces or a leading #")
        }
        return try context.whileLocked {
            try context.finish()
            let progress = ProgressNote("reading sources", output: context.output)
            let project = try context.project()
            let recording = try ReleaseRecording(
                project, version: version, release: release, context.matcher(of: project))
            progress.end()
            context.output.problems(project.sourceFindings)
            try recording.write(with: edits)
            let code = context.write(ShipReport(recording: recording, shown: context.shown(recording.file)))
            if context.isForPeople { hints(recording).forEach(context.output.note) }
            return code
        }
    }

    private func hints(_ recording: ReleaseRecording) -> [String] {
        let commit =
            "Commit \(context.shown(recording.file)), so that check finds the record in the base of later "
            + "changes"
        guard recording.isNew else { return [] }
        if let problem = recording.settingsProblem {
            return [
                commit,
                "permafrost: \(FixtureSettings.fileName) next to it can't be used: \(problem). Correct it, or check fails",
            ]
        }
        return recording.hasPatterns
            ? [commit]
            : [
                commit,
                "If every release has a tag or a record, list the patterns of the tags in \(FixtureSettings.fileName) "
                    + "next to this file. Versions without a tag or a record then count as unshipped",
            ]
    }
}
