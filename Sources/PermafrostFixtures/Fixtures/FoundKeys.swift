import PermafrostStore

/// The keys of rows and of to-one relationships, which are collected to verify links without a query.
///
/// In most tables, the rows have the keys 1 to n without gaps. A link to such a table is broken only if its key is
/// outside that range. Links to any other table need a query.
struct FoundKeys {
    /// A to-one relationship and the keys that its column contains.
    struct Link {
        let subject: String
        let table: String
        let column: String
        let destination: String
        /// The keys in the column, or nil if the table also contains rows of other entities.
        let keys: KeyRange?
    }

    /// The keys of the rows in each table, keyed by table name.
    var tables: [String: KeyRange] = [:]
    /// The to-one relationships that are stored in columns.
    var links: [Link] = []

    /// Returns whether the keys prove that every link of a relationship points to a row of the table `destination`. If
    /// false, or if `destination` is nil, a query must check the links.
    func isSound(_ link: Link, in destination: String?) -> Bool {
        guard let keys = link.keys, let destination else { return false }
        return keys.isEmpty || tables[destination]?.holdsEveryKey(of: keys) ?? false
    }
}
