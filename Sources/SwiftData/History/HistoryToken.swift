import Foundation

/// A position in a history.
///
/// An app keeps the token of the last transaction that it has processed, and fetches only later transactions the next
/// time.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
    /// The type of the value that identifies the position.
    associatedtype TokenType: Codable, Hashable, Sendable

    /// The value that identifies the position.
    var tokenValue: TokenType? { get }
}

/// A position in the histories of a container's stores: the number of each store's last transaction up to that
/// position.
///
/// ``DefaultHistoryTransaction/token`` contains a transaction's token. Tokens are `Codable`, so that an app can keep
/// them between launches:
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// func save(_ token: DefaultHistoryToken, to url: URL) throws {
///     try JSONEncoder().encode(token).write(to: url)
/// }
///
/// func readToken(from url: URL) throws -> DefaultHistoryToken {
///     try JSONDecoder().decode(DefaultHistoryToken.self, from: Data(contentsOf: url))
/// }
/// ```
///
/// > Important: A token expires when ``ModelContext/deleteHistory(_:)`` has deleted the first transaction after it and
/// > all earlier transactions. A fetch of the transactions after an expired token throws
/// > `SwiftDataError.historyTokenExpired`.
public struct DefaultHistoryToken: HistoryToken {
    /// The type of the token's value: transaction numbers, keyed by store UUID.
    public typealias TokenType = [String: Int64]
    /// The type of ``id``, the number of the token's transaction.
    public typealias ID = Int

    /// The number of each store's last transaction up to the token's position, keyed by the store's UUID. Omits a store
    /// if the fetch that returned the token found no such transaction in it.
    public let tokenValue: TokenType?
    /// The UUID of the store that contains the token's transaction.
    private let storeIdentifier: String

    init(_ numbers: TokenType, storeIdentifier: String) {
        tokenValue = numbers
        self.storeIdentifier = storeIdentifier
    }

    /// The number of the token's transaction.
    public var id: Int { Int(clamping: number(in: storeIdentifier)) }

    func number(in store: String) -> Int64 { tokenValue?[store] ?? 0 }

    /// Returns whether the right token's transaction comes after the left token's position. Compares only the numbers
    /// for the store with the right token's transaction.
    public static func < (left: DefaultHistoryToken, right: DefaultHistoryToken) -> Bool {
        left.number(in: right.storeIdentifier) < right.number(in: right.storeIdentifier)
    }
}
