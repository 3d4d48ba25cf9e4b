import Foundation
import SwiftData

/// A lookup of a class's rows by primary key. It caches the rows that it finds, because many links can have the
/// same target, such as the author of many posts.
final class RowFinder<Target: PersistentModel> {
    /// The maximum number of cached rows.
    private static var limit: Int { 1000 }

    private let context: ModelContext
    private let identifiers: RowIdentifiers
    private var known: [Int64: Target?] = [:]

    /// Creates a finder for rows in the same store as the row with the given identifier.
    ///
    /// - Throws: ``MigrationError`` with `.store(.unreadable)` if the identifier's encoded form is unknown.
    init(context: ModelContext, like other: PersistentIdentifier) throws {
        self.context = context
        identifiers = try RowIdentifiers(entity: Schema.entityName(of: Target.self), like: other)
    }

    /// Returns the row with the given key, or nil if no row has it.
    func row(of key: Int64) throws -> Target? {
        if let row = known[key] { return row }
        let row = try RowIdentifiers.row(identifiers.identifier(key), as: Target.self, in: context)
        if known.count >= Self.limit { known = [:] }
        known[key] = .some(row)
        return row
    }
}
