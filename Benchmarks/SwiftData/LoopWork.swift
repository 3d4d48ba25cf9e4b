import CSQLite
import Foundation

/// The measured tasks, implemented as loops over SQLite's C interface. They are the baseline of SwiftData.
struct LoopWork {
    let path: String
    let rows: Int

    private static let columns =
        "ZISCHECKED, ZSERIES, ZAMOUNT, ZDATE, ZNOTE, ZTITLE, ZTOKEN, ZPAYLOAD"

    /// Inserts rows and their history, with `perSave` rows in each transaction. Returns the time in seconds.
    func insert(_ rows: Int, perSave: Int) throws -> Double {
        let database = try CDatabase(path: path)
        defer { database.close() }
        return try Stopwatch.seconds {
            let insert = try database.prepare(
                """
                INSERT INTO ZREADING (Z_PK, Z_ENT, Z_OPT, \(Self.columns)) VALUES (?, 1, 1, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
            defer { insert.finalize() }
            for start in stride(from: 0, to: rows, by: perSave) {
                let end = min(start + perSave, rows)
                try database.execute("BEGIN IMMEDIATE")
                let transaction = try beginHistory(database)
                let change = try historyStatement(database, kind: 0)
                defer { change.finalize() }
                for row in start..<end {
                    let values = ReadingValues(row: row, of: rows)
                    let key = Int64(row + 1)
                    insert.bind(1, key)
                    insert.bind(2, values.isChecked ? Int64(1) : 0)
                    insert.bind(3, Int64(values.series))
                    insert.bind(4, values.amount)
                    insert.bind(5, values.date.timeIntervalSinceReferenceDate)
                    insert.bind(6, values.note)
                    insert.bind(7, values.title)
                    insert.bind(8, values.token)
                    insert.bind(9, values.payload)
                    try insert.run()
                    change.bind(1, key)
                    change.bind(2, key)
                    change.bind(3, transaction)
                    try change.run()
                }
                try database.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(end) WHERE Z_ENT = 1")
                try database.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + \(end - start) WHERE Z_ENT = 16001")
                try database.execute("COMMIT")
            }
        }
    }

    /// Reads every row into an object of a plain class, and reads every property. Returns the time in seconds, and the
    /// sum of the values.
    func fetch() throws -> (Double, ReadingSum) {
        let database = try CDatabase(path: path)
        defer { database.close() }
        var sum = ReadingSum()
        let seconds = try Stopwatch.seconds {
            let statement = try database.prepare("SELECT Z_PK, Z_OPT, \(Self.columns) FROM ZREADING")
            defer { statement.finalize() }
            var readings: [PlainReading] = []
            while statement.step() { readings.append(Self.reading(statement)) }
            Self.add(readings, to: &sum)
        }
        return (seconds, sum)
    }

    /// Fetches the rows of each series, at most `limit` of them, and reads every property. Returns the time in seconds,
    /// and the sum of the values.
    func lookUp(_ series: [Int], limit: Int?) throws -> (Double, ReadingSum) {
        let database = try CDatabase(path: path)
        defer { database.close() }
        var sum = ReadingSum()
        let seconds = try Stopwatch.seconds {
            let statement = try database.prepare(
                "SELECT Z_PK, Z_OPT, \(Self.columns) FROM ZREADING WHERE ZSERIES = ?"
                    + (limit.map { " LIMIT \($0)" } ?? ""))
            defer { statement.finalize() }
            for number in series {
                statement.bind(1, Int64(number))
                var readings: [PlainReading] = []
                while statement.step() { readings.append(Self.reading(statement)) }
                statement.reset()
                Self.add(readings, to: &sum)
            }
        }
        return (seconds, sum)
    }

    /// Runs the statements of the lightweight migration. Returns the time in seconds.
    ///
    /// - Parameter rebuilding: whether to rebuild the table instead of dropping the removed column in place.
    func migrate(rebuilding: Bool) throws -> Double {
        let database = try CDatabase(path: path)
        defer { database.close() }
        return try Stopwatch.seconds {
            try database.execute("BEGIN IMMEDIATE")
            if rebuilding {
                try database.execute(
                    """
                    DROP INDEX Z_Reading_SwiftDataIndexOnBinaryseries;
                    ALTER TABLE ZREADING RENAME TO ZOLD;
                    CREATE TABLE ZREADING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISCHECKED INTEGER, \
                    ZPRIORITY INTEGER, ZSERIES INTEGER, ZDATE TIMESTAMP, ZQUANTITY FLOAT, ZREMARK VARCHAR, \
                    ZTITLE VARCHAR, ZTOKEN BLOB, ZPAYLOAD BLOB );
                    INSERT INTO ZREADING SELECT Z_PK, Z_ENT, Z_OPT, ZISCHECKED, 3, ZSERIES, ZDATE, ZAMOUNT, NULL, \
                    ZTITLE, ZTOKEN, ZPAYLOAD FROM ZOLD;
                    DROP TABLE ZOLD;
                    CREATE INDEX Z_Reading_SwiftDataIndexOnBinaryseries ON ZREADING (ZSERIES COLLATE BINARY ASC);
                    """)
            } else {
                try database.execute(
                    """
                    ALTER TABLE ZREADING DROP COLUMN ZNOTE;
                    ALTER TABLE ZREADING RENAME COLUMN ZAMOUNT TO ZQUANTITY;
                    ALTER TABLE ZREADING ADD COLUMN ZREMARK VARCHAR;
                    ALTER TABLE ZREADING ADD COLUMN ZPRIORITY INTEGER;
                    UPDATE ZREADING SET ZPRIORITY = 3;
                    """)
            }
            try database.execute("COMMIT")
        }
    }

    /// Adds a column and fills it with a string computed for each row. Every update is counted in `Z_OPT` and the
    /// history. Returns the time in seconds.
    func summarize() throws -> Double {
        let database = try CDatabase(path: path)
        defer { database.close() }
        return try Stopwatch.seconds {
            try database.execute("BEGIN IMMEDIATE")
            try database.execute("ALTER TABLE ZREADING ADD COLUMN ZSUMMARY VARCHAR")
            let transaction = try beginHistory(database)
            let first = try database.integer("SELECT MAX(Z_PK) FROM ACHANGE") + 1
            let select = try database.prepare("SELECT Z_PK, ZTITLE, ZAMOUNT FROM ZREADING")
            let update = try database.prepare(
                "UPDATE ZREADING SET ZSUMMARY = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?")
            let change = try historyStatement(database, kind: 1)
            defer {
                select.finalize()
                update.finalize()
                change.finalize()
            }
            var next = first
            while select.step() {
                let key = select.integer(0)
                update.bind(1, ReadingValues.summary(title: select.text(1), amount: select.real(2)))
                update.bind(2, key)
                try update.run()
                change.bind(1, next)
                change.bind(2, key)
                change.bind(3, transaction)
                try change.run()
                next += 1
            }
            try database.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(next - 1) WHERE Z_ENT = 16001")
            try database.execute("COMMIT")
        }
    }

    // MARK: Parts

    func beginHistory(_ database: CDatabase) throws -> Int64 {
        try database.execute(
            """
            INSERT OR IGNORE INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 0), (16002, 'TRANSACTION', 0, 0);
            UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_ENT = 16002;
            INSERT INTO ATRANSACTION (Z_PK, Z_ENT, Z_OPT, ZTIMESTAMP)
            SELECT Z_MAX, 16002, 1, 700000000 FROM Z_PRIMARYKEY WHERE Z_ENT = 16002
            """)
        return try database.integer("SELECT MAX(Z_PK) FROM ATRANSACTION")
    }

    func historyStatement(_ database: CDatabase, kind: Int) throws -> CStatement {
        try database.prepare(
            """
            INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) \
            VALUES (?, 16001, NULL, \(kind), 1, ?, ?, \(kind == 0 ? "NULL" : "x'0100'"))
            """)
    }

    private static func reading(_ row: CStatement) -> PlainReading {
        PlainReading(
            title: row.text(7), series: Int(row.integer(3)), amount: row.real(4),
            date: Date(timeIntervalSinceReferenceDate: row.real(5)),
            token: row.uuid(8) ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
            isChecked: row.integer(2) != 0, payload: row.data(9), note: row.isNull(6) ? nil : row.text(6))
    }

    private static func add(_ readings: [PlainReading], to sum: inout ReadingSum) {
        for reading in readings {
            sum.add(
                reading.title, reading.series, reading.amount, reading.date, reading.token, reading.isChecked,
                reading.payload, reading.note)
        }
    }
}
