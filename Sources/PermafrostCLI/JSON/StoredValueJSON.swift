import Foundation
import PermafrostModel
import PermafrostStore

/// The JSON representation of a stored value. Null, Booleans, integers and finite floating-point numbers are the
/// corresponding JSON values. Strings, decimals, dates, UUIDs, URLs, infinity and NaN are JSON strings. All other
/// values are JSON objects.
struct StoredValueJSON {
    /// The maximum size of included data in bytes. Only the size and the digest of larger data are included.
    private static let dataLimit = 1 << 16

    let json: CanonicalJSON

    init(_ value: StoredValue) {
        json =
            switch value {
            case .null: .null
            case .boolean(let boolean): .boolean(boolean)
            case .integer(let integer): .integer(integer)
            case .double(let double): double.isFinite ? .double(double) : .string("\(double)")
            case .decimal(let text), .string(let text), .url(let text): .string(text)
            case .date(let seconds): .string(DateText(seconds).text)
            case .uuid(let bytes): .string(UUIDText(bytes).text)
            case .data(let bytes): Self.object(bytes)
            case .encoded(let text):
                .object([("encoded", (try? CanonicalJSON(parsing: Array(text.utf8))) ?? .string(text))])
            case .enumerationCase(let name): .object([("case", .string(name))])
            case .composite(let elements): .object(elements.map { ($0.name, StoredValueJSON($0.value).json) })
            case .externalData(let file, let bytes):
                .object([("bytes", bytes.map { .integer(Int64($0)) } ?? .null), ("externalFile", .string(file))])
            case .row(let model, let key): .object([("key", .integer(key)), ("model", .string(model))])
            case .rows(let model, let keys, let isCut):
                .object([
                    ("isCut", isCut ? .boolean(true) : nil), ("keys", .array(keys.map { .integer($0) })),
                    ("model", .string(model)),
                ])
            case .unexpected(let cell): .object([("unexpected", Self.json(cell))])
            }
    }

    private static func object(_ bytes: [UInt8]) -> CanonicalJSON {
        .object([
            ("base64", bytes.count <= dataLimit ? .string(Data(bytes).base64EncodedString()) : nil),
            ("bytes", .integer(Int64(bytes.count))), ("sha256", .string(Digest.hex(Digest.sha256(bytes)))),
        ])
    }

    private static func json(_ cell: SQLiteValue) -> CanonicalJSON {
        switch cell {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .real(let real): .double(real)
        case .text(let text): .string(text)
        case .blob(let bytes): object(bytes)
        }
    }
}
