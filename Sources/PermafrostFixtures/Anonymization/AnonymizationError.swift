import PermafrostModel
import PermafrostStore

/// An error that is thrown if a store can't be anonymized.
package enum AnonymizationError: Error, Sendable, Hashable {
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
}

extension AnonymizationError: CustomStringConvertible {
    /// A description of the error and its fix, without a final period.
    package var description: String {
        switch self {
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
