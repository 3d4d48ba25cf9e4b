import PermafrostProject

extension CommandContext {
    /// The names of the commands that edit several of a project's files.
    private static let writingCommands = ["new-version", "adopt", "init", "ship"]

    /// The editor for the files that this context's command changes. It can also complete or undo the command's last
    /// run.
    var edits: SourceEdits { edits(of: invocation.command.name) }

    private func edits(of command: String) -> SourceEdits {
        SourceEdits(
            directory: options.directory,
            journalsIn: JournalPlaces(project: options.directory, environment: environment), command: command,
            environment: environment)
    }

    /// Calls `body` while no other command can edit the project's sources. In a dry run, calls `body` without a lock.
    ///
    /// - Throws: `SourceEditError.inUse` if another command is editing the sources, or an error that `body` throws.
    func whileLocked(_ body: () throws -> ExitCode) throws -> ExitCode {
        guard !invocation.isDryRun else { return try body() }
        let lock = try ProjectLock(options.directory)
        return try withExtendedLifetime(lock, body)
    }

    /// Completes the interrupted runs of all commands that edit sources, and prints a note for each. Call this function
    /// before reading sources, because an interrupted run may have written only some of its files.
    ///
    /// A dry run completes nothing, and throws an error if there is an interrupted run.
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
                if let tests = done.tests { try finish(tests, of: edits) }
            }
        }
    }

    /// Writes the tests that an interrupted run had not written yet. If they can't be written, prints the reason.
    private func finish(_ tests: ScaffoldRequest, of edits: SourceEdits) throws {
        do {
            let written = try ProjectScaffold(projectWithoutModels(), tests).write(with: edits)
            let paths = written.filter { if case .written = $0.result { true } else { false } }.map { shown($0.path) }
            if !paths.isEmpty { output.note("permafrost: also wrote the tests \(paths.joined(separator: ", "))") }
        } catch {
            output.note(
                "permafrost: the tests couldn't be written: \(ErrorMessage(error).whole). To write them, run "
                    + commandLine("scaffold"))
            try edits.endWithoutTests()
        }
    }

    /// Undoes the edits of the command's last run, and writes a report.
    func undo(_ edits: SourceEdits) throws -> ExitCode {
        try noteUnusable(edits)
        let done = try edits.undo()
        return write(
            UndoReport(command: invocation.command.name, paths: done.paths, journal: shown(done.journal)))
    }

    private func noteUnusable(_ edits: SourceEdits) throws {
        for journal in try edits.unusable() { output.note("permafrost: " + SourceEditMessage.text(journal)) }
    }
}
