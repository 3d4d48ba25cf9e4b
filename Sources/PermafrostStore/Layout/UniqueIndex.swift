import PermafrostModel

/// The index of a uniqueness constraint.
struct UniqueIndex: Sendable, Hashable {
    var table: String
    /// The entity that declares the constraint.
    var entity: String
    var properties: [String]
    var columns: [String]
}
