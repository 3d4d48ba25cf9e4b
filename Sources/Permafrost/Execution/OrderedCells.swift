import PermafrostStore

/// Captured values in memory, keyed by the primary keys of their rows.
///
/// Rows are almost always captured, and later looked up, in the order of their keys. Such values need no hashing.
struct OrderedCells {
    /// The keys in ascending order.
    private var keys: [Int64] = []
    /// The values, in the order of ``keys``.
    private var cells: [SQLiteValue] = []
    /// The values whose keys came after a higher key.
    private var others: [Int64: SQLiteValue] = [:]
    /// The index of the key that is probably looked up next.
    private var next = 0

    /// The number of values.
    var count: Int { keys.count + others.count }

    /// Adds a value, or replaces the value with the same key.
    mutating func set(_ cell: SQLiteValue, of key: Int64) {
        if key > keys.last ?? .min {
            keys.append(key)
            cells.append(cell)
        } else if let index = index(of: key) {
            cells[index] = cell
        } else {
            others[key] = cell
        }
    }

    /// Returns the value with the given key, or nil if there is none.
    mutating func cell(of key: Int64) -> SQLiteValue? {
        if next < keys.count, keys[next] == key {
            next += 1
            return cells[next - 1]
        }
        guard let index = index(of: key) else { return others.isEmpty ? nil : others[key] }
        next = index + 1
        return cells[index]
    }

    /// Returns up to `limit` values with keys above the given key, sorted by key.
    func cells(after key: Int64?, limit: Int) -> [(key: Int64, cell: SQLiteValue)] {
        let start = key.map { $0 == .max ? keys.count : lowerBound(of: $0 + 1) } ?? 0
        let end = limit < keys.count - start ? start + limit : keys.count
        let ordered = (start..<end).map { (key: keys[$0], cell: cells[$0]) }
        guard !others.isEmpty else { return ordered }
        let rest = others.filter { $0.key > key ?? .min }.map { (key: $0.key, cell: $0.value) }
        return Array((ordered + rest).sorted { $0.key < $1.key }.prefix(limit))
    }

    /// Returns the index of a key in ``keys``, or nil if it isn't there.
    private func index(of key: Int64) -> Int? {
        let place = lowerBound(of: key)
        return place < keys.count && keys[place] == key ? place : nil
    }

    /// Returns the index of the first key that isn't below the given key.
    private func lowerBound(of key: Int64) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
