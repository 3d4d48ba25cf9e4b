/// A change of an object's properties in a ``HistoryTransaction``, which is the value of ``HistoryChange/update(_:)``.
///
/// Use it to find out which properties were changed. The history doesn't contain their values.
public protocol HistoryUpdate<Model>: Sendable {
    /// The changed object's class.
    associatedtype Model: PersistentModel
    /// The type of the change's identifier.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The type of the transaction's identifier.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// The type of a changed property's key path.
    typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

    /// The identifier of the transaction in its store.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The identifier of the change in its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The identifier of the changed object.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The changed properties, including relationships.
    var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// A change of an object's properties in the history of a container's store.
///
/// To find out whether a property changed, cast the update to this type and compare key paths:
///
/// ```swift
/// import SwiftData
///
/// @Model final class Trip {
///     var name: String
///     init(name: String) { self.name = name }
/// }
///
/// func renamesTrip(_ change: HistoryChange) -> Bool {
///     guard case .update(let update) = change else { return false }
///     let names = (update as? DefaultHistoryUpdate<Trip>)?.updatedAttributes ?? []
///     return names.contains { ($0 as PartialKeyPath<Trip>) == \Trip.name }
/// }
/// ```
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate {
    /// The type of the change's identifier.
    public typealias ChangeIdentifier = Int64
    /// The type of the transaction's identifier.
    public typealias TransactionIdentifier = Int64
    /// The type of a changed property's key path.
    public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

    /// The transaction's number in its store.
    public let transactionIdentifier: Int64
    /// The change's number in its store.
    public let changeIdentifier: Int64
    /// The identifier of the changed object, which may have been deleted later.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The changed properties, including relationships, in declaration order.
    public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

    /// Returns whether two values are the same change in the same store.
    public static func == (left: DefaultHistoryUpdate, right: DefaultHistoryUpdate) -> Bool {
        left.changeIdentifier == right.changeIdentifier
            && left.changedPersistentIdentifier == right.changedPersistentIdentifier
    }

    /// Hashes the change's number and the object's identifier.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(changeIdentifier)
        hasher.combine(changedPersistentIdentifier)
    }
}
