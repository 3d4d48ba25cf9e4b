/// What a project's Xcode projects and package manifests say of its targets: facts, which the command line words.
package struct ProjectTargets: Sendable, Hashable, Codable {
    /// The names by which targets can be chosen, sorted.
    package var names: [String] = []
    /// The target that was asked for, where there is none of that name: nothing was read.
    package var missing: String?
    /// What is to be known of how the targets were read.
    package var notes: [Note] = []

    /// Something to know of how targets were read.
    package enum Note: Sendable, Hashable, Codable {
        /// Swift files that lie in the project's folder and in none of its targets, and were not read: how many, and the first.
        case filesOfNoTarget(count: Int, first: [String])
        /// A project file or manifest whose targets are not known, and why: all Swift files in its folder were read.
        case unreadable(file: String, reason: String)
        /// A commit has no target of the name that was asked for: all of its targets were read.
        case missingAtCommit(target: String)
    }

    /// Nothing.
    package init() {}
}
