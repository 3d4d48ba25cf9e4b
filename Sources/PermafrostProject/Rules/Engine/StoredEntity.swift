import PermafrostModel

/// A class whose objects are in a store.
struct StoredEntity: Hashable {
    var location: SourceLocation
    /// The version hash in hexadecimal digits, or nil if the class can't be evaluated.
    var hash: String?

    /// Returns whether the two values have the same class, or classes with equal version hashes.
    func isSame(as other: StoredEntity) -> Bool {
        location == other.location || hash != nil && hash == other.hash
    }
}
