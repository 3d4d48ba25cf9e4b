import Foundation
import PermafrostModel
import PermafrostStore

@testable import SwiftData

/// The contents of a store's rows as text, independent of any runtime: the text of each property, keyed by entity name,
/// `Z_PK` and property name. A relationship's text consists of the keys of the rows that it refers to.
typealias StoreValues = [String: [Int64: [String: String]]]

/// A reading with plain SQL. The model comes from the store's own archive, and the columns come from a second
/// implementation of the layout rules. Each cell is decoded by hand.
struct SQLReading {
    let connection: SQLiteConnection
    let model: SchemaModel
    let externalFolder: URL
    private var numbers: [String: Int64] = [:]

    /// Reads a store whose entities have no superentities.
    init(_ url: URL) throws {
        connection = try SQLiteConnection(path: url.path, mode: .create)
        guard case .blob(let archive)? = try connection.rows("SELECT Z_CONTENT FROM Z_MODELCACHE").first?.first else {
            throw CocoaError(.fileReadCorruptFile)
        }
        model = try ModelArchive.decode(archive)
        externalFolder = url.deletingLastPathComponent().appendingPathComponent(
            ".\(url.deletingPathExtension().lastPathComponent)_SUPPORT/_EXTERNAL_DATA")
        for row in try connection.rows("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY") {
            if case .text(let name) = row[0], case .integer(let number) = row[1] { numbers[name] = number }
        }
    }

    /// Returns every property of every row.
    func values() throws -> StoreValues {
        var values: StoreValues = [:]
        for entity in model.entities {
            var rows: [Int64: [String: String]] = [:]
            let columns = columns(of: entity)
            let table = "Z" + entity.name.uppercased()
            for attribute in entity.attributes where !attribute.isTransient {
                let names = columns.attributes[attribute.name] ?? []
                for row in try connection.rows("SELECT Z_PK, \(names.joined(separator: ", ")) FROM \(table)") {
                    guard case .integer(let key) = row[0] else { continue }
                    rows[key, default: [:]][attribute.name] = try text(attribute, Array(row.dropFirst()))
                }
            }
            for relationship in entity.relationships {
                for key in rows.keys { rows[key]?[relationship.name] = "" }
                for row in try connection.rows(links(relationship, entity, columns)) {
                    guard case .integer(let key) = row[0], case .integer(let target) = row[1] else { continue }
                    let known = rows[key]?[relationship.name] ?? ""
                    rows[key]?[relationship.name] = known + (known.isEmpty ? "" : ",") + "\(target)"
                }
            }
            values[entity.name] = rows
        }
        return values
    }

    // MARK: Columns

    private struct Columns {
        var attributes: [String: [String]] = [:]
        var toOne: [String: String] = [:]
    }

    /// Returns an entity's columns. Names are assigned in order: attributes by name, a composite's elements in its
    /// place, then to-one relationships.
    private func columns(of entity: PermafrostModel.Entity) -> Columns {
        var taken: [String: Int] = [:]
        func column(_ name: String) -> String {
            let base = "Z" + name.uppercased()
            defer { taken[base, default: 0] += 1 }
            return base + (taken[base].map(String.init) ?? "")
        }
        func leaves(_ attribute: PermafrostModel.Attribute) -> [String] {
            attribute.type == .composite ? attribute.elements.flatMap(leaves) : [column(attribute.name)]
        }
        var columns = Columns()
        for attribute in entity.attributes.sorted(by: { $0.name < $1.name }) where !attribute.isTransient {
            columns.attributes[attribute.name] = leaves(attribute)
        }
        for relationship in entity.relationships.sorted(by: { $0.name < $1.name }) where !relationship.isToMany {
            columns.toOne[relationship.name] = column(relationship.name)
        }
        return columns
    }

