import PermafrostProject

/// The messages of edits of sources that failed: what happened, and what to do.
enum SourceEditWording {
    static func words(_ error: SourceEditError) -> String {
        sentence(error) + (error.isAfterWriting ? "" : ". Nothing was written")
    }

    private static func sentence(_ error: SourceEditError) -> String {
        switch error {
        case .inUse(let directory):
            "another new-version, adopt or init is running in \(directory). Wait until it has ended, and run this again"
        case .cutShort(let journal):
            "an earlier run was cut short, and the sources are half written (journal: \(journal)). Run this without --dry-run, "
                + "which finishes that first"
        case .unfinished(let path, let journal):
            "an earlier run was cut short, and \(path) was edited since, so it can't be finished. Restore \(path), or undo the "
                + "rest by hand and delete the journal \(journal)"
        case .nothingToUndo(let places):
            "there is nothing to take back: no journal of an earlier run was found in \(places.joined(separator: ", "))"
        case .editedSince(let path, let journal):
            "\(path) was edited since it was written. Nothing was taken back. Restore \(path) to what was written, or undo the "
                + "edits by hand and delete the journal \(journal)"
        case .unreadableJournal(let path, let reason):
            "the journal \(path) of an earlier run can't be read: \(reason). If that run was cut short, sources may be half "
                + "written: compare them with the last commit. Then delete the journal and run this again"
        case .noJournal(let reasons):
            "no folder takes the journal that makes an interrupted run safe (\(reasons.joined(separator: "; "))). Allow writing "
                + "to one of them and run this again"
        case .notNoted(let journal, let reason):
            "everything was written, but the journal \(journal) could not be renamed: \(reason). The next run does that, and "
                + "--undo takes the files back"
        case .changedMeanwhile(let path): "\(path) has changed since it was read: run this again"
        case .notWritable(let path): "\(path) is read-only: allow writing it, and run this again"
        case .isLink(let path):
            "\(path) is a symbolic link, and only files of the project are edited: put a copy in its place"
        case .isNoFile(let path): "\(path) is not a file. Move it away, and run this again"
        case .isOutside(let path): "\(path) is not a path that can be written inside the project"
        }
    }

    /// Why a journal that was found isn't used.
    static func words(_ journal: UnusableJournal) -> String {
        let reason =
            switch journal.problem {
            case .unproved: "it isn't signed by this user for this project"
            case .isOfOthers: "it belongs to another user, or other users can write to it"
            case .isOfAnotherFolder(let path): "it was written for \(path), and its files differ from the ones here"
            case .file(let reason): reason
            }
        return "the journal \(journal.path) is ignored: \(reason)"
    }
}
