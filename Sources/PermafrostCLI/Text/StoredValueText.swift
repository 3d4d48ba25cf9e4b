import Foundation
import PermafrostModel
import PermafrostStore

/// A description of a stored value on a single line. Long strings, JSON, data and lists of keys are shortened.
struct StoredValueText {
    /// The maximum number of characters to show from a string or from JSON.
    private static let lengthLimit = 200
    /// The maximum number of primary keys to show for a to-many relationship.
    private static let keyLimit = 20

    let text: String

    init(_ value: StoredValue) {
        text =
            switch value {
            case .null: "nil"
            case .boolean(let boolean): "\(boolean)"
            case .integer(let integer): "\(integer)"
            case .double(let double): "\(double)"
            case .decimal(let text): text
            case .string(let string): Self.quoted(string)
            case .date(let seconds): DateText(seconds).text
            case .uuid(let bytes): UUIDText(bytes).text
            case .url(let url): String(Self.quoted(url).dropFirst().dropLast())
            case .data(let bytes): Self.words(bytes)
            case .encoded(let json): Self.cut(json)
            case .enumerationCase(let name): "." + name
            case .composite(let elements):
                "(\(elements.map { "\($0.name): \(StoredValueText($0.value).text)" }.joined(separator: ", ")))"
            case .externalData(let file, let bytes):
                "in the file \(file), \(bytes.map { "\(ByteCount($0))" } ?? "which is missing")"
            case .row(let model, let key): "→ \(model) \(key)"
            case .rows(let model, let keys, let isCut): Self.words(model, keys, isCut: isCut)
            case .unexpected(let cell): "\(Self.words(cell)), which isn't a value of this property"
            }
    }

    /// Returns a string as a Swift literal, which is safe to print to a terminal. If the string is longer than
    /// ``lengthLimit``, the literal contains only its beginning, and is followed by the number of characters.
    private static func quoted(_ text: String) -> String {
        text.count <= lengthLimit
            ? text.debugDescription
            : "\(String(text.prefix(lengthLimit)).debugDescription)… (\(Counted("character", text.count)))"
    }

    private static func cut(_ text: String) -> String {
        let line = text.replacing("\n", with: "\\n")
        return line.count <= lengthLimit ? line : "\(line.prefix(lengthLimit))… (\(Counted("character", text.count)))"
    }

    private static func words(_ bytes: [UInt8]) -> String {
        bytes.isEmpty
            ? "no data"
            : "\(ByteCount(bytes.count)) \(Digest.hex(bytes.prefix(8)))\(bytes.count > 8 ? "…" : "")"
    }

    private static func words(_ model: String, _ keys: [Int64], isCut: Bool) -> String {
        guard !keys.isEmpty else { return "none" }
        let shown = keys.prefix(keyLimit).map(String.init).joined(separator: ", ")
        return "→ \(model) \(shown)\(isCut || keys.count > keyLimit ? ", …" : "")"
    }

    private static func words(_ cell: SQLiteValue) -> String {
        switch cell {
        case .null: "NULL"
        case .integer(let integer): "\(integer)"
        case .real(let real): "\(real)"
        case .text(let text): quoted(text)
        case .blob(let bytes): words(bytes)
        }
    }
}