    /// Returns a query for the pairs of keys that a relationship links: the owner's and the target's. An owner's pairs
    /// are sorted by target.
    private func links(
        _ relationship: PermafrostModel.Relationship, _ entity: PermafrostModel.Entity, _ columns: Columns
    ) throws -> String {
        let table = "Z" + entity.name.uppercased()
        let name = relationship.name.uppercased()
        let other = "Z" + relationship.destination.uppercased()
        if let column = columns.toOne[relationship.name] {
            return "SELECT Z_PK, \(column) FROM \(table) WHERE \(column) IS NOT NULL"
        }
        guard let own = numbers[entity.name], let target = numbers[relationship.destination] else { return "" }
        guard let inverse = relationship.inverse, let destination = model.entity(named: relationship.destination)
        else {
            return "SELECT Z\(own)\(name), Z_PK FROM \(other) WHERE Z\(own)\(name) IS NOT NULL ORDER BY Z_PK"
        }
        if let column = self.columns(of: destination).toOne[inverse] {
            return "SELECT \(column), Z_PK FROM \(other) WHERE \(column) IS NOT NULL ORDER BY Z_PK"
        }
        let join = own < target ? "Z_\(own)\(name)" : "Z_\(target)\(inverse.uppercased())"
        let names = try connection.rows("SELECT name FROM pragma_table_info('\(join)')").map { row -> String in
            if case .text(let name) = row[0] { name } else { "" }
        }
        // A number follows the name if another join table already uses the name.
        func column(_ number: Int64, _ relationship: String) -> String {
            names.first { $0.hasPrefix("Z_\(number)\(relationship.uppercased())") } ?? "?"
        }
        let (from, to) = (column(own, inverse), column(target, relationship.name))
        return "SELECT \(from), \(to) FROM \(join) ORDER BY \(to)"
    }

    // MARK: Cells

    private func text(_ attribute: PermafrostModel.Attribute, _ cells: [SQLiteValue]) throws -> String {
        guard attribute.type == .composite else { return try scalar(attribute, cells[0]) }
        var rest = cells[...]
        func leaves(_ attribute: PermafrostModel.Attribute) throws -> String {
            guard attribute.type == .composite else {
                let cell = rest.popFirst() ?? .null
                return try attribute.type == .binary ? PlainText.json(cell) : scalar(attribute, cell)
            }
            return try PlainText.list(attribute.elements.map(leaves))
        }
        return try leaves(attribute)
    }

    private func scalar(_ attribute: PermafrostModel.Attribute, _ cell: SQLiteValue) throws -> String {
        switch (attribute.type, cell) {
        case (_, .null): "nil"
        case (.boolean, .integer(let integer)): integer == 0 ? "false" : "true"
        case (.int16, .integer(let integer)), (.int32, .integer(let integer)), (.int64, .integer(let integer)):
            "\(integer)"
        case (.float, .real(let real)): "\(Float(real))"
        case (.float, .integer(let integer)): "\(Float(integer))"
        case (.double, .real(let real)), (.date, .real(let real)): "\(real)"
        case (.double, .integer(let integer)), (.date, .integer(let integer)): "\(Double(integer))"
        case (.decimal, .real(let real)): "\(real)"
        case (.decimal, .integer(let integer)): "\(Double(integer))"
        case (.string, .text(let text)), (.uri, .text(let text)): text
        case (.uuid, .blob(let bytes)):
            PlainText.grouped(bytes.map { String(format: "%02X", $0) }.joined())
        case (.binary, .blob(let bytes)) where attribute.isExternalStorage: try external(bytes).base64EncodedString()
        case (.binary, .blob(let bytes)): Data(bytes).base64EncodedString()
        case (.transformable, .blob(let bytes)): try PlainText.json(.blob(archived(bytes)))
        default: "a \(attribute.type) of \(cell)?"
        }
    }

    /// Returns the bytes of a cell with external storage. If the cell's first byte is 1, the bytes follow it.
    /// Otherwise, the name of the file with the bytes follows.
    private func external(_ cell: [UInt8]) throws -> Data {
        if cell.first == 1 { return Data(cell.dropFirst()) }
        let name = String(decoding: cell.dropFirst().dropLast(), as: UTF8.self)
        return try Data(contentsOf: externalFolder.appendingPathComponent(name))
    }

    /// Returns the first data object in a keyed archive, or an empty array if the archive contains no data.
    private func archived(_ bytes: [UInt8]) throws -> [UInt8] {
        let list = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
        let objects = (list as? [String: Any])?["$objects"] as? [Any]
        return (objects?.lazy.compactMap { $0 as? Data }.first).map(Array.init) ?? []
    }
}

/// A reading with the live types. Each property is read by its key path, and composite values are examined with a
/// mirror.
struct LiveReading {
    let context: ModelContext
    let model: SchemaModel

    init(_ schema: Schema, _ url: URL) throws {
        context = ModelContext(try ModelContainer(for: schema, configurations: ModelConfiguration(url: url)))
        model = schema.model
    }

