import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// The result of a check for one version.
package struct CheckRow: Sendable {
    package enum Status: String, Sendable, Hashable, Encodable {
        /// The version is frozen, its fixture is intact, and the declaration hasn't changed.
        case unchanged
        /// The declaration or the version's name has changed since the version was frozen or since the base commit.
        case drifted
        /// The version is frozen, and its fixture is damaged.
        case damaged
        /// The version is declared but not frozen.
        case notFrozen
        /// The version is declared. Its fixture is in git but not in the tree.
        case missing
        /// The version is frozen, or was declared at the base commit, but is no longer declared.
        case gone
        /// The version is frozen, and its plan no longer migrates it.
        case retired
        /// The version was frozen from models without a `VersionedSchema`. They have been frozen again since.
        case superseded
        /// The version is declared now, but not at the base commit.
        case added
        /// The version's model couldn't be evaluated, or its declaration may be in sources that can't be read.
        case notEvaluable
    }

    /// The version's declaration and fixture.
    package let pair: VersionPair
    package let group: String
    package let version: String
    /// The type that declares the version. If the version is no longer declared, this is the type that declared it, or
    /// nil if that type isn't known.
    package let schema: String?
    package internal(set) var status: Status
    /// The most serious kind of drift, or nil if the version hasn't drifted.
    package internal(set) var drift: ModelChange.Kind?
    /// The older frameworks that may have created the frozen store. Nil if the store doesn't have the hashes that only
    /// these frameworks compute.
    package internal(set) var framework: FrameworkVariant.Framework?

    /// Creates the result for a version's declaration and fixture.
    ///
    /// - Parameters:
    ///   - name: the version's name. Required if the version isn't frozen.
    ///   - schema: the type that declared the version. Used only if neither the declaration nor the fixture contains
    ///     it.
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
    package var location: SourceLocation? { pair.declared?.location }
    /// The path of the fixture's folder relative to the tree, or nil if the version isn't frozen.
    package var fixture: String? { pair.frozen?.fixture.folder }
    /// The names of the fixture's anonymized users' stores. Empty if their folder can't be listed, which is damage to the
    /// fixture.
    package var stores: [String] {
        guard let fixture = pair.frozen?.fixture, let stores = try? NamedStore.all(of: fixture) else { return [] }
        return stores.map(\.name.description)
    }
    /// Core Data's checksum of the declared version's hashes, or nil if the model isn't known.
    package var versionChecksum: String? { pair.declared?.model?.versionChecksum }
    /// The confidence in the version hashes, or nil if the model isn't known.
    package var hashConfidence: HashConfidence? {
        guard let declared = pair.declared, declared.model != nil else { return nil }
        return HashConfidence(declared.assumptions)
    }
    /// The conditions of the `#if` branches that declare a different model, with their locations. A check compares all
    /// branches.
    package var variants: [String] { pair.declared?.variantTexts ?? [] }
    /// The kind of the plan's stage that migrates from this version, or nil if no stage does.
    package var stageToNext: DeclaredStage.Kind? {
        pair.declared.flatMap { declared in pair.group?.plan?.stages.first { $0.from == declared.name }?.kind }
    }
}
