/// The reason why files of a project were not edited, or not taken back.
package enum SourceEditError: Error, Sendable, Hashable {
    /// Another process is editing the project's sources.
    case inUse(directory: String)
    /// An earlier run was interrupted, and this run doesn't write.
    case cutShort(journal: String)
    /// An earlier run was interrupted, and a file has been edited since.
    case unfinished(path: String, journal: String)
    /// No journal was found in any of the places.
    case nothingToUndo(places: [String])
    /// A file that was written has been edited since.
    case editedSince(path: String, journal: String)
    /// A journal can't be read.
    case unreadableJournal(path: String, reason: String)
    /// No place accepts a journal, with the reasons.
    case noJournal(reasons: [String])
    /// Everything is written, but the journal's state couldn't be updated.
    case notNoted(journal: String, reason: String)
    /// A file has changed since the sources were read.
    case changedMeanwhile(path: String)
    /// A file or folder is read-only.
    case notWritable(path: String)
    /// A file, or a folder in its path, is a symbolic link.
    case isLink(path: String)
    /// A folder, pipe or device is at the path.
    case isNoFile(path: String)
    /// The path isn't inside the project, or is in a git folder.
    case isOutside(path: String)

    /// Whether files may have been written before the error.
    package var isAfterWriting: Bool {
        switch self {
        case .unfinished, .nothingToUndo, .editedSince, .cutShort, .notNoted: true
        default: false
        }
    }
}
