import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The reasons why no next version is written, with their facts. The command line turns them into messages.
package enum NextVersionError: Error, Sendable, Hashable {
    /// Another process is editing the project's sources.
    case inUse(directory: String)
    /// No Swift migration plan lists versions.
    case noPlan(directory: String)
    /// The versions belong to a Core Data model. Xcode adds new versions to it.
    case modelFile(path: String)
    /// Several plans list versions and none was selected: their names and places.
    case severalPlans([String], [SourceLocation])
    /// Several groups have versions that are in no plan, and none was selected: one version from each group.
    case severalGroups([String])
    /// Sources couldn't be read, so declarations may be missing: the first problem.
    case unreadableSources(SourceIssue)
    /// The declaration of the newest version in the plan's list couldn't be read.
    case unreadable(schema: String, SourceLocation)
    /// The newest version has not shipped: it is in no tag, no commit, or no fixture.
    case notShipped(schema: String, version: String, SourceLocation, missing: Missing)
    /// The edit doesn't affect the version hash, so no new version can contain it.
    case sameHash(schema: String, version: String, changes: [ModelChange], SourceLocation)
    /// No commit has the newest version as it shipped.
    case noSource(schema: String, version: String, SourceLocation)
    /// A type with the name is already declared.
    case nameTaken(String)
    /// The given number is not a version, or not after the newest one. Includes the number that would be used by
    /// default.
    case badVersion(String, newest: String, next: String)
    /// The newest version's name isn't a number, so there is no number after it.
    case unnumbered(String)
    /// There is no model with the name.
    case unknownModel(String, known: [String])
    /// A property was not renamed in the way that `--renamed` or `--not-renamed` states, with the reason.
    case notRenamed(String, PropertyRenamings.Mistake)
    /// The sources prevent the files from being written.
    case problem(NextVersionDraft.Problem)
    /// The files would have changed a version that they must not change.
    case wouldChange(schema: String, what: String)
    /// An earlier run was interrupted, and this run doesn't write.
    case cutShort(journal: String)
    /// An earlier run was interrupted, and a file has been edited since.
    case unfinished(path: String, journal: String)
    /// No journal was found in any of the places.
    case nothingToUndo(places: [String])
    /// A file that was written has been edited since.
    case editedSince(path: String, journal: String)
    /// A journal can't be read.
    case unreadableJournal(path: String, reason: String)
    /// No place accepts a journal, with the reasons.
    case noJournal(reasons: [String])
    /// Everything is written, but the journal's state couldn't be updated.
    case notNoted(journal: String, reason: String)
    /// A file has changed since the sources were read.
    case changedMeanwhile(path: String)
    /// A file or folder is read-only.
    case notWritable(path: String)
    /// A file, or a folder in its path, is a symbolic link.
    case isLink(path: String)
    /// A folder, pipe or device is at the path.
    case isNoFile(path: String)
    /// The path isn't inside the project, or is in a git folder.
    case isOutside(path: String)

    /// The place where a version that shipped would be found.
    package enum Missing: Sendable, Hashable {
        case tag
        case commit
        case fixture
    }
}
