import PermafrostModel
import PermafrostSource

/// A version in one shape that shipped: declarations of one type with equal version hashes, at the git tags that have it.
package struct ShippedVersion: Sendable {
    /// The declaration at the first of the tags: in the group that its type is in today, or was in last, and under the name that it
    /// has there.
    package let declared: DeclaredVersion
    /// Core Data's checksum over its version hashes, by which its stores are known.
    package let versionChecksum: String
    /// The checksums that other frameworks compute than the newest, by framework.
    package let variantChecksums: [FrameworkVariant.Framework: String]
    /// The tags that it shipped in, oldest first; none for models that no tag has.
    package internal(set) var tags: [String]
    /// The version that has these hashes today; nil if none has.
    package let describedBy: String?
    /// How the fixture tree has it.
    package let standing: FreezeState

    /// The version's name.
    package var version: String { declared.schemaVersion.name }
    /// The name of its group.
    package var group: String { declared.group ?? declared.name }
    /// The type that declared it.
    package var schema: String { declared.name }

    /// Whether its stores are known: to a declared version, or as models that have been frozen again since.
    package var isDescribed: Bool {
        if case .superseded = standing { return true }
        return describedBy != nil
    }

    /// The fixture that has it, relative to the fixture tree; nil if none has.
    package var fixture: String? {
        switch standing {
        case .frozen(let folder), .superseded(let folder): folder
        case .notFrozen, .versionTaken: nil
        }
    }
}

extension DeclaredVersion {
    /// The checksums that other frameworks compute than the newest.
    ///
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)``.
    func variantChecksums() throws(ProjectError) -> [FrameworkVariant.Framework: String] {
        guard let model = try decoded() else { return [:] }
        return Dictionary(
            model.frameworkVariants.map { ($0.framework, model.model(of: $0).versionChecksum) },
            uniquingKeysWith: { first, _ in first })
    }
}

extension Project {
    /// The version that has each checksum today.
    var declaredNames: [String: String] {
        Dictionary(
            groups.flatMap(\.schemas).compactMap { declared in
                declared.model.map { ($0.versionChecksum, versionName(of: declared)) }
            }
        ) { first, _ in first }
    }
}

/// How the fixture tree has a shape that shipped.
package enum FreezeState: Sendable, Hashable {
    /// No fixture has it.
    case notFrozen
    /// No fixture has it, and one of another shape has its version's name, which a freeze would not replace.
    case versionTaken(folder: String)
    /// A fixture has it.
    case frozen(folder: String)
    /// A fixture of models without a `VersionedSchema` has it, which have been frozen again since.
    case superseded(folder: String)
}