    func values() throws -> StoreValues {
        var values: StoreValues = [:]
        for entity in context.state.container.entities { values[entity.name] = try rows(entity.type, entity.name) }
        return values
    }

    private func rows<Model: PersistentModel>(
        _ type: Model.Type, _ name: String
    ) throws -> [Int64: [String: String]] {
        let entity = model.entity(named: name)
        var rows: [Int64: [String: String]] = [:]
        let objects = try context.fetch(FetchDescriptor<Model>())
        for object in objects {
            var texts: [String: String] = [:]
            for metadata in Model.schemaMetadata {
                guard let keyPath = metadata.keypath as? PartialKeyPath<Model> else { continue }
                let value = PlainText.unwrapped(object[keyPath: keyPath])
                switch entity?.property(named: metadata.name) {
                case .attribute(let attribute) where !attribute.isTransient:
                    texts[metadata.name] = try PlainText.text(value, attribute)
                case .relationship: texts[metadata.name] = keys(value)
                default: break
                }
            }
            rows[object._modelStorage.key] = texts
        }
        try context.state.throwFailure()
        return rows.count == objects.count ? rows : [:]
    }

    private func keys(_ value: Any?) -> String {
        let objects = value as? [any PersistentModel] ?? (value as? any PersistentModel).map { [$0] } ?? []
        return objects.map(\._modelStorage.key).sorted().map(String.init).joined(separator: ",")
    }
}

/// The text of a value, in a form that a reading by SQL and a reading of Swift values share.
enum PlainText {
    static func list(_ texts: [String]) -> String { "[" + texts.joined(separator: "|") + "]" }

    /// Returns the value inside nested optionals, or nil if one of them is nil.
    static func unwrapped(_ value: Any) -> Any? {
        guard let optional = value as? any OptionalType else { return value }
        return optional.unwrappedValue
    }

    /// Returns a UUID's 32 digits with hyphens between the groups.
    static func grouped(_ digits: String) -> String {
        var text = digits
        for place in [20, 16, 12, 8] { text.insert("-", at: text.index(text.startIndex, offsetBy: place)) }
        return text
    }

    /// Returns the JSON in a cell with its keys sorted, or `nil` as text if the cell isn't a blob.
    static func json(_ cell: SQLiteValue) throws -> String {
        guard case .blob(let bytes) = cell else { return "nil" }
        return try sorted(Data(bytes))
    }

    private static func sorted(_ json: Data) throws -> String {
        let object = try JSONSerialization.jsonObject(with: json, options: [.fragmentsAllowed])
        let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .fragmentsAllowed])
        return String(decoding: data, as: UTF8.self)
    }

    /// Returns the text of an attribute's Swift value.
    static func text(_ value: Any?, _ attribute: PermafrostModel.Attribute) throws -> String {
        if attribute.type == .transformable { return try value.map { try json(of: $0) } ?? "nil" }
        guard attribute.type == .composite else { return value.map(scalar) ?? "nil" }
        return try list(
            attribute.elements.map { element in
                let part = value.flatMap { self.part(of: $0, element, in: attribute) }
                guard let part, element.type == .binary else { return try text(part, element) }
                return try json(of: part)
            })
    }

    /// Returns the value of a composite's element: an enum's raw value or its case's name, or a struct's member.
    private static func part(
        of value: Any, _ element: PermafrostModel.Attribute, in attribute: PermafrostModel.Attribute
    ) -> Any? {
        if let raw = value as? any RawRepresentable { return raw.rawValue }
        if Mirror(reflecting: value).displayStyle == .enum {
            return "\(value)" == element.name ? element.name : nil
        }
        return Mirror(reflecting: value).children.first { $0.label == element.name }.flatMap {
            unwrapped($0.value)
        }
    }

    private static func json(of value: Any) throws -> String {
        guard let value = value as? any Encodable else { return "\(value)" }
        return try sorted(JSONEncoder().encode(value))
    }

    private static func scalar(_ value: Any) -> String {
        switch value {
        case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
        case let data as Data: data.base64EncodedString()
        case let uuid as UUID: uuid.uuidString
        case let url as URL: url.absoluteString
        case let decimal as Decimal: "\(Double(truncating: decimal as NSDecimalNumber))"
        case let double as Double: "\(double)"
        default: "\(value)"
        }
    }
}
