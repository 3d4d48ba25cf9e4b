/// What `permafrost` asks of the source reader, a process of its own: whatever needs SwiftSyntax.
///
/// It crosses in JSON on the reader's standard input. The answer on its standard output is a ``DeclarationArchive`` for
/// declarations, and JSON otherwise.
package enum ReaderRequest: Sendable, Hashable, Codable {
    /// The declarations of a project.
    case declarations(SourceRequest)
    /// The declarations of several commits: how many were written.
    case commits(CommitsRequest)
    /// The targets of the package in a folder: an array of ``PackageTarget``.
    case packageTargets(directory: String)
    /// The files of a next version: a ``NextVersionAnswer``.
    case nextVersion(NextVersionRequest)
    /// The files of an app's first versions and their plan: a ``NextVersionAnswer``.
    case adoption(AdoptionRequest)
}
