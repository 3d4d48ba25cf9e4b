import Foundation

/// The identity of an object: its entity, and its row in a store or, before it is saved, a number of its own.
///
/// Its description is Core Data's URI: `x-coredata://STORE/Entity/p1`, with `t` and a UUID before the object is saved.
public struct PersistentIdentifier: Sendable, Hashable, Identifiable, Comparable, Codable, CustomStringConvertible,
    CustomDebugStringConvertible
{
    /// The identity inside a store.
    public struct ID: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
        let uri: String

        /// The URI.
        public var description: String { uri }
        /// The URI.
        public var debugDescription: String { uri }
    }

    /// The name of the object's entity.
    public let entityName: String
    /// The UUID of the object's store; nil before the object is saved.
    public let storeIdentifier: String?
    let key: Key

    /// What tells an object from others of its entity.
    enum Key: Sendable, Hashable {
        case row(Int64)
        case temporary(UUID)
    }

    /// The identity of the row with that primary key: its number, or a text such as `p12`.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` where the key is no row's number.
    public static func identifier<T: Comparable & CustomStringConvertible & Codable & Hashable>(
        for storeIdentifier: String, entityName: String, primaryKey: T
    ) throws -> PersistentIdentifier {
        let number = (primaryKey as? any BinaryInteger).flatMap { Int64(exactly: $0) }
        let text = primaryKey as? String
        guard let key = number.map(Key.row) ?? text.flatMap({ Int64($0).map(Key.row) ?? Key(text: $0) }),
            !key.isTemporary
        else {
            throw SwiftDataError(
                .unknownSchema, "A primary key of this store is a whole number, or p and one, not \(primaryKey).")
        }
        return PersistentIdentifier(entityName: entityName, storeIdentifier: storeIdentifier, key: key)
    }

    /// The identity as one value.
    public var id: ID { ID(uri: description) }

    /// Core Data's URI.
    public var description: String {
        "x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(key.text)"
    }

    /// Core Data's URI.
    public var debugDescription: String { description }

    /// Orders by entity, then by row; objects that are not saved come last.
    public static func < (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
        guard left.entityName == right.entityName else { return left.entityName < right.entityName }
        switch (left.key, right.key) {
        case (.row(let first), .row(let second)): return first < second
        case (.row, .temporary): return true
        case (.temporary, .row): return false
        case (.temporary(let first), .temporary(let second)): return first.uuidString < second.uuidString
        }
    }
}
