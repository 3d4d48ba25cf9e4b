import PermafrostModel

/// The files that declare a next version, ready to be written.
package struct NextVersionDraft: Sendable, Hashable {
    /// An added or edited file.
    package struct File: Sendable, Hashable {
        /// A change to a file, for the report.
        package enum Change: Sendable, Hashable {
            /// Adds a version's classes as they shipped.
            case frozen([String])
            /// Adds a version's value types as they shipped, for classes with their own copy.
            case frozenValues([String])
            /// Adds the next version.
            case version([String])
            /// Adds the version to the plan, with a stage of the given name or form.
            case plan(stage: String)
            /// Adds a new plan that lists the versions.
            case newPlan(versions: [String])
            /// Changes the references at these locations from the newest version to the next one.
            case references([SourceLocation])
            /// Reverts the newest version to its shipped form.
            case restored
            /// Makes an older version refer to the frozen classes.
            case pinned
            /// Adds `originalName` to a property that was renamed. The values are the property with its model, and its
            /// new name.
            case renamed(String, to: String)
            /// Adds a comment that a property wasn't renamed. The value is the property with its model.
            case notRenamed(String)
            /// Adds a hash modifier to an attribute. The value is the attribute with its model.
            case hashModifier(String)
        }

        /// The path relative to the project's folder.
        package var path: String
        /// The file's new contents.
        package var text: String
        /// The file's original contents; nil for a new file.
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

    /// The files, new ones first.
    package var files: [File]
    /// The names of model classes that no existing version lists and the next version does.
    package var added: [String]
    /// The references to the newest version in tests. They are left unchanged.
    package var testReferences: [SourceLocation]
    /// Other references to the newest version in code. They are also left unchanged, because a stage's code may refer
    /// to the shipped version.
    package var otherReferences: [SourceLocation]
    /// The location of the newest version's list of models if it isn't a plain array literal.
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
    /// The reason that the next version can't be written, with its location and subject.
    package enum Problem: Error, Sendable, Hashable {
        /// The list of models, or of the plan's versions, isn't an array literal.
        case computedList(of: String, SourceLocation)
        /// The list of models contains a class twice.
        case listedTwice(String, SourceLocation)
        /// The plan's list of stages isn't an array literal.
        case computedStages(SourceLocation)
        /// A declaration has moved since the sources were read.
        case moved(String, SourceLocation)
        /// A file contains merge conflict markers.
        case conflict(SourceLocation)
        /// A file with a new file's name already exists.
        case exists(path: String)
        /// A type with a new type's name already exists.
        case nameTaken(String, SourceLocation)
        /// A class to omit isn't one of the model classes that would be added.
        case notAdded(String, known: [String])
        /// A class to omit belongs to the newest version anyway, because another model refers to it.
        case connected(String, SourceLocation)
        /// The old name can't be added to the declaration of a renamed property.
        case unknownProperty(String, SourceLocation)
        /// The version's type isn't an enum, struct or class at the top level of a file or nested in such a type.
        case unsupported(String, SourceLocation)
    }
}
