import Foundation
import PermafrostStore

/// A converter between values of one type and cells of the spill file. Scalars are stored directly; other values are
/// encoded.
///
/// A decoded value equals the original, and numbers keep every bit.
struct CellCodec<Value: Codable> {
    let encode: (Value) throws -> SQLiteValue
    let decode: (SQLiteValue) throws -> Value

    init() {
        guard let type = Value.self as? any CellValue.Type else {
            let (encoder, decoder) = (PropertyListEncoder(), PropertyListDecoder())
            encoder.outputFormat = .binary
            // Not every value can be the root of a property list, so it is wrapped in an array.
            encode = { .blob([UInt8](try encoder.encode([$0]))) }
            decode = { cell in
                guard case .blob(let bytes) = cell,
                    let value = try decoder.decode([Value].self, from: Data(bytes)).first
                else { throw Self.unreadable(cell) }
                return value
            }
            return
        }
        (encode, decode) = Self.scalar(type)
    }

    private static func scalar<Scalar: CellValue>(
        _ type: Scalar.Type
    ) -> ((Value) throws -> SQLiteValue, (SQLiteValue) throws -> Value) {
        (
            { value in
                guard let scalar = value as? Scalar else { throw CocoaError(.coderInvalidValue) }
                return scalar.cell
            },
            { cell in
                guard let scalar = Scalar(cell: cell), let value = scalar as? Value else { throw unreadable(cell) }
                return value
            }
        )
    }

    private static func unreadable(_ cell: SQLiteValue) -> MigrationError {
        MigrationError(.store(.unreadable(reason: "A captured \(Value.self) couldn't be read back from its file.")))
    }
}

/// A type whose values a cell can store without encoding.
private protocol CellValue {
    var cell: SQLiteValue { get }
    init?(cell: SQLiteValue)
}

extension String: CellValue {
    var cell: SQLiteValue { .text(self) }

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

    init?(cell: SQLiteValue) {
        if cell == .null {
            self = nil
            return
        }
        guard let value = Wrapped(cell: cell) else { return nil }
        self = value
    }
}
