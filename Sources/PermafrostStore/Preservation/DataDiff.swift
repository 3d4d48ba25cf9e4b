/// The unexpected changes that a migration made to a store's data.
///
/// ## Topics
/// - ``passed``, ``differences``, ``count``
/// - The amount of compared data: ``rows``, ``values``, ``links``
public struct DataDiff: Sendable, Hashable {
    /// A difference between a store before and after a migration.
    public struct Difference: Sendable, Hashable {
        /// The kinds of differences.
        public enum Kind: Sendable, Hashable {
            /// A value changed.
            case value
            /// A new property's value isn't its declared default, or the property has no default and its value isn't
            /// nil.
            case notAtDefault
            /// A required property has no value.
            case missingValue
            /// A row is missing.
            case lostRow
            /// A row was added.
            case newRow
            /// A reference from one row to another is missing.
            case lostLink
            /// A reference from one row to another was added.
            case newLink
            /// A property, an element, or an entity was removed with its data, and the test doesn't expect it.
            case removal
            /// A property's type or a relationship's destination changed, and the test doesn't expect it.
            case retyping
            /// An expected change didn't happen, or its path doesn't exist.
            case untrueExpectation
        }

        /// The kind of difference.
        public let kind: Kind
        /// The path of the entity, property or element, such as `Post`, `Post.body`, or `Post.address.street`.
        public let path: String
        /// The row's `Z_PK`, or nil if the difference isn't about a single row. For a lost or added reference, the row
        /// that refers to the other row.
        public let row: Int64?
        /// A description of the old value, the old type, the lost reference, or the removed data. For
        /// ``Kind/notAtDefault``, it is a description of the declared default. Nil for every other kind of difference.
        public let before: String?
        /// A description of the new value, the new type, or the added reference. For ``Kind/untrueExpectation``, it is
        /// an explanation of the problem. Nil for every other kind of difference.
        public let after: String?

        /// The name of the entity in ``path``.
        public var entity: String { String(path.prefix { $0 != "." }) }
        /// The name of the property, followed by the names of nested elements. Nil if the difference is about an
        /// entity.
        public var property: String? {
            path.firstIndex(of: ".").map { String(path[path.index(after: $0)...]) }
        }
    }

    /// The maximum number of elements in ``differences``.
    package static let limit = 100

    /// The versions of the migration, such as `1.0.0 → 3.0.0`.
    public let subject: String
    /// The first 100 differences, or all differences if there are fewer.
    public internal(set) var differences: [Difference] = []
    /// The total number of differences.
    public internal(set) var count = 0
    /// The number of compared rows. Only rows that both stores have are compared.
    public internal(set) var rows = 0
    /// The number of compared values.
    public internal(set) var values = 0
    /// The number of references from one row to another that both stores have.
    public internal(set) var links = 0

    /// Whether the migration made all of the expected changes and no other changes.
    public var passed: Bool { count == 0 }

    package mutating func add(
        _ kind: Difference.Kind, _ path: String, row: Int64? = nil, before: String? = nil, after: String? = nil
    ) {
        add(Difference(kind: kind, path: path, row: row, before: before, after: after))
    }

    package mutating func add(_ difference: Difference) {
        count += 1
        if differences.count < Self.limit { differences.append(difference) }
    }
}

extension DataDiff: CustomStringConvertible {
    /// A report with the first 20 differences, the total number of differences, and the code that declares a difference
    /// as expected. Without differences, it is a single line.
    public var description: String {
        let compared = "\(rows) rows, \(values) values and \(links) links compared"
        guard !passed else { return "\(subject) keeps every value: \(compared)" }
        var lines = ["\(subject) doesn't keep the data: \(count == 1 ? "1 difference" : "\(count) differences")"]
        lines += differences.prefix(20).map { "  \($0)" }
        if count > 20 { lines.append("  … and \(count - 20) more") }
        lines.append(
            """
            If this is intended, declare it: expecting: .removed("Entity.property", because: …), .changed, .added \
            or .renamed. Otherwise, correct the plan (\(compared))
            """)
        return lines.joined(separator: "\n")
    }
}

extension DataDiff.Difference: CustomStringConvertible {
    /// A clause such as `Post.body of row 7 was "a" and is now nil`.
    public var description: String {
        let place = row.map { "\(path) of row \($0)" } ?? path
        let (before, after) = (self.before ?? "nothing", self.after ?? "nothing")
        return switch kind {
        case .value: "\(place) was \(before) and is now \(after)"
        case .notAtDefault: "\(place) is new and should have its default \(before), but is \(after)"
        case .missingValue: "\(place) is required and has no value"
        case .lostRow: "row \(row ?? 0) of \(path) was deleted"
        case .newRow: "row \(row ?? 0) of \(path) was added"
        case .lostLink: "\(place) no longer refers to \(before)"
        case .newLink: "\(place) refers to \(after), but didn't before"
        case .removal: "\(path) was removed with its data (it was \(before))"
        case .retyping: "\(path) was \(before) and is now \(after)"
        case .untrueExpectation: "\(path) is \(after)"
        }
    }
}
