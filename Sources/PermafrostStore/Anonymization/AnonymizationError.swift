import PermafrostModel

/// An error that is thrown if a store can't be anonymized.
package enum AnonymizationError: Error, Sendable, Hashable {
    /// The values of some properties have an unknown encoding. Each element describes a property.
    case opaque([Opaque])
    /// The store contains tables that aren't in its model and could contain anything.
    case unknownTables([String])
    /// Tables contain columns that the model doesn't have, such as `ZPOST.ZOLD`.
    case unknownColumns([String])
    /// A statement that creates a table or an index contains more than names and types.
    case unknownStatement(name: String)
    /// `--keep` specifies a property that the model doesn't have.
    case unknownProperty(String, near: [String])
    /// The store and its files exceed the size limit.
    case tooLarge(bytes: Int, limit: Int)
    /// The store's pages are damaged. The problems are clauses without a period.
    case damaged([String])
    /// The anonymized rows break a constraint that the original rows don't break.
    case notUnique(table: String, reason: String)

    /// A property whose values can't be decoded.
    package struct Opaque: Sendable, Hashable {
        /// The property with its entity, such as `Post.cover`.
        package let property: String
        /// A noun phrase that describes one of the values.
        package let reason: String
        /// The number of such values.
        package let count: Int
        /// Whether `--keep` can keep the values. It can't keep a column that doesn't belong to a property.
        package let isKeepable: Bool
    }
}

extension AnonymizationError: CustomStringConvertible {
    /// A description of the error and its fix, without a final period.
    package var description: String {
        switch self {
        case .opaque(let properties):
            "some values can't be replaced, because they can't be decoded: "
                + properties.map { "\($0.property.visible) (\($0.count) with \($0.reason))" }.joined(separator: ", ")
                + ". To empty these values, add --drop-opaque"
                + (properties.first(where: \.isKeepable).map {
                    ". To keep a property's values although they may be personal, add --keep \($0.property.visible)"
                } ?? "")
        case .unknownTables(let names):
            "the store contains tables that no model has: \(Self.list(names)). To leave out these tables, add "
                + "--drop-opaque"
        case .unknownColumns(let names):
            "the store contains columns that its model doesn't have: \(Self.list(names)). To empty these columns, add "
                + "--drop-opaque"
        case .unknownStatement(let name):
            "\(name.visible) wasn't created by Core Data: its SQL contains more than names and types. "
                + "Drop it in a copy of the store, and freeze that copy"
        case .unknownProperty(let name, let near):
            "the store has no property \(name.visible)"
                + (near.isEmpty ? "" : " (similar: \(Self.list(near)))")
                + ". Specify a model and its property, such as --keep Post.title"
        case .tooLarge(let bytes, let limit):
            "the store is too large for a fixture: \(bytes / 1_000_000) MB with its files, and the limit is "
                + "\(limit / 1_000_000) MB. To add a sample of the rows, add --reduce 1000"
        case .damaged(let problems): "the store is damaged: \(problems.joined(separator: "; ").visible)"
        case .notUnique(let table, let reason):
            "the anonymized rows of \(table.visible) can't be written: \(reason.visible). Keep the properties of the "
                + "table's unique constraint with --keep, if their values aren't personal"
        }
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(10).map(\.visible).joined(separator: ", ")
        return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
    }
}
