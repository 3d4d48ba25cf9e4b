import Foundation

/// One step of a fetch's order as SQL.
///
/// Strings are ordered as Swift's `<` orders them. (On Apple's platforms the default comparator is the localized one.)
struct SQLOrder {
    let sql: String

    init<T: PersistentModel>(_ descriptor: SortDescriptor<T>, _ entity: EntityStorage) throws {
        guard let keyPath = descriptor.keyPath, let index = entity.property(at: keyPath) else {
            throw SwiftDataError(.unsupportedSortDescriptor, "The key path is no stored property of \(T.self).")
        }
        let property = entity.properties[index]
        guard property.relationship == nil, property.columnNames.count == 1, let column = property.columnNames.first
        else {
            throw SwiftDataError(
                .unsupportedSortDescriptor, "\(T.self).\(property.name) has no single column to sort by.")
        }
        let collation = property.codec is ScalarCodec<String> ? " COLLATE SWIFT" : ""
        sql = "t.\(column)\(collation) \(descriptor.order == .forward ? "ASC" : "DESC")"
    }
}
