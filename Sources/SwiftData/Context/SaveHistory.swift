import Foundation
import PermafrostStore

/// The history of one save: a transaction with one row for each change, as in Core Data's persistent history.
struct SaveHistory {
    enum Change {
        case insert
        case update(EntityStorage.PropertySet)
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
        var properties: EntityStorage.PropertySet? {
            if case .update(let changed) = self { return changed }
            return nil
        }
    }

    private struct Entry {
        var change: Change
        var entity: EntityStorage
        var key: Int64
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
        var key = try nextKey(Number.change, count: entries.count)
        let sql = """
            INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)
            VALUES (?, ?, NULL, ?, ?, ?, ?, ?)
            """
        try store.withStatement(sql) { statement in
            try statement.bind(.integer(Number.change), at: 2)
            try statement.bind(.integer(transaction), at: 6)
            // Consecutive changes usually have the same entity and properties, so that bound values can stay.
            var bound: (kind: Int64, entity: EntityStorage, changed: EntityStorage.PropertySet?)?
            for entry in entries {
                if case .delete(let kept) = entry.change, !kept.isEmpty {
                    try write(entry, kept, key: key, transaction)
                    key += 1
                    continue
                }
                let (kind, changed) = (entry.change.number, entry.change.properties)
                if bound?.kind != kind || bound?.entity !== entry.entity || bound?.changed != changed {
                    try statement.bind(.integer(kind), at: 3)
                    try statement.bind(.integer(Int64(entry.entity.number)), at: 4)
                    try statement.bind(changed.map { .blob(bitmap(of: $0, entry.entity)) } ?? .null, at: 7)
                    bound = (kind, entry.entity, changed)
                }
                try statement.bind(key, at: 1)
                try statement.bind(entry.key, at: 5)
                while try statement.step() {}
                statement.reset()
                key += 1
            }
        }
    }

    /// Writes the history row of a deletion with its tombstone, which contains the values preserved from the deleted
    /// row.
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
    private func bitmap(of changed: EntityStorage.PropertySet, _ entity: EntityStorage) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (entity.properties.count + 7) / 8)
        for (index, place) in entity.historyPlaces.enumerated() where changed.contains(index) {
            bytes[place / 8] |= 0x80 >> UInt8(place % 8)
        }
        return bytes
    }
}
