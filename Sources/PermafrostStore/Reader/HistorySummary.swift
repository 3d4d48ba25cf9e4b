/// What a store's persistent history says: how often it was saved, when and by whom.
package struct HistorySummary: Sendable, Hashable {
    /// The transactions recorded.
    package var transactionCount: Int
    /// When the first and the last were saved, in seconds since 2001-01-01 UTC.
    package var firstTime: Double?
    package var lastTime: Double?
    /// The changes recorded.
    package var insertCount: Int
    package var updateCount: Int
    package var deleteCount: Int
    /// Bundle identifiers, processes, contexts and authors, as far as recorded; the first hundred.
    package var names: [String]

    static let nameLimit = 100
}

extension StoreReader {
    /// The store's history; nil if it records none.
    package func history() throws(StoreError) -> HistorySummary? {
        guard try hasTable("ATRANSACTION"), try hasTable("ACHANGE") else { return nil }
        var history = HistorySummary(
            transactionCount: try rowCount(of: "ATRANSACTION"), insertCount: 0, updateCount: 0, deleteCount: 0,
            names: [])
        if let row = try rows("SELECT MIN(ZTIMESTAMP), MAX(ZTIMESTAMP) FROM ATRANSACTION").first {
            (history.firstTime, history.lastTime) = (Self.number(row[0]), Self.number(row[1]))
        }
        // One pass: to group them would sort them all.
        let kinds = (0...2).map { "SUM(ZCHANGETYPE IS \($0))" }.joined(separator: ", ")
        if let row = try rows("SELECT \(kinds) FROM ACHANGE").first {
            let counts = row.map { if case .integer(let count) = $0 { Int(clamping: count) } else { 0 } }
            (history.insertCount, history.updateCount, history.deleteCount) = (counts[0], counts[1], counts[2])
        }
        if try hasTable("ATRANSACTIONSTRING") {
            history.names = try rows(
                "SELECT ZNAME FROM ATRANSACTIONSTRING ORDER BY Z_PK LIMIT \(HistorySummary.nameLimit)"
            ).compactMap { if case .text(let name) = $0[0] { name } else { nil } }
        }
        return history
    }

    private static func number(_ value: SQLiteValue) -> Double? {
        switch value {
        case .real(let real): real
        case .integer(let integer): Double(integer)
        default: nil
        }
    }
}
