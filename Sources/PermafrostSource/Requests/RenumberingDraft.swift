import PermafrostModel

/// The drafted files of a renumbering. They aren't on disk yet.
package struct RenumberingDraft: Sendable {
    /// A file that is added, edited or removed.
    package struct File: Sendable, Hashable {
        /// The change to a file, as listed in the command's report.
        package enum Change: Sendable, Hashable {
            /// Uses the new names.
            case renamed
            /// Moved from another path, and uses the new names.
            case moved(from: String)
            /// Has the other branch's contents.
            case taken
            /// Combines the declarations of both branches.
            case combined
            case removed
        }

        /// The file's path, relative to the project's folder.
        package let path: String
        /// The file's original contents, or nil for a new file.
        package let oldText: String?
        /// The file's new contents, or nil for a removed file.
        package let text: String?
        package let change: Change
    }

    /// The files, sorted by path.
    package var files: [File]
    /// The paths of files whose new contents contain both branches' changes. git reports a conflict in them.
    package var combined: [String]
    /// The paths of other files that use the renamed versions and that both branches changed differently.
    package var conflicts: [String]
    /// The names of the custom stages to the renumbered versions whose previous version changes, or their versions if a
    /// stage has no name.
    package var customStages: [String]
    /// The paths of moved files that may not belong to all targets of the original file.
    package var untargeted: [String]

    /// Returns the draft without new contents for the files at some paths. Files that already exist there are removed.
    package func removing(_ paths: [String]) -> RenumberingDraft {
        var draft = self
        draft.files = files.compactMap { file in
            guard paths.contains(file.path) else { return file }
            return file.oldText.map { File(path: file.path, oldText: $0, text: nil, change: .removed) }
        }
        return draft
    }

    /// The reason that the declarations of both branches can't be combined.
    package struct BranchConflict: Error, Sendable, Hashable {
        /// The declaration that both branches changed, such as `func migrate`.
        package let declaration: String
        package let location: SourceLocation
    }
}
