import PermafrostModel
import PermafrostSource

/// How one version stands: declared, frozen, drifted.
package struct VersionReport: Sendable, Hashable {
    /// How a version stands.
    package enum Status: String, Sendable, Hashable {
        /// Frozen, intact, and declared as it was frozen.
        case unchanged
        /// Frozen, and declared otherwise.
        case drifted
        /// Frozen, with damaged files.
        case damaged
        /// Declared and not frozen.
        case notFrozen
        /// Declared, and its fixture is missing, which git holds.
        case missing
        /// Frozen and not declared any more.
        case gone
        /// Frozen from models without a `VersionedSchema`, which have been frozen again since.
        case superseded
        /// Declared, and not at the commit that the sources are compared with.
        case added
        /// Declared, but the model could not be evaluated.
        case notEvaluable
    }

    /// The group's name.
    package var group: String
    /// The version's name.
    package var version: String
    /// The type that declares it, or declared it.
    package var schema: String?
    /// How it stands.
    package var status: Status
    /// The strongest kind of drift.
    package var drift: ModelChange.Kind?
    /// Where it is declared.
    package var location: SourceLocation?
    /// The fixture's folder relative to the tree.
    package var fixture: String?
    /// Core Data's checksum over the declared version hashes.
    package var versionChecksum: String?
    /// Whether all of its hashes are proven, or some shapes assumed.
    package var hashConfidence: HashConfidence?
    /// The conditions under which another branch declares another model, each with its place: both are checked.
    package var variants: [String] = []
    /// The frameworks that made the frozen store, if they read the declaration otherwise than the newest.
    package var framework: FrameworkVariant.Framework?
    /// The stage of the plan that leads on from it.
    package var stageToNext: PlanDeclaration.Stage.Kind?
}
