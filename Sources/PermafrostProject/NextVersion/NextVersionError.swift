import PermafrostModel
import PermafrostSource
import PermafrostStore

/// Why no next version is written: facts, which the command line words.
package enum NextVersionError: Error, Sendable, Hashable {
    /// No plan in Swift lists versions.
    case noPlan(directory: String)
    /// The versions are those of a Core Data model, which Xcode makes new ones of.
    case modelFile(path: String)
    /// Several plans do, and none was chosen: their names and places.
    case severalPlans([String], [SourceLocation])
    /// Versions of several groups stand in no plan, and none was chosen: a version of each.
    case severalGroups([String])
    /// Sources could not be read, so that something may be missed: the first problem.
    case unreadableSources(SourceIssue)
    /// The newest version in the plan's list is no declaration that could be read.
    case unreadable(schema: String, SourceLocation)
    /// The newest version has not shipped: no tag has it, or no commit, or no fixture.
    case notShipped(schema: String, version: String, SourceLocation, missing: Missing)
    /// What was edited is in no version hash, so that no version can hold it.
    case sameHash(schema: String, version: String, changes: [ModelChange], SourceLocation)
    /// No commit has the newest version as it shipped.
    case noSource(schema: String, version: String, SourceLocation)
    /// A type of the name is declared already.
    case nameTaken(String)
    /// The number is no version, or not after the newest; the one that would be taken.
    case badVersion(String, newest: String, next: String)
    /// The newest version is not of numbers, so that none is after it.
    case unnumbered(String)
    /// No model of the name.
    case unknownModel(String, known: [String])
    /// A property that was not renamed as `--renamed` or `--not-renamed` says, and why.
    case notRenamed(String, PropertyRenamings.Mistake)
    /// The sources keep the files from being written.
    case problem(NextVersionDraft.Problem)
    /// What the files would have done to a version that is not theirs to change.
    case wouldChange(schema: String, what: String)

    /// Where a version that shipped would be.
    package enum Missing: Sendable, Hashable {
        case tag
        case commit
        case fixture
    }
}
