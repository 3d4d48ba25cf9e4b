import PermafrostModel

/// A reason why the files can't be drafted, with the affected name and location if there are any.
package enum NextVersionProblem: Error, Sendable, Hashable {
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
