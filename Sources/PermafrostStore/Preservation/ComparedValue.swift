import Foundation
import PermafrostModel

/// The decoded value of a cell in an attribute's column.
package enum ComparedValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    /// Seconds since 2001-01-01 UTC.
    case date(Double)
    case uuid(UUID)
    case data([UInt8])
    /// An encoded value as JSON with sorted keys.
    case json(String)
    /// A large value whose file is missing. Contains the file's name.
    case missingFile(String)
    /// A cell whose content doesn't match the attribute's type, or a large value whose file can't be read. Contains a
    /// description of the content or of the error.
    case unreadable(String)

    /// Decodes a cell.
    ///
    /// - Parameters:
    ///   - attribute: a leaf attribute, not a composite.
    ///   - isElement: whether the attribute is an element of a composite. An element's blob may be JSON.
    ///   - storage: the files of the store's large values.
    package init(
        _ cell: SQLiteValue, of attribute: Attribute, isElement: Bool = false, in storage: ExternalStorage
    ) {
        if case .null = cell {
            self = .null
            return
        }
        if attribute.isExternalStorage, case .blob(let bytes) = cell {
            switch LargeValueCell(bytes) {
            case .inline(let content): self = .data(content)
            case .file(let name):
                do {
                    self = try storage.content(named: name).map { .data(Array($0)) } ?? .missingFile(name)
                } catch {
                    self = .unreadable("the file \(name), which can't be read: \(error.reason)")
                }
            case .unreadable: self = .unreadable("\(bytes.count) bytes without the marker of a large value")
            }
            return
        }
        switch (attribute.type, cell) {
        case (.boolean, .integer(let number)) where number == 0 || number == 1: self = .boolean(number == 1)
        case (.int16, .integer(let number)), (.int32, .integer(let number)), (.int64, .integer(let number)):
            self = .integer(number)
        case (.double, .real(let number)), (.float, .real(let number)), (.decimal, .real(let number)):
            self = .double(number)
        // A column with numeric affinity stores whole numbers as integers.
        case (.double, .integer(let number)), (.float, .integer(let number)), (.decimal, .integer(let number)):
            self = .double(Double(number))
        case (.date, .real(let seconds)): self = .date(seconds)
        case (.date, .integer(let seconds)): self = .date(Double(seconds))
        case (.string, .text(let text)), (.uri, .text(let text)): self = .string(text)
        case (.uuid, .blob(let bytes)) where bytes.count == 16:
            self = .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        case (.transformable, .blob(let bytes)):
            self = EncodedValueArchive.content(of: bytes).flatMap(Self.json).map(Self.json) ?? .data(bytes)
        case (.binary, .blob(let bytes)):
            let isEncoded = isElement || !(attribute.shape?.isScalar ?? true)
            self = isEncoded ? Self.json(bytes).map(Self.json) ?? .data(bytes) : .data(bytes)
        case (.undefined, .integer(let number)), (.objectID, .integer(let number)): self = .integer(number)
        case (_, .integer(let number)): self = .unreadable("\(number)")
        case (_, .real(let number)): self = .unreadable("\(number)")
        case (_, .text(let text)): self = .unreadable("\"\(text)\"")
        case (_, .blob(let bytes)): self = .unreadable("\(bytes.count) bytes")
        case (_, .null): self = .null
        }
    }

    /// Returns JSON with sorted keys, or nil if the bytes aren't JSON.
    package static func json(_ bytes: [UInt8]) -> String? {
        guard
            let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed]),
            let sorted = try? JSONSerialization.data(
                withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
        else { return nil }
        return String(decoding: sorted, as: UTF8.self)
    }

    /// Returns whether two values are equal, even if their numeric types differ, as in `5` and `5.0`. Returns false if
    /// either value is unreadable or its file is missing.
    package func means(_ other: ComparedValue) -> Bool {
        switch (self, other) {
        case (.integer(let left), .double(let right)), (.double(let right), .integer(let left)):
            Double(left) == right && Int64(exactly: right) == left
        case (.unreadable, _), (_, .unreadable), (.missingFile, _), (_, .missingFile): false
        default: self == other
        }
    }
}

extension ComparedValue: CustomStringConvertible {
    /// The value as shown in reports. Strings are quoted, dates have up to nine fractional digits, and long values are
    /// truncated.
    package var description: String {
        switch self {
        case .null: "nil"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let text): Self.cut(text.debugDescription)
        case .date(let seconds): StoredDate.text(seconds)
        case .uuid(let uuid): uuid.uuidString
        case .data(let bytes):
            "\(bytes.count) bytes"
                + (bytes.isEmpty ? "" : " (SHA-256 \(Digest.hex(Digest.sha256(bytes)).prefix(12))…)")
        case .json(let text): Self.cut(text)
        case .missingFile(let name): "a large value whose file \(name) is missing"
        case .unreadable(let text): "\(Self.cut(text)), which isn't a value of the property's type"
        }
    }

    private static func cut(_ text: String) -> String {
        text.count > 120 ? "\(text.prefix(117))… (\(text.count) characters)" : text
    }
}
