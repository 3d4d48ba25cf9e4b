import Foundation
import PermafrostStore

/// The history of one save: a transaction with one row for each change, as in Core Data's persistent history.
struct SaveHistory {
    enum Change {
        case insert
        case update(PropertySet)
        /// A deletion, with the preserved cells of the deleted row.
        case delete([SQLiteValue])

        /// The value of the `ZCHANGETYPE` column.
        var number: Int64 {
            switch self {
            case .insert: 0
            case .update: 1
            case .delete: 2
            }
        }

        /// The properties that an update has changed, or nil for other changes.
        var properties: PropertySet? {
            if case .update(let changed) = self { return changed }
            return nil
        }
    }

    private struct Entry {
        var change: Change
        var entity: EntityStorage
        var key: Int64

        /// Returns whether the rows of two entries differ only in their keys.
        func isSimilar(to other: Entry) -> Bool {
            guard entity === other.entity else { return false }
            switch (change, other.change) {
            case (.insert, .insert): return true
            case (.update(let changed), .update(let others)): return changed == others
            case (.delete(let kept), .delete(let others)): return kept.isEmpty && others.isEmpty
            default: return false
            }
        }
    }

    /// The `Z_ENT` numbers of the tables that contain the history.
    private enum Number {
        static let change: Int64 = 16001
        static let transaction: Int64 = 16002
        static let string: Int64 = 16003
    }

    let store: Store
    let author: String?
    private var entries: [Entry] = []

    init(store: Store, author: String?) {
        self.store = store
        self.author = author
    }

    mutating func add(_ change: Change, _ entity: EntityStorage, _ key: Int64) {
        entries.append(Entry(change: change, entity: entity, key: key))
    }

    /// Writes the history's rows. Does nothing if the save changes no rows. Call this in the save's transaction.
    func write() throws {
        guard !entries.isEmpty else { return }
        // The rows that hold the history's highest keys are created with the first transaction.
        for (number, name) in [
            (Number.change, "CHANGE"), (Number.transaction, "TRANSACTION"), (Number.string, "TRANSACTIONSTRING"),
        ] {
            try store.run(
                "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, 0)",
                [.integer(number), .text(name)])
        }
        let transaction = try nextKey(Number.transaction, count: 1)
        let process = try string(ProcessInfo.processInfo.processName)
        let writer = try author.map(string)
        try store.run(
            """
            INSERT INTO ATRANSACTION (Z_PK, Z_ENT, Z_OPT, ZAUTHORTS, ZBUNDLEIDTS, ZPROCESSIDTS, ZTIMESTAMP)
            VALUES (?, ?, 1, ?, ?, ?, ?)
            """,
            [
                .integer(transaction), .integer(Number.transaction), writer.map { .integer($0) } ?? .null,
                .integer(process), .integer(process), .real(Date().timeIntervalSinceReferenceDate),
            ])
        let first = try nextKey(Number.change, count: entries.count)
        var next = 0
        try store.withStatement(Self.insertion(rows: 1)) { single in
            while next < entries.count {
                if case .delete(let kept) = entries[next].change, !kept.isEmpty {
                    try write(entries[next], kept, key: first + Int64(next), transaction)
                    next += 1
                    continue
                }
                let end = endOfRun(from: next)
                if end - next >= Self.minimumForBatches {
                    try store.withStatement(Self.batchInsertion) { batch in
                        let batchEnd = end - (end - next) % Self.batchSize
                        try insert(next..<batchEnd, rowsAtOnce: Self.batchSize, from: first, transaction, batch)
                        next = batchEnd
                    }
                }
                try insert(next..<end, rowsAtOnce: 1, from: first, transaction, single)
                next = end
            }
        }
    }

    // MARK: Changes

