import CSQLite
import Foundation

/// The baseline of a plan: the same work written by hand.
struct PublishingLoop {
    let path: String

    private static let columns = """
        ALTER TABLE ZREADING RENAME COLUMN ZTITLE TO ZHEADING;
        ALTER TABLE ZREADING ADD COLUMN ZSLUG VARCHAR;
        ALTER TABLE ZREADING ADD COLUMN ZSUMMARY VARCHAR;
        """
    private static let equalSlugs = "SELECT COUNT(*) FROM (SELECT 1 FROM ZREADING GROUP BY ZSLUG HAVING COUNT(*) > 1)"

    private struct NotUnique: Error {}

    /// Runs a loop over SQLite's C interface. It reads, computes, and writes the values of each row, with `Z_OPT` and
    /// the history. Returns the time in seconds.
    func run() throws -> Double {
        try measured { database in
            try database.execute(Self.columns)
            let loop = LoopWork(path: path, rows: 0)
            let transaction = try loop.beginHistory(database)
            let first = try database.integer("SELECT MAX(Z_PK) FROM ACHANGE") + 1
            let select = try database.prepare("SELECT Z_PK, ZHEADING, ZAMOUNT FROM ZREADING")
            let update = try database.prepare(
                "UPDATE ZREADING SET ZSLUG = ?, ZSUMMARY = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?")
            let change = try loop.historyStatement(database, kind: 1)
            defer {
                select.finalize()
                update.finalize()
                change.finalize()
            }
            var next = first
            while select.step() {
                let key = select.integer(0)
                let title = select.text(1)
                update.bind(1, ReadingValues.slug(title: title))
                update.bind(2, ReadingValues.summary(title: title, amount: select.real(2)))
                update.bind(3, key)
                try update.run()
                change.bind(1, next)
                change.bind(2, key)
                change.bind(3, transaction)
                try change.run()
                next += 1
            }
            try database.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(next - 1) WHERE Z_ENT = 16001")
        }
    }

    /// Runs only SQL statements, without app code and without the history. Returns the time in seconds.
    func script() throws -> Double {
        try measured { database in
            try database.execute(
                Self.columns + """
                    UPDATE ZREADING SET ZSLUG = lower(replace(ZHEADING, ' ', '-')),
                    ZSUMMARY = ZHEADING || ': ' || CAST(ZAMOUNT AS INTEGER), Z_OPT = Z_OPT + 1;
                    """)
        }
    }

    private func measured(_ body: (CDatabase) throws -> Void) throws -> Double {
        let database = try CDatabase(path: path)
        defer { database.close() }
        return try Stopwatch.seconds {
            try database.execute("BEGIN IMMEDIATE")
            try body(database)
            guard try database.integer(Self.equalSlugs) == 0 else { throw NotUnique() }
            try database.execute("COMMIT")
        }
    }

    /// Returns a sum over the lengths of the written strings and the rows' `Z_OPT`. Equal results have equal sums.
    func outcome() throws -> ReadingSum {
        let database = try CDatabase(path: path)
        defer { database.close() }
        var sum = ReadingSum()
        for expression in [
            "SUM(length(ZSLUG))", "SUM(length(ZSUMMARY))", "SUM(length(ZHEADING))",
            "SUM(Z_OPT)",
        ] {
            sum.add(Double(try database.integer("SELECT \(expression) FROM ZREADING")))
        }
        return sum
    }
}
