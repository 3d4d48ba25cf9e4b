/// The similarity between a store and a version that doesn't match it. Reports mention the most similar version as the
/// nearest one.
package struct StoreLikeness: Sendable, Hashable, Comparable {
    /// The minimum similarity for a matching identifier to count.
    private static let identifiedShare = 0.25

    /// The similarity, from 0 to 1.
    package let share: Double
    /// Whether the store records the version's identifier, and ``share`` is at least 0.25. Such a version ranks above
    /// all versions with a different identifier. If it was edited after it shipped, another version can be more similar
    /// to the store.
    package let hasSameIdentifier: Bool

    /// Compares a version with the model in a store. Both models must be normalized, so that equal models
    /// compare as equal.
    package init(of store: SchemaModel, identifiers: [String], to version: SchemaModel) {
        self.init(share: store.likeness(to: version), identifiers, version)
    }

    /// Compares a version with the hashes in a store that contains no model. An entity with an equal hash counts twice
    /// as much as an entity with only an equal name.
    package init(of hashes: [String: [UInt8]], identifiers: [String], to version: SchemaModel) {
        let own = version.versionHashes
        let names = Set(hashes.keys).union(own.keys)
        let equal = names.count { hashes[$0] == own[$0] }
        let shared = names.count { hashes[$0] != nil && own[$0] != nil }
        self.init(
            share: names.isEmpty ? 1 : Double(equal + shared) / Double(2 * names.count), identifiers, version)
    }

    private init(share: Double, _ identifiers: [String], _ version: SchemaModel) {
        self.share = share
        hasSameIdentifier = share >= Self.identifiedShare && identifiers == version.versionIdentifiers
    }

    package static func < (left: StoreLikeness, right: StoreLikeness) -> Bool {
        if left.hasSameIdentifier != right.hasSameIdentifier { return right.hasSameIdentifier }
        return left.share < right.share
    }
}
