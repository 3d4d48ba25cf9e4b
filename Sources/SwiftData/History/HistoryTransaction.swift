import Foundation

/// One save in a store's history.
///
/// A transaction contains the changes, the time, and the author of the save. On Linux, every transaction is a
/// ``DefaultHistoryTransaction``.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
    /// The type of the transaction's token.
    associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
    /// The type of the transaction's identifier.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// The author of the context that saved, or nil if the context had none.
    var author: String? { get }
    /// The saved changes, in order.
    var changes: [HistoryChange] { get }
    /// The UUID of the store.
    var storeIdentifier: String { get }
    /// The time of the save.
    var timestamp: Date { get }
    /// The position in the history after this transaction.
    var token: TokenType { get }
    /// The identifier of the transaction in its store.
    var transactionIdentifier: TransactionIdentifier { get }
}

/// One save in the history of a container's store.
///
/// Fetch transactions with ``ModelContext/fetchHistory(_:)``. They aren't connected to a context and can be passed to
/// other tasks.
///
/// ```swift
/// import SwiftData
///
/// func printChanges(of transaction: DefaultHistoryTransaction) {
///     print("\(transaction.author ?? "unknown") saved at \(transaction.timestamp):")
///     for change in transaction.changes {
///         switch change {
///         case .insert(let insertion): print("inserted \(insertion.changedPersistentIdentifier)")
///         case .update(let update): print("updated \(update.changedPersistentIdentifier)")
///         case .delete(let deletion): print("deleted \(deletion.changedPersistentIdentifier)")
///         @unknown default: break
///         }
///     }
/// }
/// ```
public struct DefaultHistoryTransaction: HistoryTransaction {
    /// The type of the transaction's identifier.
    public typealias TransactionIdentifier = Int64
    /// The type of the transaction's token.
    public typealias TokenType = DefaultHistoryToken
    /// The type of the transaction's identity.
    public typealias ID = Int64

    /// The author of the context that saved, from ``ModelContext/author``, or nil if the context had none.
    public let author: String?
    /// The identifier of the program that saved. On Linux, this is the process's name.
    public let bundleIdentifier: String
    /// The saved changes, in order. Changes to classes that are no longer in the schema are omitted.
    public let changes: [HistoryChange]
    /// The name of the process that saved.
    public let processIdentifier: String
    /// The UUID of the store.
    public let storeIdentifier: String
    /// The time of the save.
    public let timestamp: Date
    /// The position in the history after this transaction.
    public let token: DefaultHistoryToken
    /// The transaction's number in its store. Numbers increase with every transaction.
    public let transactionIdentifier: Int64

    func with(changes: [HistoryChange]? = nil, token: DefaultHistoryToken? = nil) -> DefaultHistoryTransaction {
        DefaultHistoryTransaction(
            author: author, bundleIdentifier: bundleIdentifier, changes: changes ?? self.changes,
            processIdentifier: processIdentifier, storeIdentifier: storeIdentifier, timestamp: timestamp,
            token: token ?? self.token, transactionIdentifier: transactionIdentifier)
    }

    /// The transaction's number in its store. Transactions in different stores can have the same number.
    public var id: Int64 { transactionIdentifier }

    /// Returns whether two values are the same transaction in the same store.
    public static func == (left: DefaultHistoryTransaction, right: DefaultHistoryTransaction) -> Bool {
        left.storeIdentifier == right.storeIdentifier && left.transactionIdentifier == right.transactionIdentifier
    }

    /// Hashes the store's UUID and the transaction's number.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(storeIdentifier)
        hasher.combine(transactionIdentifier)
    }
}

/// One change of a transaction: an insertion, an update, or a deletion.
///
/// ``HistoryTransaction/changes`` contains the changes of a transaction.
public enum HistoryChange: Sendable {
    /// The insertion of an object.
    case insert(any HistoryInsert)
    /// A change of an object's properties.
    case update(any HistoryUpdate)
    /// The deletion of an object.
    case delete(any HistoryDelete)

    /// The identifier of the changed object.
    public var changedPersistentIdentifier: PersistentIdentifier {
        switch self {
        case .insert(let insert): insert.changedPersistentIdentifier
        case .update(let update): update.changedPersistentIdentifier
        case .delete(let delete): delete.changedPersistentIdentifier
        }
    }
}