    /// The number of rows that one statement inserts if many consecutive changes have the same values. For each
    /// statement, SQLite opens the table and its index, and searches for their ends. Inserting a row with others takes
    /// about half as long as inserting it alone. A larger batch is hardly faster.
    private static let batchSize = 32
    /// The minimum number of consecutive changes to insert in batches. Compiling the statement of a batch takes as long
    /// as a batch of about 100 rows saves.
    private static let minimumForBatches = 128
    private static let batchInsertion = insertion(rows: batchSize)

    /// Returns SQL that inserts rows with consecutive keys. The parameters are the kind of change, the number of the
    /// entity, the key of the transaction, the changed properties, the key of the first row, and the keys of the
    /// changed objects.
    private static func insertion(rows: Int) -> String {
        let values = (0..<rows).map { "(?5 + \($0), \(Number.change), NULL, ?1, ?2, ?\($0 + 6), ?3, ?4)" }
        return """
            INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)
            VALUES \(values.joined(separator: ", "))
            """
    }

    /// Returns the end of the consecutive entries that have the same values as the entry at index `start`, except for
    /// the key.
    private func endOfRun(from start: Int) -> Int {
        var end = start + 1
        while end < entries.count, entries[end].isSimilar(to: entries[start]) { end += 1 }
        return end
    }

    /// Inserts the rows of consecutive entries that have the same values. The number of entries must be a multiple of
    /// the number of rows that the statement inserts.
    ///
    /// - Parameter first: the key of the row of the first entry in ``entries``.
    private func insert(
        _ run: Range<Int>, rowsAtOnce: Int, from first: Int64, _ transaction: Int64, _ statement: SQLiteStatement
    ) throws {
        guard let start = run.first else { return }
        let (change, entity) = (entries[start].change, entries[start].entity)
        try statement.bind(change.number, at: 1)
        try statement.bind(Int64(entity.number), at: 2)
        try statement.bind(transaction, at: 3)
        try statement.bind(change.properties.map { .blob(bitmap(of: $0, entity)) } ?? .null, at: 4)
        for start in stride(from: run.lowerBound, to: run.upperBound, by: rowsAtOnce) {
            try statement.bind(first + Int64(start), at: 5)
            for row in 0..<rowsAtOnce { try statement.bind(entries[start + row].key, at: row + 6) }
            while try statement.step() {}
            statement.reset()
        }
    }

    /// Writes the history row of a deletion, including its tombstone: the values preserved from the deleted row.
    private func write(_ entry: Entry, _ kept: [SQLiteValue], key: Int64, _ transaction: Int64) throws {
        let columns = kept.indices.map { ", ZTOMBSTONE\($0)" }.joined()
        try store.run(
            """
            INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID\(columns))
            VALUES (?, ?, NULL, ?, ?, ?, ?\(String(repeating: ", ?", count: kept.count)))
            """,
            [
                .integer(key), .integer(Number.change), .integer(entry.change.number),
                .integer(Int64(entry.entity.number)), .integer(entry.key), .integer(transaction),
            ] + kept)
    }

    /// Reserves `count` consecutive keys for the history's entity with the given number, and returns the first one.
    private func nextKey(_ number: Int64, count: Int) throws -> Int64 {
        let last = try store.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(number)]) ?? 0
        try store.run(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", [.integer(last + Int64(count)), .integer(number)])
        return last + 1
    }

    /// Returns the key of a string in the history's table of strings. Adds the string if the table doesn't contain it.
    private func string(_ text: String) throws -> Int64 {
        if let known = try store.integer("SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?", [.text(text)]) {
            return known
        }
        let key = try nextKey(Number.string, count: 1)
        try store.run(
            "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (?, ?, 1, ?)",
            [.integer(key), .integer(Number.string), .text(text)])
        return key
    }

    /// Returns the changed properties as a bitmap. The bits are in the order of the properties' names, most significant
    /// bit first.
    private func bitmap(of changed: PropertySet, _ entity: EntityStorage) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (entity.properties.count + 7) / 8)
        for (index, place) in entity.historyPlaces.enumerated() where changed.contains(index) {
            bytes[place / 8] |= 0x80 >> UInt8(place % 8)
        }
        return bytes
    }
}
