import PermafrostModel
import PermafrostStore

/// An entity in a store: its table, and the columns of each property.
///
/// Columns are numbered in the order that a fetch selects them: `Z_PK`, `Z_OPT`, and then the properties' columns in
/// declaration order. If the entity has subentities, `Z_ENT` comes last. The entities of a class hierarchy share a
/// table and its column numbers, so that one fetch can read rows of several classes.
final class EntityStorage: @unchecked Sendable {
    // All properties are constant after the container is created. The compiler can't prove this because of key paths
    // and metatypes.

    /// The number of columns that precede the properties' columns.
    static let leadingColumns = 2

    let name: String
    let type: any PersistentModel.Type
    /// The entity's index among the container's entities.
    let index: Int
    /// The index of the root entity among the container's entities. The root entity's table also contains its
    /// subentities' rows.
    let family: Int
    /// The entity's `Z_ENT`.
    let number: Int
    /// The `Z_ENT` of the root entity, whose row in `Z_PRIMARYKEY` contains the table's highest key.
    let rootNumber: Int
    let table: String
    let store: Store
    let properties: [PropertyStorage]
    /// The names of all properties' columns, in the order of ``properties``.
    let columnNames: [String]
    /// The number of to-one relationships.
    let toOneCount: Int
    /// The uniqueness constraints, inherited ones first.
    let constraints: [UniquenessConstraint]
    /// All direct and indirect subentities, keyed by `Z_ENT`. Empty until ``setInheritors(_:)`` is called.
    private(set) var inheritors: [Int: EntityStorage] = [:]
    /// Whether a row of the entity or its subentities can refer to files that contain large values.
    private(set) var mayNameFiles: Bool
    /// The `Z_ENT` values of the entity and its subentities, as a comma-separated list for SQL.
    private var members = ""
    let hasSuperentity: Bool
    /// The number of the selected column that contains the row's `Z_ENT`, or nil if the entity has no subentities.
    let entityColumn: Int?
    /// The index of each property among the properties sorted by name, which is the order of the history's bitmaps.
    let historyPlaces: [Int]
    /// The numbers of the attributes whose values the history preserves, sorted by the attributes' names. Core Data is
    /// assumed to use the same order.
    let preservedProperties: [Int]
    /// The number of each property's first column, or a negative number if the property has no column.
    let columnOfProperty: [Int]
    /// The properties that store large values in files.
    let externalProperties: PropertySet
    /// Whether any property is a `let`. A constant's value must be read when the object is created, because reading the
    /// constant later doesn't call a getter.
    let hasConstants: Bool
    /// The numbers of the properties that are relationships, in ascending order.
    let relationshipNumbers: [Int]
    /// The property numbers of the to-one relationships, sorted by ordinal.
    let toOneNumbers: [Int]
    /// The property numbers of the relationships whose links are in a join table, or in a column of the destination's
    /// table that doesn't belong to a property.
    let separateLinks: [Int]
    private let indexOfKeyPath: [AnyKeyPath: Int]
    private let externalColumns: Set<Int>

