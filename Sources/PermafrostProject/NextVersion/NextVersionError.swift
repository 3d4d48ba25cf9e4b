import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The reasons why no next version is written, with their facts. The command line turns them into messages.
package enum NextVersionError: Error, Sendable, Hashable {
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

    /// The place where a version that shipped would be found.
    package enum Missing: Sendable, Hashable {
        case tag
        case commit
        case fixture
    }
}
