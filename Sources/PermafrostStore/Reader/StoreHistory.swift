/// What a store's persistent history tells: how often it was saved, when and by whom.
public struct StoreHistory: Sendable, Hashable {
    /// The transactions recorded.
    public var transactionCount: Int
    /// When the first and the last were saved, in seconds since 2001-01-01 UTC.
    public var firstTime: Double?
    public var lastTime: Double?
    /// The changes recorded.
    public var insertCount: Int
    public var updateCount: Int
    public var deleteCount: Int
    /// Bundle identifiers, processes, contexts and authors, as far as recorded; the first hundred.
    public var names: [String]

    static let nameLimit = 100
}

extension StoreReader {
    /// The store's history; nil where it records none.
    public func history() throws(StoreError) -> StoreHistory? {
        guard try hasTable("ATRANSACTION"), try hasTable("ACHANGE") else { return nil }
        var history = StoreHistory(
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
                "SELECT ZNAME FROM ATRANSACTIONSTRING ORDER BY Z_PK LIMIT \(StoreHistory.nameLimit)"
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
