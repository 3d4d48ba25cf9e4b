import PermafrostModel

extension ProjectHistory {
    /// One shape of a version: declarations of one type with equal version hashes.
    package struct Shape: Sendable, Hashable {
        /// The name of the group that the type is in today, or was in last.
        package let group: String
        /// The version's name.
        package let version: String
        /// The type that declared it.
        package let schema: String
        /// Core Data's checksum over its version hashes, by which its stores are known.
        package let versionChecksum: String
        /// The checksums that other frameworks compute than the newest, by framework.
        package let variantChecksums: [FrameworkVariant.Framework: String]
        /// The tags that it shipped in, oldest first.
        package internal(set) var tags: [String]
        /// The version that has these hashes today; nil if none has.
        package let describedBy: String?
        /// How the fixture tree has it.
        package let standing: FreezeState

        /// Whether its stores are known: to a declared version, or as models that have been frozen again since.
        package var isDescribed: Bool {
            if case .superseded = standing { return true }
            return describedBy != nil
        }
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
