import Foundation
import PermafrostStore

/// A converter between values of one type and cells of the spill file. Scalars are stored directly; other values are
/// encoded.
///
/// A decoded value equals the original, and numbers keep every bit.
struct CellCodec<Value: Codable> {
    /// Returns the cell of a value.
    let encode: (Value) throws -> SQLiteValue
    /// Returns the value of a cell.
    let decode: (SQLiteValue) throws -> Value
    /// Returns the eight-byte hash of a value's cell, or nil if the cell is null.
    let hash: (Value) throws -> UInt64?

    init() {
        guard let scalar = (Value.self as? any CellValue.Type)?.makeFunctions() as? ScalarFunctions<Value> else {
            let (encoder, decoder) = (PropertyListEncoder(), PropertyListDecoder())
            encoder.outputFormat = .binary
            // Not every value can be the root of a property list, so it is wrapped in an array.
            encode = { .blob([UInt8](try encoder.encode([$0]))) }
            decode = { cell in
                guard case .blob(let bytes) = cell,
                    let value = try decoder.decode([Value].self, from: Data(bytes)).first
                else { throw MigrationError.unreadable(Value.self) }
                return value
            }
            hash = { [encode] in try encode($0).eightByteHash }
            return
        }
        (encode, decode, hash) = (scalar.encode, scalar.decode, scalar.hash)
    }
}

extension MigrationError {
    /// Returns the error for a cell that contains no value of the given type.
    fileprivate static func unreadable(_ type: Any.Type) -> MigrationError {
        MigrationError(.store(.unreadable(reason: "A captured \(type) couldn't be read back from its file.")))
    }
}

/// The conversions of one type of scalar. They contain the scalar's own functions, so that no value is cast.
private struct ScalarFunctions<Value> {
    let encode: (Value) throws -> SQLiteValue
    let decode: (SQLiteValue) throws -> Value
    let hash: (Value) throws -> UInt64?
}

/// A type whose values a cell can store without encoding.
private protocol CellValue {
    /// The cell that stores the value.
    var cell: SQLiteValue { get }
    /// Creates the value from its cell. Returns nil if the cell contains no value of the type.
    init?(cell: SQLiteValue)
    /// Returns the hash of the value's cell, or nil if the cell is null.
    var cellHash: UInt64? { get }
    /// Returns the type's own conversions, as ``ScalarFunctions``.
    static func makeFunctions() -> Any
}

extension CellValue {
    var cellHash: UInt64? { cell.eightByteHash }

    static func makeFunctions() -> Any {
        ScalarFunctions<Self>(
            encode: { $0.cell },
            decode: { cell in
                guard let value = Self(cell: cell) else { throw MigrationError.unreadable(Self.self) }
                return value
            }, hash: { $0.cellHash })
    }
}

extension SQLiteValue {
    /// The eight-byte hash of a cell, or nil if the cell is null.
    fileprivate var eightByteHash: UInt64? { self == .null ? nil : UInt64(bitPattern: Int64(hashValue)) }
}

extension String: CellValue {
    var cell: SQLiteValue { .text(self) }

    /// The hash of the bytes. It differs for equal strings with different bytes, whose cells differ too.
    var cellHash: UInt64? {
        var hasher = Hasher()
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    init?(cell: SQLiteValue) {
        guard case .text(let text) = cell else { return nil }
        self = text
    }
}

extension CellValue where Self: FixedWidthInteger {
    var cell: SQLiteValue { .integer(Int64(truncatingIfNeeded: self)) }

    init?(cell: SQLiteValue) {
        guard case .integer(let number) = cell else { return nil }
        self = Self(truncatingIfNeeded: number)
    }
}

extension Int: CellValue {}
extension Int8: CellValue {}
extension Int16: CellValue {}
extension Int32: CellValue {}
extension Int64: CellValue {}
extension UInt: CellValue {}
extension UInt8: CellValue {}
extension UInt16: CellValue {}
extension UInt32: CellValue {}
extension UInt64: CellValue {}

extension Bool: CellValue {
    var cell: SQLiteValue { .integer(self ? 1 : 0) }

    init?(cell: SQLiteValue) {
        guard case .integer(let number) = cell else { return nil }
        self = number != 0
    }
}

// SQLite has no NaN and only one zero, so the bits are stored.

extension Double: CellValue {
    var cell: SQLiteValue { .integer(Int64(bitPattern: bitPattern)) }

    init?(cell: SQLiteValue) {
        guard case .integer(let bits) = cell else { return nil }
        self.init(bitPattern: UInt64(bitPattern: bits))
    }
}

extension Float: CellValue {
    var cell: SQLiteValue { .integer(Int64(bitPattern)) }

    init?(cell: SQLiteValue) {
        guard case .integer(let bits) = cell, let pattern = UInt32(exactly: bits) else { return nil }
        self.init(bitPattern: pattern)
    }
}

extension Date: CellValue {
    var cell: SQLiteValue { timeIntervalSinceReferenceDate.cell }

    init?(cell: SQLiteValue) {
        guard let interval = Double(cell: cell) else { return nil }
        self.init(timeIntervalSinceReferenceDate: interval)
    }
}

extension Data: CellValue {
    var cell: SQLiteValue { .blob([UInt8](self)) }

    init?(cell: SQLiteValue) {
        guard case .blob(let bytes) = cell else { return nil }
        self.init(bytes)
    }
}

extension UUID: CellValue {
    var cell: SQLiteValue { .blob(withUnsafeBytes(of: uuid) { [UInt8]($0) }) }

    init?(cell: SQLiteValue) {
        guard case .blob(let bytes) = cell, bytes.count == 16 else { return nil }
        self.init(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }
}

extension URL: CellValue {
    /// The relative URL and its base, if it has one. They are separated by a line break, which a URL can't contain.
    var cell: SQLiteValue { .text(baseURL.map { "\(relativeString)\n\($0.absoluteString)" } ?? relativeString) }

    init?(cell: SQLiteValue) {
        guard case .text(let text) = cell else { return nil }
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        self.init(string: lines[0], relativeTo: lines.count > 1 ? URL(string: lines[1]) : nil)
    }
}

extension Decimal: CellValue {
    /// The value's bytes in memory, which keep all digits. Only this process reads the bytes again.
    var cell: SQLiteValue { .blob(withUnsafeBytes(of: self) { [UInt8]($0) }) }

    init?(cell: SQLiteValue) {
        guard case .blob(let bytes) = cell, bytes.count == MemoryLayout<Decimal>.size else { return nil }
        self = bytes.withUnsafeBytes { $0.loadUnaligned(as: Decimal.self) }
    }
}

extension Optional: CellValue where Wrapped: CellValue {
    var cell: SQLiteValue { self?.cell ?? .null }
    var cellHash: UInt64? { self?.cellHash }

    init?(cell: SQLiteValue) {
        if cell == .null {
            self = nil
            return
        }
        guard let value = Wrapped(cell: cell) else { return nil }
        self = value
    }
}
