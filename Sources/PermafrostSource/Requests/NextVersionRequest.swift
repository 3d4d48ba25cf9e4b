import PermafrostModel

/// What the next version of a schema is to be, as facts. ``NextVersionWriter`` makes edits of Swift files of it.
package struct NextVersionRequest: Sendable, Hashable {
    /// A version that the sources declare.
    package struct Version: Sendable, Hashable {
        /// The type's name with its nesting.
        package var type: String
        /// Where the type is declared.
        package var location: SourceLocation
        /// The class of each entity, by the entity's name.
        package var classes: [String: SourceLocation]

        package init(type: String, location: SourceLocation, classes: [String: SourceLocation]) {
            self.type = type
            self.location = location
            self.classes = classes
        }
    }

    /// The project's folder, absolute.
    package var directory: String
    /// The sources in which the newest version is as it shipped, by their paths; nil if the project's own are.
    package var shippedSources: [String: String]?
    /// The newest version as the project declares it.
    package var current: Version
    /// The newest version as it shipped, in ``shippedSources`` if there are such sources.
    package var shipped: Version
    /// The plan's versions before it, oldest first.
    package var older: [Version]
    /// The entities whose classes stay as they shipped in the newest version, if they are not nested in it.
    package var frozen: Set<String>
    /// The classes of every version that the project declares.
    package var listed: Set<SourceLocation>
    /// The sources with which the newest version shipped last, by their paths: a model class of theirs that no version lists is
    /// not new. Nil if they are not known.
    package var baseline: [String: String]?
    /// New model classes that the next version does not list, by name.
    package var leftOut: Set<String>
    /// The plan that lists the versions, without classes; nil if one is to be made.
    package var plan: Version?
    /// The name of the type that declares the next version, without nesting.
    package var name: String
    /// The next version's identifier: three numbers.
    package var identifier: [Int]
    /// The kind of the stage that leads to it.
    package var stage: PlanStage.Kind
    /// Properties that have another name than they shipped with, and others that have not.
    package var renamings: [PropertyRenaming]

    package init(
        directory: String, shippedSources: [String: String]?, current: Version, shipped: Version, older: [Version],
        frozen: Set<String>, listed: Set<SourceLocation>, baseline: [String: String]?, leftOut: Set<String>,
        plan: Version?, name: String, identifier: [Int], stage: PlanStage.Kind, renamings: [PropertyRenaming]
    ) {
        self.directory = directory
        self.shippedSources = shippedSources
        self.current = current
        self.shipped = shipped
        self.older = older
        self.frozen = frozen
        self.listed = listed
        self.baseline = baseline
        self.leftOut = leftOut
        self.plan = plan
        self.name = name
        self.identifier = identifier
        self.stage = stage
        self.renamings = renamings
    }
}

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

/// Why no next version can be written: where, and what about.
package enum NextVersionProblem: Error, Sendable, Hashable {
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
