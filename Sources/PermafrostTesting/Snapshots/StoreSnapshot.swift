import PermafrostModel
import PermafrostStore

/// The content of a store as JSON, with the entities and properties of the model in the store. Entities and properties
/// are sorted by name, rows are sorted by key, and each line has one value.
///
/// Dates are in ISO 8601 format and aren't rounded. A relationship is represented by the keys of the rows that it
/// refers to. An encoded value is shown as JSON. Other data of more than 64 bytes is represented by its length and
/// checksum.
struct StoreSnapshot {
    let json: CanonicalJSON

    /// The JSON as a string that ends with a line break.
    var text: String { String(decoding: json.bytes(.members), as: UTF8.self) }

    /// Reads the content of the store at a path.
    ///
    /// - Parameters:
    ///   - versions: the known versions. A version with the store's hashes completes the model in the store.
    ///   - excluded: the properties and entities to omit, such as `Post.id` or `Post`.
    /// - Throws: `StoreError` if the store can't be read.
    init(of path: String, versions: [SchemaModel] = [], excluding excluded: Set<String> = []) throws {
        let store = try ComparedStore(path: path, versions: versions)
        let entities = try store.layout.entityOrder.filter { !excluded.contains($0) }.map { entity in
            (entity, CanonicalJSON.array(try Self.rows(of: entity, store, excluded)) as CanonicalJSON?)
        }
        json = .object(entities)
    }

    private static func rows(
        of entity: String, _ store: ComparedStore, _ excluded: Set<String>
    ) throws -> [CanonicalJSON] {
        let properties = store.model.properties(of: entity).filter { property in
            !property.isTransient && !excluded.contains("\(entity).\(property.name)")
        }
        let attributes = properties.compactMap { property -> (attribute: Attribute, leaves: [Leaf])? in
            guard case .attribute(let attribute) = property else { return nil }
            return (attribute, Leaf.leaves(of: attribute, entity, store.layout))
        }
        let leaves = attributes.flatMap(\.leaves)
        let links = try properties.compactMap { property -> (Relationship, [Int64: [Int64]])? in
            guard case .relationship(let relationship) = property else { return nil }
            return (relationship, try Self.links(of: relationship, entity, store))
        }
        let statement = try store.rows(of: entity, leaves.map(\.column))
        var rows: [CanonicalJSON] = []
        while try statement.step() {
            let key = statement.integer(at: 0) ?? 0
            var column = 1
            var members: [(String, CanonicalJSON?)] = [("Z_PK", .integer(key))]
            for (attribute, _) in attributes {
                members.append((attribute.name, value(of: attribute, statement, &column, store.externalStorage)))
            }
            for (relationship, destinations) in links {
                let found = (destinations[key] ?? []).sorted().map(CanonicalJSON.integer)
                members.append(
                    (relationship.name, relationship.isToMany ? .array(found) : found.first ?? .null))
            }
            rows.append(.object(members))
        }
        return rows
    }

    /// A column that stores an attribute, or an element of a composite attribute.
    private struct Leaf {
        var column: String

        static func leaves(of attribute: Attribute, _ entity: String, _ layout: StoreLayout) -> [Leaf] {
            leaves(of: attribute, [attribute.name], entity, layout)
        }

        private static func leaves(
            of attribute: Attribute, _ path: [String], _ entity: String, _ layout: StoreLayout
        ) -> [Leaf] {
            guard attribute.type == .composite else {
                return layout.column(of: entity, at: path).map { [Leaf(column: $0)] } ?? []
            }
            return attribute.elements.flatMap { leaves(of: $0, path + [$0.name], entity, layout) }
        }
    }

    private static func links(
        of relationship: Relationship, _ entity: String, _ store: ComparedStore
    ) throws -> [Int64: [Int64]] {
        let declaring =
            ([store.model.entity(named: entity)].compactMap { $0 } + store.model.superentities(of: entity))
            .first { $0.property(named: relationship.name) != nil }?.name ?? entity
        guard let place = LinkPlace(of: relationship, entity: declaring, in: store.layout) else { return [:] }
        let statement = try store.links(place)
        var links: [Int64: [Int64]] = [:]
        while try statement.step() {
            guard let owner = statement.integer(at: 0), let destination = statement.integer(at: 1) else { continue }
            links[owner, default: []].append(destination)
        }
        return links
    }

    private static func value(
        of attribute: Attribute, _ statement: SQLiteStatement, _ column: inout Int, _ storage: ExternalStorage,
        isElement: Bool = false
    ) -> CanonicalJSON {
        guard attribute.type != .composite else {
            let members = attribute.elements.map { element in
                (element.name, value(of: element, statement, &column, storage, isElement: true) as CanonicalJSON?)
            }
            let isAbsent = members.allSatisfy { $0.1 == .null }
            if attribute.isEnumeration {
                guard let active = members.first(where: { $0.1 != .null }) else { return .null }
                // Associated values are shown with the name of their case. A raw value or a case name is shown as is.
                if case .object? = active.1 { return .object([active]) }
                return active.1 ?? .null
            }
            return isAbsent && attribute.isOptional ? .null : .object(members)
        }
        defer { column += 1 }
        return ComparedValue(
            statement.value(at: column), of: attribute, isElement: isElement, in: storage
        ).snapshot
    }
}

extension ComparedValue {
    /// The value as it appears in a snapshot.
    fileprivate var snapshot: CanonicalJSON {
        switch self {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .string(let text): .string(text)
        case .json(let text): (try? CanonicalJSON(parsing: Array(text.utf8))) ?? .string(text)
        case .data(let bytes): Self.collection(bytes) ?? .string(bytes.count <= 64 ? Digest.hex(bytes) : description)
        case .date, .uuid, .missingFile, .unreadable: .string(description)
        }
    }

    /// Returns the JSON array or object that the bytes contain, or nil if they contain neither. A store's model doesn't
    /// record which binary attributes contain a collection.
    private static func collection(_ bytes: [UInt8]) -> CanonicalJSON? {
        guard bytes.first == UInt8(ascii: "[") || bytes.first == UInt8(ascii: "{"), let text = json(bytes) else {
            return nil
        }
        return try? CanonicalJSON(parsing: Array(text.utf8))
    }
}
