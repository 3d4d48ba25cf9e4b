import PermafrostModel

/// The files that declare a next version. They haven't been written yet.
package struct NextVersionDraft: Sendable, Hashable {
    /// A file that is added or edited.
    package struct File: Sendable, Hashable {
        /// A change to a file, which the report lists.
        package enum Change: Sendable, Hashable {
            /// Adds copies of a version's classes as they shipped. The associated value is the names of the classes.
            case frozen([String])
            /// Adds copies of value types as they shipped, for a version that can't share the current types. The
            /// associated value is the names of the value types.
            case frozenValues([String])
            /// Adds a version's declaration. The associated value is the names of the classes that the version lists or
            /// contains.
            case version([String])
            /// Adds the next version and a stage to the plan. The associated value is the stage's name or its versions.
            /// ``AdoptionWriter`` uses this case for a new plan, with the number of stages as the value.
            case plan(stage: String)
            /// Adds a new plan with the versions.
            case newPlan(versions: [String])
            /// Changes the references at the given locations from the newest version to the next version.
            case references([SourceLocation])
            /// Reverts an edited version, or an edited class of an older version, to its shipped form.
            case restored
            /// Makes a version or the plan refer to the frozen classes, or to the classes of older versions.
            case pinned
            /// Adds `originalName` to a property that was renamed. The associated values are the old name with its
            /// model, such as `Trip.name`, and the new name.
            case renamed(String, to: String)
            /// Adds a comment that says that a removed property wasn't renamed. The associated value is the removed
            /// property with its model, such as `Trip.name`.
            case notRenamed(String)
            /// Adds a hash modifier to an attribute. The associated value is the attribute with its model, such as
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

    /// The files. New files come first.
    package var files: [File]
    /// The names of the model classes that the next version lists, but no existing version does.
    package var added: [String]
    /// The locations of references to the newest version in tests. They are left unchanged.
    package var testReferences: [SourceLocation]
    /// The locations of the references to the newest version, outside tests, that are left unchanged. They mean the
    /// shipped version, because they are in code that migrates stores.
    package var otherReferences: [SourceLocation]
    /// The location of the newest version's list of models. Nil if the list is a plain array literal.
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
    /// The reason why the next version can't be written, with its location and subject.
    package enum Problem: Error, Sendable, Hashable {
        /// The plan's declaration has no list of versions that can be extended.
        case computedList(of: String, SourceLocation)
        /// The list of models of the version isn't an array literal, so its copy would list other classes.
        case computedModels(of: String, SourceLocation)
        /// The list of models contains a class twice.
        case listedTwice(String, SourceLocation)
        /// The plan's declaration has no list of stages that can be extended.
        case computedStages(SourceLocation)
        /// A declaration has moved since the sources were read.
        case moved(String, SourceLocation)
        /// A file contains merge conflict markers.
        case conflict(SourceLocation)
        /// A file with a new file's name already exists.
        case exists(path: String)
        /// A type with a new type's name already exists.
        case nameTaken(String, SourceLocation)
        /// A class to leave out isn't one of the model classes that would be added.
        case notAdded(String, known: [String])
        /// A class to leave out belongs to the newest version. For example, another of the version's models refers to
        /// it.
        case connected(String, SourceLocation)
        /// The declaration of a renamed property, or of an attribute that gets a hash modifier, can't be found or
        /// edited.
        case unknownProperty(String, SourceLocation)
        /// The version's type isn't an enum, struct or class, or is nested in something other than such types.
        case unsupported(String, SourceLocation)
    }
}
