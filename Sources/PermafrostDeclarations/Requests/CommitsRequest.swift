import PermafrostModel

/// Sources of several commits, of which each text is read and parsed once.
package struct CommitsRequest: Sendable, Hashable, Codable {
    /// What a commit has otherwise than the one before it in the list.
    package struct Change: Sendable, Hashable, Codable {
        /// The files that are new or have another text: the number of the text, by the path.
        package var texts: [String: Int]
        /// The paths of the files that it has no more.
        package var removed: [String]

        package init(texts: [String: Int], removed: [String]) {
            self.texts = texts
            self.removed = removed
        }
    }

    /// How each of them is read. Its folder is not looked into.
    package var source: SourceRequest
    /// The file that holds all texts.
    package var contents: String
    /// Where each text is in that file.
    package var places: [Range<Int>]
    /// The commits.
    package var commits: [Change]
    /// The folder into which the declarations of each commit are written, as a ``DeclarationArchive`` with its number for a name.
    package var answers: String

    package init(
        source: SourceRequest, contents: String, places: [Range<Int>], commits: [Change], answers: String
    ) {
        self.source = source
        self.contents = contents
        self.places = places
        self.commits = commits
        self.answers = answers
    }

    /// The number of each file's text, by its path, of each commit.
    package var files: [[String: Int]] {
        var files: [String: Int] = [:]
        return commits.map { change in
            for path in change.removed { files[path] = nil }
            files.merge(change.texts) { _, new in new }
            return files
        }
    }
}
