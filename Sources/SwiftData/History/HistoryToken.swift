import Foundation

/// A place in a history: what comes after it is new to the app that kept it.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
    /// The value that identifies the place.
    associatedtype TokenType: Codable, Hashable, Sendable

    /// The value that identifies the place.
    var tokenValue: TokenType? { get }
}

/// A place in the histories of a container's stores: the number of each one's last transaction before it.
///
/// It is read with transactions, can be kept as JSON, and stays good until ``ModelContext/deleteHistory(_:)`` deletes what
/// comes after it; a fetch by it then throws `SwiftDataError.historyTokenExpired`.
public struct DefaultHistoryToken: HistoryToken {
    /// The number of the last transaction of each store, by the store's UUID.
    public typealias TokenType = [String: Int64]
    /// A number.
    public typealias ID = Int

    /// The number of the last transaction of each store, by the store's UUID.
    public let tokenValue: TokenType?
    /// The store of the transaction that the token came with.
    private let storeIdentifier: String

    init(_ numbers: TokenType, storeIdentifier: String) {
        tokenValue = numbers
        self.storeIdentifier = storeIdentifier
    }

    /// The number of the transaction that the token came with.
    public var id: Int { Int(clamping: number(in: storeIdentifier)) }

    func number(in store: String) -> Int64 { tokenValue?[store] ?? 0 }

    /// Whether the transaction that the right token came with is new to who holds the left one.
    public static func < (left: DefaultHistoryToken, right: DefaultHistoryToken) -> Bool {
        left.number(in: right.storeIdentifier) < right.number(in: right.storeIdentifier)
    }
}
