import PermafrostProject
import PermafrostStore

extension CommandContext {
    /// Reads the project and its versions. Returns nil if the working folder isn't in a project, and has neither Swift
    /// files nor Core Data models.
    func versions() throws -> (project: Project, known: VersionCatalog)? {
        do {
            let project = try project()
            return (project, try VersionCatalog(project, matcher(of: project)))
        } catch ProjectError.noSchema(_, 0, _) where !isInProject {
            return nil
        }
    }

    /// Writes what a store shows without a project, and the error that says what the command needs a project for.
    func writeWithoutProject(_ inspection: StoreInspection, store: String) -> ExitCode {
        let command = invocation.command.name
        let error = ErrorMessage(UsageError.storeWithoutProject(command: command, directory: options.directory))
        let code = write(
            StoreSummaryReport(command: command, inspection: inspection, store: store, failure: error.text))
        output.error(error)
        return code
    }
}
