/// An error that occurred while a project's files were edited, or while edits were undone.
package enum SourceEditError: Error, Sendable, Hashable {
    /// Another process is editing the project's sources.
    case inUse(directory: String)
    /// An earlier run was interrupted while it edited or reverted files. The current command can't finish that run,
    /// because it must not write.
    case cutShort(journal: String)
    /// An earlier run was interrupted, and can't be finished because a file has been edited since.
    case unfinished(path: String, journal: String)
    /// There is nothing to undo, because none of the locations contains a usable journal.
    case nothingToUndo(places: [String])
    /// The last run can't be undone because a file that it wrote has been edited since.
    case editedSince(path: String, journal: String)
    /// The files of the last run already have the contents that they had before it, for example because another branch
    /// is checked out.
    case alreadyReverted(journal: String)
    case unreadableJournal(path: String, reason: String)
    /// The journal can't be written to any location.
    case noJournal(reasons: [String])
    /// All files were written, but the journal's state couldn't be updated.
    case journalNotUpdated(journal: String, reason: String)
    /// A file has changed since the sources were read, or a new file already exists.
    case changedMeanwhile(path: String)
    /// A file or folder is read-only.
    case notWritable(path: String)
    /// A file, or a folder in its path, is a symbolic link.
    case isLink(path: String)
    /// The item at the path is a folder, pipe or device.
    case isNoFile(path: String)
    /// The path isn't inside the project, or is in a git folder.
    case isOutside(path: String)

    /// Whether the error is about files that an earlier run wrote, or was thrown after all files were written.
    package var isAfterWriting: Bool {
        switch self {
        case .unfinished, .nothingToUndo, .editedSince, .alreadyReverted, .cutShort, .unreadableJournal,
            .journalNotUpdated:
            true
        default: false
        }
    }
}