    init(
        name: String, type: any PersistentModel.Type, index: Int, family: Int, number: Int, rootNumber: Int,
        table: String, store: Store, properties: [PropertyStorage], constraints: [UniquenessConstraint],
        selected: [String], hasSuperentity: Bool, hasInheritors: Bool
    ) {
        self.name = name
        self.type = type
        self.index = index
        self.family = family
        self.number = number
        self.rootNumber = rootNumber
        self.table = table
        self.store = store
        self.properties = properties
        self.hasSuperentity = hasSuperentity
        columnNames = properties.flatMap(\.columnNames)
        toOneCount = properties.count { $0.ordinal != nil }
        self.constraints = constraints
        entityColumn = hasInheritors ? Self.leadingColumns + selected.count : nil
        let columns = ["t.Z_PK", "t.Z_OPT"] + selected + (hasInheritors ? ["t.Z_ENT"] : [])
        select = "SELECT \(columns.joined(separator: ", ")) FROM \(table) t"
        let inserted = ["Z_PK", "Z_ENT", "Z_OPT"] + columnNames
        insertStatement = """
            INSERT INTO \(table) (\(inserted.joined(separator: ", "))) \
            VALUES (\(repeatElement("?", count: inserted.count).joined(separator: ", ")))
            """
        let sorted = properties.map(\.name).sortedByCodeUnit()
        historyPlaces = properties.map { sorted.firstIndex(of: $0.name) ?? 0 }
        preservedProperties = properties.indices
            .filter { properties[$0].attribute?.preservesValueOnDeletion ?? false }
            .sorted { CodeUnitOrder.isBefore(properties[$0].name, properties[$1].name) }
        indexOfKeyPath = Dictionary(
            properties.enumerated().map { ($1.keyPath, $0) }, uniquingKeysWith: { first, _ in first })
        columnOfProperty = properties.map { $0.column ?? -1 }
        var external = PropertySet()
        for index in properties.indices where properties[index].isExternal { external.insert(index) }
        externalProperties = external
        hasConstants = properties.contains(where: \.isConstant)
        relationshipNumbers = properties.indices.filter { properties[$0].relationship != nil }
        toOneNumbers = properties.indices.filter { properties[$0].ordinal != nil }
            .sorted { (properties[$0].ordinal ?? 0) < (properties[$1].ordinal ?? 0) }
        separateLinks = properties.indices.filter { properties[$0].relationship?.form.isSeparate ?? false }
        externalColumns = Set(properties.filter(\.isExternal).compactMap(\.column))
        mayNameFiles = !externalColumns.isEmpty
    }

    var storeIdentifier: String { store.identifier }

    /// The `SELECT` and `FROM` clauses of a fetch. The entity's table has the alias `t`.
    let select: String
    /// The statement that inserts a row. Its parameters are the values of `Z_PK`, `Z_ENT`, `Z_OPT`, and
    /// ``columnNames``, in this order.
    let insertStatement: String

    func column(of property: Int) -> Int? { properties[property].column }
    func ordinal(of property: Int) -> Int? { properties[property].ordinal }
    func codec(of property: Int) -> (any ValueCodec)? { properties[property].codec }
    func isExternal(_ column: Int) -> Bool {
        // Most entities have no such column, so no search is necessary.
        !externalColumns.isEmpty && externalColumns.contains(column)
    }
    func isToMany(_ property: Int) -> Bool { properties[property].relationship?.isToMany ?? false }
    func property(at keyPath: AnyKeyPath) -> Int? { indexOfKeyPath[keyPath] }
    func property(named name: String) -> Int? { properties.firstIndex { $0.name == name } }
}

// MARK: Inheritance

extension EntityStorage {
    /// Sets the direct and indirect subentities.
    func setInheritors(_ entities: [EntityStorage]) {
        inheritors = Dictionary(entities.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        members = ([number] + inheritors.keys.sorted()).map(String.init).joined(separator: ", ")
        mayNameFiles = !externalColumns.isEmpty || entities.contains { !$0.externalColumns.isEmpty }
    }

    /// Returns whether the entity is the other entity or one of its subentities.
    func isKind(of other: EntityStorage) -> Bool {
        self === other || other.inheritors[number] === self
    }

    /// Returns the subentity with the given `Z_ENT`, or this entity if no subentity has that number.
    func concrete(_ number: Int64?) -> EntityStorage {
        number.flatMap { inheritors[Int(clamping: $0)] } ?? self
    }

    /// Returns the SQL condition for rows of the entity and its subentities, in a table with the given alias. Returns
    /// nil if the table contains only such rows.
    func membership(_ alias: String) -> String? {
        hasSuperentity ? "\(alias).Z_ENT IN (\(members))" : nil
    }

    /// Returns a `WHERE` clause for the rows of the entity and its subentities that satisfy a condition. The table has
    /// the alias `t`. Returns an empty string if every row in the table satisfies it.
    func rows(where condition: String? = nil) -> String {
        guard let membership = membership("t") else { return condition.map { " WHERE \($0)" } ?? "" }
        return " WHERE " + (condition.map { "\($0) AND " } ?? "") + membership
    }
}

extension PropertySet {
    /// Returns the set of all properties of a class.
    static func all(of entity: EntityStorage) -> PropertySet {
        var set = PropertySet()
        for index in entity.properties.indices { set.insert(index) }
        return set
    }
}
