/// The reason that a project's files weren't edited or reverted.
package enum SourceEditError: Error, Sendable, Hashable {
    /// Another process is editing the project's sources.
    case inUse(directory: String)
    /// A previous run was interrupted, and this run must not write.
    case cutShort(journal: String)
    /// A previous run was interrupted, and a file has been edited since.
    case unfinished(path: String, journal: String)
    /// There is no journal in any of the locations.
    case nothingToUndo(places: [String])
    /// A written file has been edited since.
    case editedSince(path: String, journal: String)
    case unreadableJournal(path: String, reason: String)
    /// The journal can't be written to any location, with the reasons.
    case noJournal(reasons: [String])
    /// All files are written, but the journal's state couldn't be updated.
    case journalNotUpdated(journal: String, reason: String)
    /// A file has changed since the sources were read.
    case changedMeanwhile(path: String)
    /// A file or folder is read-only.
    case notWritable(path: String)
    /// A file, or a folder in its path, is a symbolic link.
    case isLink(path: String)
    /// The path isn't a file but a folder, pipe or device.
    case isNoFile(path: String)
    /// The path isn't inside the project, or is in a git folder.
    case isOutside(path: String)

    /// Whether files may have been written before the error.
    package var isAfterWriting: Bool {
        switch self {
        case .unfinished, .nothingToUndo, .editedSince, .cutShort, .journalNotUpdated: true
        default: false
        }
    }
}
