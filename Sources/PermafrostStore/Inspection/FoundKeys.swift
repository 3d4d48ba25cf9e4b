/// The keys that rows and their to-one relationships hold, as far as it takes to see without a query that each link leads to a
/// row.
///
/// Nearly every table has the rows 1 to n. Then no link of it is lost unless it is less or more than that.
struct FoundKeys {
    /// A to-one relationship.
    struct Link {
        let subject: String
        let table: String
        let column: String
        let destination: String
        /// The keys in the column; nil if not every row of the table was gone through.
        let keys: FoundKeys.KeyRange?
    }

    /// The keys of each table's rows.
    var tables: [String: FoundKeys.KeyRange] = [:]
    /// The to-one relationships that have columns.
    var links: [Link] = []

    /// Whether all of a relationship's links surely lead to rows of a table. False says nothing.
    func lead(_ link: Link, to destination: String?) -> Bool {
        guard let keys = link.keys, let destination else { return false }
        return keys.isEmpty || tables[destination]?.holdsEveryKey(of: keys) ?? false
    }
}

extension FoundKeys {
    /// How many keys there are, and between which ones.
    struct KeyRange {
        private var count: Int64 = 0
        private var lowest = Int64.max
        private var highest = Int64.min

        /// Whether there are none.
        var isEmpty: Bool { count == 0 }

        mutating func add(_ key: Int64) {
            count += 1
            lowest = min(lowest, key)
            highest = max(highest, key)
        }

        /// Whether each of the others is surely among these, which are the keys of a table's rows and all different.
        func holdsEveryKey(of others: KeyRange) -> Bool {
            lowest == 1 && highest == count && others.lowest >= lowest && others.highest <= highest
        }
    }
}
