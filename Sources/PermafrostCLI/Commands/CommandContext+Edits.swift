import PermafrostProject

extension CommandContext {
    /// The names of the commands that edit several of a project's files.
    private static let writingCommands = ["new-version", "adopt", "init"]

    /// This command's edits, which can be undone.
    var edits: SourceEdits { edits(of: invocation.command.name) }

    private func edits(of command: String) -> SourceEdits {
        SourceEdits(
            directory: options.directory,
            journalsIn: JournalPlaces(project: options.directory, environment: environment), command: command,
            environment: environment)
    }

    /// Calls `body` while no other command can edit the sources. A dry run doesn't take the lock.
    ///
    /// - Throws: `SourceEditError.inUse` if another such command is running.
    func whileLocked(_ body: () throws -> ExitCode) throws -> ExitCode {
        guard !invocation.isDryRun else { return try body() }
        let lock = try ProjectLock(options.directory)
        return try withExtendedLifetime(lock, body)
    }

    /// Completes interrupted runs, and prints a note for each. This way, partly written sources are never read. A dry
    /// run completes nothing, and throws an error if there is an interrupted run.
    func finish() throws {
        for command in Self.writingCommands {
            let edits = edits(of: command)
            try noteUnusable(edits)
            guard !invocation.isDryRun else {
                try edits.expectFinished()
                continue
            }
            for done in try edits.finish() {
                let what = done.isReverted ? "finished undoing" : "finished an interrupted \(command):"
                output.note(
                    "permafrost: \(what) \(done.paths.joined(separator: ", ")) (journal: \(shown(done.journal)))")
            }
        }
    }

    /// Undoes the last run of this command.
    func undo(_ edits: SourceEdits) throws -> ExitCode {
        try noteUnusable(edits)
        let done = try edits.undo()
        return write(
            NewVersionReport.Undo(command: invocation.command.name, paths: done.paths, journal: shown(done.journal)))
    }

    private func noteUnusable(_ edits: SourceEdits) throws {
        for journal in try edits.unusable() { output.note("permafrost: " + SourceEditWording.words(journal)) }
    }
}
