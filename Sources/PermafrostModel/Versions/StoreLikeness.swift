/// How much a store has in common with a version that it is not: the greatest decides which one is called the nearest.
package struct StoreLikeness: Sendable, Hashable, Comparable {
    /// An identifier counts for a version that has this much in common with the store.
    private static let identifiedShare = 0.25

    /// What the two have in common, from 0 to 1.
    package let share: Double
    /// Whether the store names the version's identifier and is not too far from it. A shipped version that was edited keeps its
    /// identifier, and may have become less similar to its stores than another version is.
    package let hasSameIdentifier: Bool

    /// By the model that the store carries, in a form in which equal models are equal.
    package init(of store: SchemaModel, identifiers: [String], to version: SchemaModel) {
        self.init(share: store.likeness(to: version), identifiers, version)
    }

    /// By the store's hashes, if it carries no model: an entity of equal hash counts twice as much as one of equal name.
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
