import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The reason that no next version is written.
package enum NextVersionError: Error, Sendable, Hashable {
    /// The project declares neither a migration plan nor a `VersionedSchema` in Swift.
    case noPlan(directory: String)
    /// The versions belong to a Core Data model. Only Xcode can add a version to it.
    case modelFile(path: String)
    /// The project declares several plans, and none was selected. The values are the plans' names and locations.
    case severalPlans([String], [SourceLocation])
    /// Several groups have versions that no plan lists, and none was selected. The value contains the type of each
    /// group's last version.
    case severalGroups([String])
    /// Some sources couldn't be read, so declarations may be missing. The value is the first issue.
    case unreadableSources(SourceIssue)
    /// The declaration of a version in the plan's list couldn't be read. The values are the last version's type and
    /// location.
    case unreadable(schema: String, SourceLocation)
    /// There is no evidence that the newest version has shipped. `missing` is the kind of evidence that was expected.
    /// `isFrozen` is whether the version has a fixture, which an edit must replace.
    case notShipped(schema: String, version: String, SourceLocation, missing: Missing, isFrozen: Bool)
    /// The edit doesn't affect the version hash. A new version with only this edit would have the same hashes as the
    /// newest version.
    ///
    /// `attribute` is an attribute, such as `Song.plays`, that can get a hash modifier. With the modifier, the new
    /// version's hashes differ. `attribute` is nil if no changed model has such an attribute.
    case sameHash(schema: String, version: String, changes: [ModelChange], SourceLocation, attribute: String?)
    /// No commit contains the newest version as it shipped. The last value is the folder of its fixture, or nil if it
    /// isn't frozen.
    case noSource(schema: String, version: String, SourceLocation, fixture: String?)
    /// A type with this name is already declared.
    case nameTaken(String)
    /// The requested number isn't a valid version, or isn't greater than the newest version. `next` is the number that
    /// is used by default.
    case badVersion(String, newest: String, next: String)
    /// The newest version's name isn't a number, so the next number can't be determined.
    case unnumbered(String)
    /// The user specified a model to copy that the shipped version doesn't contain. `known` contains the version's
    /// models.
    case unknownModel(String, known: [String])
    /// The newest version has no attribute with this name, or the attribute can't have a hash modifier. `known`
    /// contains the attributes that can have one.
    case unknownAttribute(String, known: [String])
    /// `--renamed` or `--not-renamed` doesn't apply to the specified property. The values are the property and the
    /// reason.
    case notRenamed(String, PropertyRenamings.Mistake)
    /// The sources contain a problem that prevents the files from being written.
    case problem(NextVersionProblem)
    /// A declaration in the drafted files can't be read.
    case wouldNotBeRead(schema: String, SourceIssue)
    /// The files would declare a version or a plan differently than expected. `what` describes the first difference.
    case wouldChange(schema: String, what: String)

    /// The kind of evidence that a version shipped.
    package enum Missing: Sendable, Hashable {
        case tag
        case record
        case commit
        case fixture
    }
}
