/// A deletion of an object in a ``HistoryTransaction``, which is the value of ``HistoryChange/delete(_:)``.
///
/// Use it to identify the deleted object, and to read the preserved values.
public protocol HistoryDelete<Model>: Sendable {
    /// The deleted object's class.
    associatedtype Model: PersistentModel
    /// The type of the change's identifier.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The type of the transaction's identifier.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// The identifier of the transaction in its store.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The identifier of the change in its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The identifier of the deleted object. Its row no longer exists.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The deleted object's values of attributes with ``Schema/Attribute/Option/preserveValueOnDeletion``.
    var tombstone: HistoryTombstone<Model> { get }
}

/// A deletion of an object in the history of a container's store.
///
/// To read the preserved values, cast a change to this type:
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// @Model final class Trip {
///     @Attribute(.preserveValueOnDeletion) var number: Int
///     init(number: Int) { self.number = number }
/// }
///
/// func deletedNumbers(in transaction: DefaultHistoryTransaction) -> [Int] {
///     transaction.changes.compactMap { change in
///         guard case .delete(let deletion) = change else { return nil }
///         let tripDeletion = deletion as? DefaultHistoryDelete<Trip>
///         return tripDeletion?.tombstone[\.number] as? Int
///     }
/// }
/// ```
///
/// On Linux, every deletion in the history is a `DefaultHistoryDelete`.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
    /// The type of the change's identifier.
    public typealias ChangeIdentifier = Int64
    /// The type of the transaction's identifier.
    public typealias TransactionIdentifier = Int64

    /// The transaction's number in its store.
    public let transactionIdentifier: Int64
    /// The change's number in its store.
    public let changeIdentifier: Int64
    /// The identifier of the deleted object. Its row no longer exists.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The deleted object's values of attributes with ``Schema/Attribute/Option/preserveValueOnDeletion``.
    public let tombstone: HistoryTombstone<Model>

    /// Returns whether two values are the same change in the same store.
    public static func == (left: DefaultHistoryDelete, right: DefaultHistoryDelete) -> Bool {
        left.changeIdentifier == right.changeIdentifier
            && left.changedPersistentIdentifier == right.changedPersistentIdentifier
    }

    /// Hashes the change's number and the object's identifier.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(changeIdentifier)
        hasher.combine(changedPersistentIdentifier)
    }
}
