import CSQLite
import Foundation

/// A thin wrapper around SQLite's C interface, like in a hand-written loop: no cache, and no checks except of result
/// codes.
struct CDatabase {
    struct Failure: Error { let message: String }

    let handle: OpaquePointer

    init(path: String) throws {
        var handle: OpaquePointer?
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK, let handle
        else { throw Failure(message: "can't open \(path)") }
        self.handle = handle
        try execute("PRAGMA synchronous=FULL")
    }

    func close() { sqlite3_close_v2(handle) }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw Failure(message: String(cString: sqlite3_errmsg(handle)))
        }
    }

    func prepare(_ sql: String) throws -> CStatement {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw Failure(message: String(cString: sqlite3_errmsg(handle)))
        }
        return CStatement(handle: statement)
    }

    func integer(_ sql: String) throws -> Int64 {
        let statement = try prepare(sql)
        defer { statement.finalize() }
        return statement.step() ? statement.integer(0) : 0
    }
}

/// A prepared statement of a ``CDatabase``.
struct CStatement {
    let handle: OpaquePointer
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    func finalize() { sqlite3_finalize(handle) }
    func reset() { sqlite3_reset(handle) }
    func step() -> Bool { sqlite3_step(handle) == SQLITE_ROW }

    func run() throws {
        guard sqlite3_step(handle) == SQLITE_DONE else { throw CDatabase.Failure(message: "a step failed") }
        sqlite3_reset(handle)
    }

    func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }
    func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(handle, index, value) }

    func bind(_ index: Int32, _ value: String?) {
        guard var value else {
            sqlite3_bind_null(handle, index)
            return
        }
        value.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) {
                _ = sqlite3_bind_text(handle, index, $0.baseAddress, Int32($0.count), Self.transient)
            }
        }
    }

    func bind(_ index: Int32, _ value: Data?) {
        guard let value else {
            sqlite3_bind_null(handle, index)
            return
        }
        value.withUnsafeBytes {
            _ = sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count), Self.transient)
        }
    }

    func bind(_ index: Int32, _ value: UUID) {
        withUnsafeBytes(of: value.uuid) {
            _ = sqlite3_bind_blob(handle, index, $0.baseAddress, 16, Self.transient)
        }
    }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    func text(_ column: Int32) -> String {
        guard let text = sqlite3_column_text(handle, column) else { return "" }
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, column)))
        return String(decoding: bytes, as: UTF8.self)
    }

    func data(_ column: Int32) -> Data? {
        guard let bytes = sqlite3_column_blob(handle, column) else { return nil }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(handle, column)))
    }

    func uuid(_ column: Int32) -> UUID? {
        guard let bytes = sqlite3_column_blob(handle, column), sqlite3_column_bytes(handle, column) == 16 else {
            return nil
        }
        return UUID(uuid: UnsafeRawPointer(bytes).loadUnaligned(as: uuid_t.self))
    }
}
