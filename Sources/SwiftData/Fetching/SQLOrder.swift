import Foundation

/// One step of a fetch's order as SQL.
///
/// Strings are ordered by Swift's `<` unless the descriptor's comparator is `.lexical`, the only one that Linux has. (On
/// Apple's platforms the default is the localized standard order.)
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
        var collation = ""
        if property.codec is ScalarCodec<String> {
            guard let name = Self.collation(descriptor, keyPath) else {
                throw SwiftDataError(
                    .unsupportedSortDescriptor, "\(T.self).\(property.name) cannot be sorted by that comparator.")
            }
            collation = " COLLATE " + name
        }
        sql = "t.\(column)\(collation) \(descriptor.order == .forward ? "ASC" : "DESC")"
    }

    /// The collation of a descriptor's comparator, which can be told from others, not asked for.
    private static func collation<T>(_ descriptor: SortDescriptor<T>, _ keyPath: PartialKeyPath<T>) -> String? {
        let order = descriptor.order
        if let keyPath = (keyPath as? KeyPath<T, String>).map(StoredKeyPath.sendable) {
            if descriptor == SortDescriptor(keyPath, order: order) { return "SWIFT" }
            return descriptor == SortDescriptor(keyPath, comparator: .lexical, order: order) ? "SWIFT_LEXICAL" : nil
        }
        if let keyPath = (keyPath as? KeyPath<T, String?>).map(StoredKeyPath.sendable) {
            if descriptor == SortDescriptor(keyPath, order: order) { return "SWIFT" }
            return descriptor == SortDescriptor(keyPath, comparator: .lexical, order: order) ? "SWIFT_LEXICAL" : nil
        }
        return nil
    }
}
