import PermafrostModel

/// The files of a next version, as they are to be written.
package struct NextVersionDraft: Sendable, Hashable {
    /// A file that is added or edited.
    package struct File: Sendable, Hashable {
        /// What is done to a file, for the report.
        package enum Change: Sendable, Hashable {
            /// The classes of a version as they shipped.
            case frozen([String])
            /// Value types of a version as they shipped, for classes that have a copy of their own.
            case frozenValues([String])
            /// The next version.
            case version([String])
            /// The plan, with a stage of that name or form.
            case plan(stage: String)
            /// A plan of its own, which lists those versions.
            case newPlan(versions: [String])
            /// Names that led to the newest version lead to the next one: their places.
            case references([SourceLocation])
            /// The newest version is as it shipped again.
            case restored
            /// An older version names the frozen classes.
            case pinned
            /// A property, with its model, has `originalName`: its name now.
            case renamed(String, to: String)
            /// A comment says that a property, with its model, was not renamed.
            case notRenamed(String)
        }

        /// The path relative to the project's folder.
        package var path: String
        /// The text as it is to be.
        package var text: String
        /// The text that it was made of; nil for a new file.
        package var oldText: String?
        /// What is done to it.
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
    /// New model classes that no version listed, and the next one does: their names.
    package var added: [String]
    /// Where tests name the newest version. They are left as they are.
    package var testReferences: [SourceLocation]
    /// Where other code names it, which is left as it is, too: it may be of a stage, and mean what shipped.
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
    /// Why no next version can be written: where, and what about.
    package enum Problem: Error, Sendable, Hashable {
        /// The list of models, or of the plan's versions, is not an array in the source.
        case computedList(of: String, SourceLocation)
        /// The list of models names a class twice.
        case listedTwice(String, SourceLocation)
        /// The plan's stages are not an array in the source.
        case computedStages(SourceLocation)
        /// A declaration is not where it was when the sources were read.
        case moved(String, SourceLocation)
        /// A file has the marks of a merge conflict.
        case conflict(SourceLocation)
        /// A file of the name of a new one is there.
        case exists(path: String)
        /// A type of the name of a new one is there.
        case nameTaken(String, SourceLocation)
        /// A model class that is to be left out is none of those that would be added.
        case notAdded(String, known: [String])
        /// A model class that is to be left out is a model of the newest version: another one leads to it.
        case connected(String, SourceLocation)
        /// A property that was renamed is not written so that it can be given its old name.
        case unknownProperty(String, SourceLocation)
        /// The type of the version is not an enum, a struct or a class at the top of a file or nested in one.
        case unsupported(String, SourceLocation)
    }
}
