import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A version in the result of a check: the pair, and its status after the comparison.
package struct CheckRow: Sendable {
    /// The status of a version.
    package enum Status: String, Sendable, Hashable {
        /// Frozen and intact, and the declaration is unchanged.
        case unchanged
        /// Frozen, and the declaration changed.
        case drifted
        /// Frozen, with damaged files.
        case damaged
        /// Declared and not frozen.
        case notFrozen
        /// Declared, and its fixture is missing, which git holds.
        case missing
        /// Frozen and no longer declared.
        case gone
        /// Frozen from models without a `VersionedSchema`, which have been frozen again since.
        case superseded
        /// Declared, and not at the commit that the sources are compared with.
        case added
        /// Declared, but the model could not be evaluated.
        case notEvaluable
    }

    /// The version, as it is declared and frozen.
    package let pair: VersionPair
    /// The group's name.
    package let group: String
    /// The version's name.
    package let version: String
    /// The type that declares it, or declared it.
    package let schema: String?
    /// The status.
    package internal(set) var status: Status
    /// The strongest kind of drift.
    package internal(set) var drift: ModelChange.Kind?
    /// The frameworks that made the frozen store, if they read the declaration differently from the newest.
    package internal(set) var framework: FrameworkVariant.Framework?

    /// - Parameters:
    ///   - name: the version's name, if it isn't frozen.
    ///   - schema: the type that declared it, if neither a declaration nor a fixture says so.
    init(
        _ pair: VersionPair, _ group: VersionGroup, _ status: Status, named name: String? = nil,
        schema: String? = nil
    ) {
        self.pair = pair
        self.group = group.name
        version = name ?? pair.frozen?.version.description ?? ""
        self.schema = pair.declared?.name ?? pair.frozen?.schema ?? schema
        self.status = status
    }
}

extension CheckRow {
    /// The place of the declaration.
    package var location: SourceLocation? { pair.declared?.location }
    /// The fixture's folder relative to the tree.
    package var fixture: String? { pair.frozen?.fixture.folder }
    /// Core Data's checksum over the declared version hashes.
    package var versionChecksum: String? { pair.declared?.model?.versionChecksum }
    /// Whether all of its hashes are proven, or some shapes assumed.
    package var hashConfidence: Assumption.HashConfidence? {
        guard let declared = pair.declared, declared.model != nil else { return nil }
        return Assumption.HashConfidence(declared.assumptions)
    }
    /// The conditions under which another branch declares another model, each with its place: both are checked.
    package var variants: [String] { pair.declared?.variantTexts ?? [] }
    /// The stage of the plan that starts at it.
    package var stageToNext: PlanDeclaration.Stage.Kind? {
        pair.declared.flatMap { declared in pair.group?.plan?.stages.first { $0.from == declared.name }?.kind }
    }
}
