import Foundation
import PermafrostModel
import PermafrostStore

/// One open store of a container: a connection that all contexts take turns on.
final class Store: @unchecked Sendable {
    // The connection and the statements are touched only inside `locked`.

    let configuration: ModelConfiguration
    /// The UUID in the store's metadata.
    let identifier: String
    let externalFiles: ExternalFiles
    private let lock = NSRecursiveLock()
    private let connection: SQLiteConnection
    private var statements: [String: KeptStatement] = [:]
    /// How many compiled statements are kept at most.
    private static let statementLimit = 200

    /// A compiled statement, and whether it is lent.
    private final class KeptStatement {
        let statement: SQLiteStatement
        var isLent = false

        init(_ statement: SQLiteStatement) { self.statement = statement }
    }

    /// How many transactions are open, one inside another.
    private var depth: Int

    /// - Parameter isInTransaction: whether the connection is in one already, which then contains all of the store's.
    init(
        configuration: ModelConfiguration, identifier: String, connection: SQLiteConnection,
        isInTransaction: Bool = false
    ) {
        depth = isInTransaction ? 1 : 0
        self.configuration = configuration
        self.identifier = identifier
        self.connection = connection
        externalFiles = ExternalFiles(storePath: configuration.storePath)
    }

    /// Runs `body` while no other context uses the connection.
    func locked<Result>(_ body: (SQLiteConnection) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(connection)
    }

    /// Runs a query and gives each row to `body`.
    func query(
        _ sql: String, _ parameters: [SQLiteValue] = [], _ body: (SQLiteStatement) throws -> Void
    ) throws {
        try withStatement(sql) { statement in
            for (index, value) in parameters.enumerated() { try statement.bind(value, at: index + 1) }
            while try statement.step() { try body(statement) }
        }
    }

    /// The first column of a query's first row, if it is an integer.
    func integer(_ sql: String, _ parameters: [SQLiteValue] = []) throws -> Int64? {
        var result: Int64?
        try query(sql, parameters) { row in result = result ?? row.integer(at: 0) }
        return result
    }

    /// Runs a statement that gives no rows; returns how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ parameters: [SQLiteValue] = []) throws -> Int {
        try locked { connection in
            try withStatement(sql) { try $0.run(parameters) }
            return connection.changeCount
        }
    }

    /// Runs `body` in a transaction that holds the write lock from the start, or inside the one that is open.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try locked { connection in
            depth += 1
            defer { depth -= 1 }
            guard depth > 1 else { return try connection.transaction(body) }
            let name = "level\(depth)"
            try connection.execute("SAVEPOINT \(name)")
            do {
                let result = try body()
                try connection.execute("RELEASE \(name)")
                return result
            } catch {
                // The first error is the one to tell.
                try? connection.execute("ROLLBACK TO \(name); RELEASE \(name)")
                throw error
            }
        }
    }

    /// Lends a compiled statement, whose parameters have any values.
    func withStatement(_ sql: String, _ body: (SQLiteStatement) throws -> Void) throws {
        try locked { connection in
            let kept: KeptStatement
            if let known = statements[sql], !known.isLent {
                kept = known
            } else {
                kept = KeptStatement(try connection.prepare(sql))
                if statements.count >= Self.statementLimit { statements = statements.filter { $0.value.isLent } }
                // One that is lent already keeps its place; this one then ends with the call.
                if statements[sql] == nil { statements[sql] = kept }
            }
            kept.isLent = true
            defer {
                kept.statement.reset()
                kept.isLent = false
            }
            try body(kept.statement)
        }
    }

    /// How many rows the last statement changed.
    var changeCount: Int { locked { $0.changeCount } }
}
