/// Why a project's history could not be read: facts, which the command line words.
package enum GitError: Error, Sendable, Hashable {
    /// The folder lies in no git repository, or git refuses it for the given reason.
    case noRepository(path: String, reason: String)
    /// No commit of that name.
    case unknownReference(name: String, known: [String])
    /// git itself could not be started.
    case noGit(reason: String)
    /// git failed at something that a sound repository allows.
    case failed(command: String, reason: String)
}
