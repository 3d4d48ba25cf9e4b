import PermafrostProject

/// Messages about source edits that failed. They explain the error and its fix.
enum SourceEditMessage {
    static func text(_ error: SourceEditError) -> String {
        sentence(error) + (error.isAfterWriting ? "" : ". Nothing was written")
    }

    private static func sentence(_ error: SourceEditError) -> String {
        switch error {
        case .inUse(let directory):
            "another command that edits sources is running in \(directory). Wait until that command ends, and run "
                + "this command again"
        case .cutShort(let journal):
            "an earlier run was interrupted, and the sources are partly written (journal: \(journal)). Run the command without --dry-run to "
                + "finish that run first"
        case .unfinished(let path, let journal):
            "an earlier run was interrupted, and \(path) was edited since, so the run can't be finished. Restore "
                + "\(path), or undo the rest by hand and delete the journal \(journal)"
        case .nothingToUndo(let places):
            "there is nothing to undo: no journal of an earlier run was found in \(places.joined(separator: ", "))"
        case .editedSince(let path, let journal):
            "\(path) was edited since an earlier run wrote it. Nothing was reverted. Restore \(path) to what that run "
                + "wrote, or undo the edits by hand and delete the journal \(journal)"
        case .alreadyReverted(let journal):
            "the files already have the contents that they had before the last run. Nothing was reverted. If that "
                + "run's edits are on another branch, check out that branch, and run the command again. The journal "
                + "was kept: \(journal)"
        case .unreadableJournal(let path, let reason):
            "the journal \(path) of an earlier run can't be read: \(reason). If that run was interrupted, the sources may be partly "
                + "written. Compare them with the last commit, delete the journal, and run the command again"
        case .noJournal(let reasons):
            "the journal that makes an interrupted run safe can't be written to any folder (\(reasons.joined(separator: "; "))). Make "
                + "one of the folders writable, and run the command again"
        case .journalNotUpdated(let journal, let reason):
            "everything was written, but the journal \(journal) couldn't be renamed: \(reason). The next run renames "
                + "it. To revert the files, use --undo"
        case .changedMeanwhile(let path): "\(path) has changed since this command read it. Run the command again"
        case .notWritable(let path): "\(path) is read-only. Make the file writable, and run the command again"
        case .isLink(let path):
            "\(path) is a symbolic link, but only the project's own files are edited. Replace the link with a copy of "
                + "the file"
        case .isNoFile(let path): "\(path) isn't a file. Move this item away, and run the command again"
        case .isOutside(let path): "\(path) isn't a path inside the project"
        }
    }

    /// Returns the message that the journal of an earlier run is ignored, with the reason.
    static func text(_ journal: UnusableJournal) -> String {
        let reason =
            switch journal.problem {
            case .unproved: "the journal isn't signed by this user for this project"
            case .belongsToOtherUser: "the journal belongs to another user, or other users can write to it"
            case .belongsToOtherFolder(let path):
                "the journal was written for \(path), and its files differ from the files here"
            case .file(let reason): reason
            }
        return "the journal \(journal.path) is ignored: \(reason)"
    }
}
