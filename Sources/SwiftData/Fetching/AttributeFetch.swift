import PermafrostStore

/// A fetch that reads single attributes of an entity's rows without creating objects.
///
/// It reads only attributes that are stored as one scalar in one column, of classes that neither have nor are a
/// subclass. For other properties, ``add(_:_:)`` returns false, and the caller fetches objects.
package final class AttributeFetch {
    private let context: ModelContext
    private let entity: EntityStorage
    /// The columns that the statement selects.
    private var columnNames = ["t.Z_PK"]
    /// The number of each property's column in the statement. The number is negative if the property isn't read.
    private var columns: [Int]
    /// The work for each row, one closure for each added attribute.
    private var visits: [(inout _RowReader, Int64) throws -> Void] = []
    /// The first error of a visit. It's kept apart from the errors of reading the store.
    private var failure: (any Error)?

    /// Creates a fetch that reads nothing yet. The context must have no unsaved changes when the fetch runs.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if the context's container doesn't have the class.
    package init(of model: any PersistentModel.Type, in context: ModelContext) throws {
        self.context = context
        entity = try context.state.container.entity(of: model)
        columns = [Int](repeating: -1, count: entity.properties.count)
    }

    /// Adds an attribute to read. Returns false if the attribute can't be read without objects.
    ///
    /// - Parameter visit: receives the value and the primary key of each row.
    package func add<Model: PersistentModel, Value>(
        _ keyPath: KeyPath<Model, Value>, _ visit: @escaping (Value, Int64) throws -> Void
    ) -> Bool {
        // An object of a subclass may override the property.
        guard !entity.hasSuperentity, entity.inheritors.isEmpty, let number = entity.property(at: keyPath),
            case let property = entity.properties[number], property.attribute != nil, !property.isExternal,
            property.columnNames.count == 1, let load = ValueFunctions.of(Value.self).load
        else { return false }
        if columns[number] < 0 {
            columns[number] = columnNames.count
            columnNames.append("t.\(property.columnNames[0])")
        }
        let name = entity.name
        visits.append { row, key in
            try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
                guard let place = buffer.baseAddress else { return }
                guard load(&row, number, UnsafeMutableRawPointer(place)) else {
                    throw row.failure ?? .valueIsGone(entity: name, key: key)
                }
                defer { place.deinitialize(count: 1) }
                if let failure = row.failure { throw failure }
                try visit(place.pointee, key)
            }
        }
        return true
    }

    /// Reads the rows in the order of their primary keys, and passes each value to its visit.
    ///
    /// - Parameter afterRow: runs after the visits of a row.
    /// - Throws: the errors of the visits and of `afterRow`, and the errors of ``ModelContext/fetch(_:)``.
    package func run(afterRow: () throws -> Void) throws {
        try context.state.throwFailure()
        let sql = "SELECT \(columnNames.joined(separator: ", ")) FROM \(entity.table) t ORDER BY t.Z_PK"
        failure = nil
        try context.wrapping {
            try entity.store.withBound(sql, []) { statement in
                var row = _RowReader(statement, entity, columns: columns)
                while failure == nil, try statement.step() { try visitRow(statement, &row, afterRow) }
            }
        }
        if let failure { throw failure }
    }

    /// Passes the values of a row to their visits. Keeps the first error of a visit in ``failure``.
    ///
    /// - Throws: a `ContextFailure` if a value can't be read.
    private func visitRow(
        _ statement: SQLiteStatement, _ row: inout _RowReader, _ afterRow: () throws -> Void
    ) throws {
        let key = statement.integer(at: 0) ?? 0
        guard key != 0 else { throw ContextFailure.invalidKey(entity: entity.name) }
        do {
            for visit in visits { try visit(&row, key) }
            try afterRow()
        } catch let failure as ContextFailure {
            throw failure
        } catch {
            failure = error
        }
    }
}
