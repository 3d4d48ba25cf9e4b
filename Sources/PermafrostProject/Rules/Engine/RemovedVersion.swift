import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A version that is no longer declared, but was frozen or was declared at a commit.
struct RemovedVersion: Sendable {
    let group: VersionGroup
    let version: String
    /// The type that declared the version, or nil if it isn't known.
    let schema: String?
    /// The location of the type that declared the version, if it still exists but no plan lists it. The type is
    /// then in a separate group.
    var unlisted: SourceLocation?
    /// The declared version in the same group that has the same version hashes, or nil if there is none.
    var declared: DeclaredVersion?
    /// The fixture's folder, relative to the project. Nil if the version isn't frozen, if ``declared`` is nil, or
    /// if a release tag contains the version's fixture.
    var fixture: String?
    /// The command that freezes ``declared`` again, or nil if that version isn't frozen or its fixture can't be
    /// replaced.
    var refreezing: String?
    /// The code that declares the version as retired. Nil if no plan in Swift can contain it, or if the version
    /// isn't frozen.
    var retired: String?
    /// Whether the plan at the commit declared the version as retired.
    var wasRetired = false
    /// The name of the commit that declared the version, or nil for a frozen version.
    let reference: String?
    /// Whether the version consists of models without a `VersionedSchema`.
    var isUnversioned = false
    /// The staging of the plan that declares versions of these models now, or nil if there is no such plan.
    var succeeding: Staging?
    let location: SourceLocation?
}
