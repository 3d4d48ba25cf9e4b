import PermafrostModel

/// The drafted files that declare a schema's next version, or an app's first versions. They aren't on disk yet.
package struct NextVersionDraft: Sendable, Hashable {
    /// A file that is added or edited.
    package struct File: Sendable, Hashable {
        /// A change to a file, as listed in the command's report.
        package enum Change: Sendable, Hashable {
            /// Adds copies of a version's classes as they shipped. The value contains the names of the classes.
            case frozen([String])
            /// Adds copies of value types as they shipped, but no copies of classes. The value contains the value
            /// types' names.
            case frozenValues([String])
            /// Adds a version's declaration. The value contains the names of the version's model classes.
            case version([String])
            /// Adds the next version and a stage to the plan. The value is the stage's name. If the stage has no name,
            /// the value contains the names of its versions. It is nil if only the version is added.
            case plan(stage: String?)
            /// Adds a new plan with the versions.
            case newPlan(versions: [String])
            /// Changes references to the newest version so that they refer to the next version. The value contains the
            /// locations of the references.
            case references([SourceLocation])
            /// Reverts an edited version, or an edited class of an older version, to its shipped form.
            case restored
            /// Changes type names in a version or the plan, such as `Trip` to `AppSchemaV1.Trip`. They then refer to
            /// the frozen classes, or to the classes of older versions.
            case pinned
            /// Sets the original name of a renamed property. The values are the property's old name with its model,
            /// such as `Trip.name`, and its new name.
            case renamed(String, to: String)
            /// Adds a comment that suppresses the lint finding about a removed property, because the user answered that
            /// it wasn't renamed. The value is the property's name with its model, such as `Trip.name`.
            case notRenamed(String)
            /// Adds a hash modifier to an attribute. The value is the attribute's name with its model, such as
            /// `Trip.name`.
            case hashModifier(String)
        }

        /// The file's path, relative to the project's folder.
        package var path: String
        /// The file's new contents.
        package var text: String
        /// The file's original contents, or nil for a new file.
        package var oldText: String?
        package var changes: [Change]

        package var isNew: Bool { oldText == nil }

        package init(path: String, text: String, oldText: String?, changes: [Change]) {
            self.path = path
            self.text = text
            self.oldText = oldText
            self.changes = changes
        }
    }

    /// The added files, followed by the edited files.
    package var files: [File]
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

    package init(
        files: [File], added: [String], testReferences: [SourceLocation], otherReferences: [SourceLocation] = [],
        computedList: SourceLocation? = nil
    ) {
        self.files = files
        self.added = added
        self.testReferences = testReferences
        self.otherReferences = otherReferences
        self.computedList = computedList
    }
}

extension NextVersionDraft {
    /// A reason why the files can't be drafted, with the affected name and location if there are any.
    package enum Problem: Error, Sendable, Hashable {
        /// The plan's declaration has no array of versions that the next version can be added to.
        case computedList(of: String, SourceLocation)
        /// The version's list of models isn't an array literal, so its copy would list different classes.
        case computedModels(of: String, SourceLocation)
        /// The newest version's list of models contains a class twice.
        case listedTwice(String, SourceLocation)
        /// The plan's declaration has no array of stages that the new stage can be added to.
        case computedStages(SourceLocation)
        /// A declaration has moved since the sources were read.
        case moved(String, SourceLocation)
        /// A file contains merge conflict markers.
        case conflict(SourceLocation)
        /// A file already has the path or the name of a file to add. The value is the existing file's path.
        case exists(path: String)
        /// A type already has the name of a version or plan to add.
        case nameTaken(String, SourceLocation)
        /// A class to leave out isn't a new model class. `known` contains the names of the new model classes.
        case notAdded(String, known: [String])
        /// A class to leave out already belongs to the newest version, because the version lists it or one of the
        /// version's models refers to it.
        case connected(String, SourceLocation)
        /// The declaration of a renamed property, or of an attribute that gets a hash modifier, can't be found or
        /// edited.
        case unknownProperty(String, SourceLocation)
        /// The version's declaration can't be copied: the copy doesn't have the next version's identifier.
        case unsupported(String, SourceLocation)
    }
}
