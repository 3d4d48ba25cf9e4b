import PermafrostModel

/// The targets in a project's Xcode projects and package manifests.
package struct ProjectTargets: Sendable, Hashable, Codable {
    /// The names of the targets that can be selected, sorted.
    package var names: [String] = []
    /// The name of the requested target if no such target exists, so that no files were read. Nil if the target
    /// exists, or if no target was requested.
    package var missing: String?
    package var notes: [Note] = []
    /// The files that declare versions, although no target of a manifest is known to compile them.
    package var uncompiled: [Uncompiled] = []

    /// A file with declarations that no target of a manifest is known to compile.
    package struct Uncompiled: Sendable, Hashable, Codable {
        package let file: String
        /// The path of the manifest.
        package let manifest: String
        /// The reason why the manifest's targets aren't known, as a clause, or nil if they are known.
        package let gap: String?
    }

    /// The folders whose Swift files don't belong to any target and weren't read.
    package var unreadFolders: [String] {
        notes.flatMap { note -> [String] in
            if case .filesOfNoTarget(_, _, let folders) = note { folders } else { [] }
        }
    }

    /// A fact about the targets and their files to report to the user.
    package enum Note: Sendable, Hashable, Codable {
        /// Some Swift files in the project's folder don't belong to any target and weren't read. The associated
        /// values are the number of these files, the first few paths, and the folders that contain only such files.
        case filesOfNoTarget(count: Int, first: [String], folders: [String])
        /// A project file or manifest whose targets can't be determined, so all Swift files in its folder were
        /// read.
        case unreadable(file: String, reason: String)
        /// A commit that doesn't have the requested target. All of the commit's targets were read.
        case missingAtCommit(target: String)
    }

    package init() {}
}
