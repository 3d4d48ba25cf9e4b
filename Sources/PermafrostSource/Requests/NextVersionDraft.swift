import PermafrostModel

/// The drafted files that declare a schema's next version, or an app's first versions. They aren't on disk yet.
package struct NextVersionDraft: Sendable, Hashable {
    /// The added files, followed by the edited files.
    package var files: [DraftFile]
    /// The names of the new model classes that the next version lists. No existing version lists them.
    package var added: [String]
    /// The locations of the references to the newest version that are in tests and left unchanged.
    package var testReferences: [SourceLocation]
    /// The locations of the references to the newest version in code that migrates stores. They are left unchanged,
    /// because this code must still refer to the shipped version.
    package var otherReferences: [SourceLocation]
    /// The location of the newest version's `models` if its copy may list different classes, because it isn't a plain
    /// array literal, as in `V1.models + [B.self]`. Otherwise nil.
    package var computedList: SourceLocation?
    /// The containers that need the plan and aren't edited.
    package var suggestions: [ContainerSuggestion]
    /// The files of these containers with the edits to make by hand.
    package var suggestedFiles: [DraftFile]

    package init(
        files: [DraftFile], added: [String], testReferences: [SourceLocation], otherReferences: [SourceLocation] = [],
        computedList: SourceLocation? = nil, suggestions: [ContainerSuggestion] = [], suggestedFiles: [DraftFile] = []
    ) {
        self.files = files
        self.added = added
        self.testReferences = testReferences
        self.otherReferences = otherReferences
        self.computedList = computedList
        self.suggestions = suggestions
        self.suggestedFiles = suggestedFiles
    }
}

/// A file that is added or edited.
package struct DraftFile: Sendable, Hashable {
    /// The file's path, relative to the project's folder.
    package var path: String
    /// The file's new contents.
    package var text: String
    /// The file's original contents, or nil for a new file.
    package var oldText: String?
    package var changes: [DraftChange]

    package var isNew: Bool { oldText == nil }

    package init(path: String, text: String, oldText: String?, changes: [DraftChange]) {
        self.path = path
        self.text = text
        self.oldText = oldText
        self.changes = changes
    }
}
