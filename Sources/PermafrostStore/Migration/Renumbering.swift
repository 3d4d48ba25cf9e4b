/// The SQL for migrating an old table's rows: a condition that selects the rows, and an expression for the new
/// number of a row's entity.
struct Renumbering {
    /// The SQL condition for the rows to migrate, or nil for all rows.
    private(set) var condition: String?
    /// The SQL for a row's new `Z_ENT`, or nil if no entity's number changes.
    private(set) var term: String?

    /// Creates a renumbering that carries over all rows with their old numbers.
    init() {}

    /// Creates a renumbering.
    ///
    /// - Parameters:
    ///   - numbers: the new numbers of the entities whose rows are migrated, keyed by the old numbers.
    ///   - isShared: whether the old table also contains rows of other entities.
    init(_ numbers: [Int: Int], isShared: Bool) {
        let sorted = numbers.sorted { $0.key < $1.key }
        if isShared { condition = "Z_ENT IN (\(sorted.map { "\($0.key)" }.joined(separator: ", ")))" }
        guard sorted.contains(where: { $0.key != $0.value }) else { return }
        term =
            sorted.count == 1
            ? "\(sorted[0].value)"
            : "CASE Z_ENT \(sorted.map { "WHEN \($0.key) THEN \($0.value)" }.joined(separator: " ")) END"
    }
}
