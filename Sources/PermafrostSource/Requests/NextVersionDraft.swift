import PermafrostModel

/// The files of a next version, ready to be written.
package struct NextVersionDraft: Sendable, Hashable {
    /// An added or edited file.
    package struct File: Sendable, Hashable {
        /// A change to a file, for the report.
        package enum Change: Sendable, Hashable {
            /// Adds the classes of a version as they shipped.
            case frozen([String])
            /// Adds the value types of a version as they shipped, for classes with their own copy.
            case frozenValues([String])
            /// Adds the next version.
            case version([String])
            /// Adds the version to the plan, with a stage of that name or form.
            case plan(stage: String)
            /// Adds a new plan that lists the versions.
            case newPlan(versions: [String])
            /// Changes references from the newest version to the next one, at these places.
            case references([SourceLocation])
            /// Reverts the newest version to its shipped form.
            case restored
            /// Makes an older version refer to the frozen classes.
            case pinned
            /// Adds `originalName` to a property, given with its model: its new name.
            case renamed(String, to: String)
            /// Adds a comment that a property, given with its model, wasn't renamed.
            case notRenamed(String)
        }

        /// The path relative to the project's folder.
        package var path: String
        /// The text to write.
        package var text: String
        /// The original text; nil for a new file.
        package var oldText: String?
        /// The changes in the file.
        package var changes: [Change]

        /// Whether the file is new.
        package var isNew: Bool { oldText == nil }

        package init(path: String, text: String, oldText: String?, changes: [Change]) {
            self.path = path
            self.text = text
            self.oldText = oldText
            self.changes = changes
        }
    }

    /// The files, new ones first.
    package var files: [File]
    /// The names of new model classes that no version listed and the next one lists.
    package var added: [String]
    /// The places in tests that refer to the newest version. They are left unchanged.
    package var testReferences: [SourceLocation]
    /// Other places in code that refer to it. They are left unchanged too, because a stage's code may mean the shipped
    /// version.
    package var otherReferences: [SourceLocation]

    package init(
        files: [File], added: [String], testReferences: [SourceLocation], otherReferences: [SourceLocation] = []
    ) {
        self.files = files
        self.added = added
        self.testReferences = testReferences
        self.otherReferences = otherReferences
    }
}

extension NextVersionDraft {
    /// The reason that no next version can be written, with its place and subject.
    package enum Problem: Error, Sendable, Hashable {
        /// The list of models, or of the plan's versions, is not an array in the source.
        case computedList(of: String, SourceLocation)
        /// The list of models names a class twice.
        case listedTwice(String, SourceLocation)
        /// The plan's stages are not an array in the source.
        case computedStages(SourceLocation)
        /// A declaration has moved since the sources were read.
        case moved(String, SourceLocation)
        /// A file contains merge conflict markers.
        case conflict(SourceLocation)
        /// A file with the name of a new one exists already.
        case exists(path: String)
        /// A type with the name of a new one exists already.
        case nameTaken(String, SourceLocation)
        /// A model class to leave out isn't one that would be added.
        case notAdded(String, known: [String])
        /// A model class to leave out is a model of the newest version, because another model refers to it.
        case connected(String, SourceLocation)
        /// The declaration of a renamed property can't be given the old name.
        case unknownProperty(String, SourceLocation)
        /// The version's type isn't an enum, a struct or a class at the top level of a file or nested in such a type.
        case unsupported(String, SourceLocation)
    }
}
