import Foundation
import PermafrostModel

/// A decoder that converts the cells of a row to values of the model's types.
struct StoredValueDecoder {
    /// The maximum number of bytes that are parsed to determine whether they are JSON.
    private static let jsonLimit = 1 << 20

    /// The files of the store's large values.
    let externalStorage: ExternalStorage

    /// Decodes an attribute's value from the cells of its columns. Pass one cell for each leaf, in order.
    func value(of attribute: Attribute, _ cells: ArraySlice<SQLiteValue>) -> StoredValue {
        guard attribute.type == .composite else {
            return cells.first.map { scalar($0, of: attribute, isInComposite: false) } ?? .null
        }
        return composite(attribute, cells)
    }

    private func composite(_ attribute: Attribute, _ cells: ArraySlice<SQLiteValue>) -> StoredValue {
        // A struct whose values are all nil can't be distinguished from nil.
        guard cells.contains(where: { $0 != .null }) else { return .null }
        var rest = cells
        var elements: [StoredValue.Element] = []
        for element in attribute.elements where !element.isTransient {
            let own = rest.prefix(element.leaves.count)
            rest = rest.dropFirst(own.count)
            let value =
                element.type == .composite
                ? composite(element, own)
                : own.first.map { scalar($0, of: element, isInComposite: true) } ?? .null
            elements.append(.init(name: element.name, value: value))
        }
        guard attribute.isEnumeration else { return .composite(elements) }
        // If the enum has raw values, the only element contains the raw value. Otherwise, each case has an element, and
        // the row's case is in the element with its name.
        guard attribute.enumerationCases != nil else { return elements.first?.value ?? .null }
        guard let set = elements.first(where: { $0.value != .null }) else { return .null }
        if case .string(set.name) = set.value { return .enumerationCase(set.name) }
        return .composite([set])
    }

    private func scalar(_ cell: SQLiteValue, of attribute: Attribute, isInComposite: Bool) -> StoredValue {
        switch (attribute.type, cell) {
        case (_, .null): return .null
        case (.boolean, .integer(let integer)) where integer == 0 || integer == 1: return .boolean(integer == 1)
        case (.int16, .integer(let integer)), (.int32, .integer(let integer)), (.int64, .integer(let integer)):
            return .integer(integer)
        case (.double, .real(let real)), (.float, .real(let real)): return .double(real)
        case (.double, .integer(let integer)), (.float, .integer(let integer)): return .double(Double(integer))
        case (.date, .real(let real)): return .date(real)
        case (.date, .integer(let integer)): return .date(Double(integer))
        case (.decimal, .real(let real)): return .decimal(real.description)
        case (.decimal, .integer(let integer)): return .decimal(integer.description)
        case (.decimal, .text(let text)): return .decimal(text)
        case (.string, .text(let text)): return .string(text)
        case (.uri, .text(let text)): return .url(text)
        case (.uuid, .blob(let bytes)) where bytes.count == 16: return .uuid(bytes)
        case (.binary, .blob(let bytes)): return data(bytes, of: attribute, isInComposite: isInComposite)
        case (.transformable, .blob(let bytes)):
            return EncodedValueArchive.content(of: bytes).flatMap(Self.json).map(StoredValue.encoded) ?? .data(bytes)
        case (.undefined, _), (.objectID, _): return Self.raw(cell)
        default: return .unexpected(cell)
        }
    }

    /// Decodes a binary attribute. A model doesn't record whether the attribute contains plain data or JSON, so bytes
    /// that are a JSON array or object are decoded as JSON. In a composite, so is a JSON string.
    private func data(_ bytes: [UInt8], of attribute: Attribute, isInComposite: Bool) -> StoredValue {
        if attribute.isExternalStorage { return largeValue(bytes) }
        if isInComposite || Self.isCollection(bytes), let json = Self.json(bytes) { return .encoded(json) }
        return .data(bytes)
    }

    /// Returns whether the bytes begin like a JSON array or object.
    private static func isCollection(_ bytes: [UInt8]) -> Bool {
        bytes.first == UInt8(ascii: "[") || bytes.first == UInt8(ascii: "{")
    }

    /// Decodes the cell of an attribute with external storage. The cell contains either the data or the name of a file.
    private func largeValue(_ cell: [UInt8]) -> StoredValue {
        switch LargeValueCell(cell) {
        case .inline(let bytes): .data(bytes)
        case .file(let name): .externalData(file: name, bytes: externalStorage.size(of: name))
        case .unreadable: .unexpected(.blob(cell))
        }
    }

    /// Returns the bytes as a string if they are a JSON array, a JSON object or a JSON string, and not longer than
    /// ``jsonLimit``. Returns nil for any other bytes.
    private static func json(_ bytes: [UInt8]) -> String? {
        guard bytes.count <= jsonLimit, let first = bytes.first,
            [UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\"")].contains(first),
            (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
        else { return nil }
        return String(validUTF8: bytes)
    }

    private static func raw(_ cell: SQLiteValue) -> StoredValue {
        switch cell {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .real(let real): .double(real)
        case .text(let text): .string(text)
        case .blob(let bytes): .data(bytes)
        }
    }
}

extension SQLiteStatement {
    /// Returns whether a cell of the current row is known to contain a valid value of an attribute without decoding the
    /// cell. If false, the cell may still be valid.
    ///
    /// Non-ASCII text, composites, data with external storage, transformable values and possible JSON must always be
    /// decoded.
    func isKnownValid(at column: Int, as content: CellContent) -> Bool {
        let kind = kind(at: column)
        guard case .attribute(let type, let isOptional, let isExternalStorage) = content else {
            return if case .link = content { kind == .null || kind == .integer } else { false }
        }
        guard type != .composite else { return false }
        switch (type, kind) {
        case (_, .null): return isOptional
        case (.boolean, .integer): return cells.wholeNumber(at: column).map { $0 == 0 || $0 == 1 } ?? false
        case (.int16, .integer), (.int32, .integer), (.int64, .integer): return true
        case (.double, .integer), (.float, .integer), (.date, .integer), (.decimal, .integer): return true
        case (.double, .real), (.float, .real), (.date, .real): return cells.number(at: column)?.isFinite ?? false
        case (.decimal, .real): return true
        case (.string, .text), (.uri, .text), (.decimal, .text): return isASCII(at: column)
        case (.uuid, .blob): return cells.bytes(at: column)?.count == 16
        case (.binary, .blob) where !isExternalStorage:
            let first = cells.bytes(at: column)?.first
            return first != UInt8(ascii: "[") && first != UInt8(ascii: "{")
        default: return false
        }
    }
}
