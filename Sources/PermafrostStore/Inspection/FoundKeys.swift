/// The keys of rows and of their to-one relationships, collected to verify links without a query.
///
/// The rows of nearly every table have the keys 1 to n. In such a table, a link is broken only if its key is outside
/// that range.
struct FoundKeys {
    /// A to-one relationship.
    struct Link {
        let subject: String
        let table: String
        let column: String
        let destination: String
        /// The keys in the column; nil if some rows of the table weren't read.
        let keys: FoundKeys.KeyRange?
    }

    /// The keys of each table's rows.
    var tables: [String: FoundKeys.KeyRange] = [:]
    /// The to-one relationships that have columns.
    var links: [Link] = []

    /// Returns whether all links of a relationship are known to point to rows of a table. If false, they may or may
    /// not.
    func lead(_ link: Link, to destination: String?) -> Bool {
        guard let keys = link.keys, let destination else { return false }
        return keys.isEmpty || tables[destination]?.holdsEveryKey(of: keys) ?? false
    }
}

extension FoundKeys {
    /// The number of keys, and the lowest and highest one.
    struct KeyRange {
        private var count: Int64 = 0
        private var lowest = Int64.max
        private var highest = Int64.min

        var isEmpty: Bool { count == 0 }

        mutating func add(_ key: Int64) {
            count += 1
            lowest = min(lowest, key)
            highest = max(highest, key)
        }

        /// Returns whether these keys, which are the distinct keys of a table's rows, are known to include all the
        /// given ones.
        func holdsEveryKey(of others: KeyRange) -> Bool {
            lowest == 1 && highest == count && others.lowest >= lowest && others.highest <= highest
        }
    }
}
