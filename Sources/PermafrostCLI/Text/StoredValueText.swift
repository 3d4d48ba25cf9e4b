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
            case .date(let seconds): StoredValueText.DateText(seconds).text
            case .uuid(let bytes): StoredValueText.UUIDText(bytes).text
            case .url(let url): String(Self.quoted(url).dropFirst().dropLast())
            case .data(let bytes): Self.words(bytes)
            case .encoded(let json): Self.cut(json)
            case .enumerationCase(let name): "." + name
            case .composite(let elements):
                "(\(elements.map { "\($0.name): \(StoredValueText($0.value).text)" }.joined(separator: ", ")))"
            case .externalData(let file, let bytes):
                "in the file \(file), \(bytes.map { "\(Counted.ByteCount($0))" } ?? "which is missing")"
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
            : "\(Counted.ByteCount(bytes.count)) \(Digest.hex(bytes.prefix(8)))\(bytes.count > 8 ? "…" : "")"
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

extension StoredValueText {
    /// A date in ISO 8601 format and UTC, with every stored digit and at least milliseconds. A date outside the years 1
    /// to 9999 is a number of seconds since 2001-01-01.
    struct DateText {
        let text: String

        /// Formats a date.
        ///
        /// - Parameter seconds: the number of seconds since 2001-01-01 00:00 UTC.
        init(_ seconds: Double) {
            // Format only the years 1 to 9999. Calendars don't have to support other years.
            guard (-63_114_076_800..<252_423_993_600).contains(seconds) else {
                text = "\(seconds) s since 2001-01-01"
                return
            }
            let whole = seconds.rounded(.down)
            // Use decimal arithmetic to compute the digits that distinguish a `Double` from its neighbors. On Linux,
            // `Decimal(_: Double)` isn't exact.
            let exact = Decimal(string: "\(seconds)", locale: Locale(identifier: "en_US_POSIX")) ?? 0
            let digits = "\(exact - Decimal(Int64(whole)))".dropFirst("0.".count)
            text =
                Date(timeIntervalSinceReferenceDate: whole).formatted(Date.ISO8601FormatStyle()).dropLast()
                + ".\(String(digits).padding(toLength: max(3, digits.count), withPad: "0", startingAt: 0))Z"
        }
    }
}

extension StoredValueText {
    /// A UUID in its standard form, or only the hexadecimal digits if there aren't exactly 16 bytes.
    struct UUIDText {
        let text: String

        init(_ bytes: [UInt8]) {
            let hex = Array(Digest.hex(bytes).uppercased())
            guard hex.count == 32 else {
                text = String(hex)
                return
            }
            text = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(hex[$0]) }.joined(separator: "-")
        }
    }
}
