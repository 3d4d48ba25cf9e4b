import Foundation
import PermafrostStore

/// The tables that contain one store's history.
struct HistoryTables {
    let store: Store
    let container: OpenContainer

    /// Returns the transactions with numbers greater than the given one, sorted by number, without their changes.
    func transactions(after first: Int64) throws -> [DefaultHistoryTransaction] {
        var result: [DefaultHistoryTransaction] = []
        // Strings are in a separate table. Older stores have them in the row.
        try store.query(
            """
            SELECT t.Z_PK, t.ZTIMESTAMP, COALESCE(t.ZAUTHOR, a.ZNAME), COALESCE(t.ZBUNDLEID, b.ZNAME),
            COALESCE(t.ZPROCESSID, p.ZNAME) FROM ATRANSACTION t
            LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS
            LEFT JOIN ATRANSACTIONSTRING b ON b.Z_PK = t.ZBUNDLEIDTS
            LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS WHERE t.Z_PK > ? ORDER BY t.Z_PK
            """, [.integer(first)]
        ) { row in
            let reader = HistoryRow(row)
            let number = reader.integer(0)
            result.append(
                DefaultHistoryTransaction(
                    author: reader.text(2), bundleIdentifier: reader.text(3) ?? "", changes: [],
                    processIdentifier: reader.text(4) ?? "", storeIdentifier: store.identifier,
                    timestamp: Date(timeIntervalSinceReferenceDate: reader.real(1)),
                    token: DefaultHistoryToken([store.identifier: number], storeIdentifier: store.identifier),
                    transactionIdentifier: number))
        }
        return result
    }

    /// Returns the transaction with its changes, sorted by number. Omits changes to entities that aren't in the
    /// container.
    func withChanges(_ transaction: DefaultHistoryTransaction) throws -> DefaultHistoryTransaction {
        let tombstones = (0..<(try store.tombstoneColumnCount())).map { ", ZTOMBSTONE\($0)" }.joined()
        var changes: [HistoryChange] = []
        try store.query(
            """
            SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS\(tombstones) FROM ACHANGE
            WHERE ZTRANSACTIONID = ? ORDER BY Z_PK
            """, [.integer(transaction.transactionIdentifier)]
        ) { row in
            let row = HistoryRow(row)
            guard
                let entity = container.entities.first(where: {
                    $0.store === store && Int64($0.number) == row.integer(2)
                }), let change = HistoryEntry(row, entity, transaction.transactionIdentifier).change
            else { return }
            changes.append(change)
        }
        return transaction.with(changes: changes)
    }

    /// Deletes the transactions with the given numbers and the changes that belong to them.
    func delete(_ numbers: [Int64]) throws {
        for number in numbers {
            try store.run("DELETE FROM ACHANGE WHERE ZTRANSACTIONID = ?", [.integer(number)])
            try store.run("DELETE FROM ATRANSACTION WHERE Z_PK = ?", [.integer(number)])
        }
    }

    /// Checks that a token hasn't expired, by comparing it with the oldest transaction and the last assigned number.
    /// Doesn't detect gaps between remaining transactions.
    ///
    /// - Throws: `SwiftDataError.historyTokenExpired` if all transactions up to the first one after the token were
    ///   deleted, or if the token belongs to a different history, because its number was never assigned.
    func check(_ token: DefaultHistoryToken) throws {
        guard let number = token.tokenValue?[store.identifier] else { return }
        let last = try store.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002") ?? 0
        let first = try store.integer("SELECT MIN(Z_PK) FROM ATRANSACTION") ?? .max
        guard number > last || number < last && first - 1 > number else { return }
        throw SwiftDataError(
            .historyTokenExpired,
            number > last
                ? "The token belongs to a different history: the store's last transaction has number \(last), and the token has number \(number)."
                : "Transactions after the token, number \(number), have been deleted.")
    }
}
