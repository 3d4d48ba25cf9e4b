import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The status of a version in the result of a check.
package struct CheckRow: Sendable {
    package enum Status: String, Sendable, Hashable {
        /// Frozen and intact, and the declaration is unchanged.
        case unchanged
        /// Frozen, and the declaration changed.
        case drifted
        /// Frozen, with damaged files.
        case damaged
        /// Declared and not frozen.
        case notFrozen
        /// Declared, and its fixture is in git but missing from the tree.
        case missing
        /// Frozen and no longer declared.
        case gone
        /// Frozen from models without a `VersionedSchema` that have been frozen again since.
        case superseded
        /// Declared now, but not at the base commit.
        case added
        /// Declared, but the model couldn't be evaluated.
        case notEvaluable
    }

    /// The version's declaration and its fixture.
    package let pair: VersionPair
    package let group: String
    package let version: String
    /// The type that declares the version, or declared it when it was frozen.
    package let schema: String?
    package internal(set) var status: Status
    /// The most severe kind of drift.
    package internal(set) var drift: ModelChange.Kind?
    /// The frameworks that may have created the frozen store, if they interpret the declaration differently from the
    /// newest framework.
    package internal(set) var framework: FrameworkVariant.Framework?

    /// - Parameters:
    ///   - name: the version's name, if it isn't frozen.
    ///   - schema: the type that declared the version, if there is neither a declaration nor a fixture that records it.
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
    /// The path of the fixture's folder, relative to the tree.
    package var fixture: String? { pair.frozen?.fixture.folder }
    /// Core Data's checksum of the declared version's hashes.
    package var versionChecksum: String? { pair.declared?.model?.versionChecksum }
    /// The confidence in the version hashes: all are verified, or some are based on assumptions.
    package var hashConfidence: Assumption.HashConfidence? {
        guard let declared = pair.declared, declared.model != nil else { return nil }
        return Assumption.HashConfidence(declared.assumptions)
    }
    /// The conditions of the `#if` branches that declare a different model, each with its location. A check compares
    /// every branch.
    package var variants: [String] { pair.declared?.variantTexts ?? [] }
    /// The kind of the plan's stage that migrates from this version.
    package var stageToNext: PlanDeclaration.Stage.Kind? {
        pair.declared.flatMap { declared in pair.group?.plan?.stages.first { $0.from == declared.name }?.kind }
    }
}
