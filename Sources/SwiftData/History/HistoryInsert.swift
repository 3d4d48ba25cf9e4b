/// An insertion of an object in a ``HistoryTransaction``, which is the value of ``HistoryChange/insert(_:)``.
///
/// Use it to identify the inserted object.
public protocol HistoryInsert<Model>: Sendable {
    /// The inserted object's class.
    associatedtype Model: PersistentModel
    /// The type of the change's identifier.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The type of the transaction's identifier.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// The identifier of the transaction in its store.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The identifier of the change in its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The identifier of the inserted object.
    var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// An insertion of an object in the history of a container's store.
///
/// To find the insertions of one class, cast changes to this type:
///
/// ```swift
/// import SwiftData
///
/// @Model final class Trip {
///     var name: String
///     init(name: String) { self.name = name }
/// }
///
/// func insertedTrips(in transaction: DefaultHistoryTransaction) -> [PersistentIdentifier] {
///     transaction.changes.compactMap { change in
///         guard case .insert(let insertion) = change else { return nil }
///         return (insertion as? DefaultHistoryInsert<Trip>)?.changedPersistentIdentifier
///     }
/// }
/// ```
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
    /// The type of the change's identifier.
    public typealias ChangeIdentifier = Int64
    /// The type of the transaction's identifier.
    public typealias TransactionIdentifier = Int64

    /// The transaction's number in its store.
    public let transactionIdentifier: Int64
    /// The change's number in its store.
    public let changeIdentifier: Int64
    /// The identifier of the inserted object, which may have been deleted later.
    public let changedPersistentIdentifier: PersistentIdentifier

    /// Returns whether two values are the same change in the same store.
    public static func == (left: DefaultHistoryInsert, right: DefaultHistoryInsert) -> Bool {
        left.changeIdentifier == right.changeIdentifier
            && left.changedPersistentIdentifier == right.changedPersistentIdentifier
    }

    /// Hashes the change's number and the object's identifier.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(changeIdentifier)
        hasher.combine(changedPersistentIdentifier)
    }
}
