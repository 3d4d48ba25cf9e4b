import PermafrostModel
import PermafrostStore

/// The cells of an attribute's default value, according to a model.
struct DefaultCells {
    /// The cells of the attribute's columns, in order. A composite has one cell for each of its leaf elements. Nil if
    /// the attribute has no default.
    ///
    /// If only the app's source defines the default, these are the cells of a sample value. For external storage, the
    /// cell contains only the value, without the marker byte that precedes it in a store.
    let cells: [SQLiteValue]?

    init(of attribute: Attribute, entity: String) {
        guard attribute.defaultValue != nil || attribute.elements.contains(where: { $0.defaultValue != nil }) else {
            cells = nil
            return
        }
        let known = ArchivedDefault.value(of: attribute, origin: [entity, attribute.name])
        if let value = known, let cells = Self.cells(value, of: attribute) {
            self.cells = cells
        } else if attribute.defaultValue != nil {
            // Only the app's source defines the value, so use any value of the type.
            var required = attribute
            required.isOptional = false
            required.isExternalStorage = false
            cells = SampleAttribute(required, of: entity, columns: [], seed: []).values(row: 8, place: 8, attempt: 0)
        } else {
            cells = attribute.elements.flatMap { Self.elementCells(nil, of: $0) }
        }
    }

    private static func cells(_ value: DefaultValue, of attribute: Attribute) -> [SQLiteValue]? {
        guard attribute.type == .composite else { return cell(value, of: attribute).map { [$0] } }
        guard case .dictionary(let entries) = value else { return nil }
        return attribute.elements.flatMap { element in
            attribute.isEnumeration && element.type != .composite
                ? [entries[element.name].flatMap { enumerationCell($0, of: element, in: attribute) } ?? .null]
                : elementCells(entries[element.name], of: element)
        }
    }

    private static func elementCells(_ value: DefaultValue?, of element: Attribute) -> [SQLiteValue] {
        (value ?? element.defaultValue).flatMap { cells($0, of: element) }
            ?? [SQLiteValue](repeating: .null, count: element.leaves.count)
    }

    /// Returns the cell of an element of an attribute that stores an enum. If the enum has no raw values and the
    /// element is a string, this is the element's name. Otherwise, it is the value, or nil if the value doesn't match
    /// the element's type.
    private static func enumerationCell(
        _ value: DefaultValue, of element: Attribute, in attribute: Attribute
    ) -> SQLiteValue? {
        if attribute.enumerationCases != nil, element.type == .string { return .text(element.name) }
        return cell(value, of: element)
    }

    private static func cell(_ value: DefaultValue, of attribute: Attribute) -> SQLiteValue? {
        switch (attribute.type, value) {
        case (.transformable, _):
            return EncodedDefault.json(value).map { .blob(EncodedValueArchive.archive(of: $0)) }
        case (.binary, .data(let bytes)): return .blob(bytes)
        case (.binary, _): return EncodedDefault.json(value).map { .blob($0) }
        case (.boolean, .boolean(let boolean)): return .integer(boolean ? 1 : 0)
        case (.boolean, .integer(let number)): return .integer(number == 0 ? 0 : 1)
        case (.int16, .integer(let number)), (.int32, .integer(let number)), (.int64, .integer(let number)):
            return .integer(number)
        case (.double, .double(let number)), (.decimal, .double(let number)): return .real(number)
        case (.float, .double(let number)): return .real(Double(Float(number)))
        case (.double, .integer(let number)), (.float, .integer(let number)), (.decimal, .integer(let number)):
            return .real(Double(number))
        case (.decimal, .decimal(let text)): return Double(text).map(SQLiteValue.real)
        case (.date, .date(let seconds)): return .real(seconds)
        case (.string, .string(let text)), (.uri, .string(let text)): return .text(text)
        case (.uuid, .uuid(let bytes)) where bytes.count == 16: return .blob(bytes)
        default: return nil
        }
    }
}
