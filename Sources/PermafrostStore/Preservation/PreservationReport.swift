/// What a migration did to the data of a store, beyond what the test declares.
///
/// ## Topics
/// - ``isPreserved``, ``differences``, ``count``
/// - How much was compared: ``rows``, ``values``, ``links``
public struct PreservationReport: Sendable, Hashable {
    /// One thing that is not as it was.
    public struct Difference: Sendable, Hashable {
        /// What is wrong.
        public enum Kind: Sendable, Hashable {
            /// A value is another one.
            case value
            /// A new property is not at its declared default.
            case notAtDefault
            /// A required property has no value.
            case missingValue
            /// A row is gone.
            case lostRow
            /// There is a row that was not there.
            case newRow
            /// A reference from one row to another is gone.
            case lostLink
            /// There is a reference that was not there.
            case newLink
            /// A property or an entity is gone with its data, and the test does not say so.
            case removal
            /// A property's type is another one, and the test does not say so.
            case retyping
            /// What the test declares is not so.
            case untrueExpectation
        }

        /// What is wrong.
        public let kind: Kind
        /// The entity, property or element: `Post`, `Post.body`, `Post.address.street`.
        public let path: String
        /// The row's `Z_PK`; nil if it is about no single row.
        public let row: Int64?
        /// The value before, as text; nil if there is none to report.
        public let before: String?
        /// The value after, as text; nil if there is none to report.
        public let after: String?

        /// The entity's name.
        public var entity: String { String(path.prefix { $0 != "." }) }
        /// The property's name, with the elements' behind it; nil for an entity.
        public var property: String? {
            path.firstIndex(of: ".").map { String(path[path.index(after: $0)...]) }
        }
    }

    /// How many differences a report keeps.
    package static let limit = 100

    /// The migration: `1.0.0 → 3.0.0`.
    public let subject: String
    /// The differences, up to the first 100.
    public internal(set) var differences: [Difference] = []
    /// How many differences there are.
    public internal(set) var count = 0
    /// The rows that were compared.
    public internal(set) var rows = 0
    /// The values that were compared.
    public internal(set) var values = 0
    /// The references between rows that were compared.
    public internal(set) var links = 0

    /// Whether everything is as it was, or as the test declares it.
    public var isPreserved: Bool { count == 0 }

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

extension PreservationReport: CustomStringConvertible {
    /// The differences, the first 20 of them, with their number and what to do.
    public var description: String {
        let compared = "\(rows) rows, \(values) values and \(links) links compared"
        guard !isPreserved else { return "\(subject) keeps every value: \(compared)" }
        var lines = ["\(subject) doesn't keep the data: \(count == 1 ? "1 difference" : "\(count) differences")"]
        lines += differences.prefix(20).map { "  \($0)" }
        if count > 20 { lines.append("  … and \(count - 20) more") }
        lines.append(
            """
            If users can lose or change this, expect it: expecting: .removed("Entity.property", because: …), .changed, .added \
            or .renamed. Otherwise, correct the plan (\(compared))
            """)
        return lines.joined(separator: "\n")
    }
}

extension PreservationReport.Difference: CustomStringConvertible {
    /// `Post.body of row 7 was "a" and is nil`
    public var description: String {
        let place = row.map { "\(path) of row \($0)" } ?? path
        let (before, after) = (self.before ?? "nothing", self.after ?? "nothing")
        return switch kind {
        case .value: "\(place) was \(before) and is \(after)"
        case .notAtDefault: "\(place) is new and should have its default \(before), but is \(after)"
        case .missingValue: "\(place) is required and has no value"
        case .lostRow: "row \(row ?? 0) of \(path) is gone"
        case .newRow: "row \(row ?? 0) of \(path) wasn't there before"
        case .lostLink: "\(place) no longer refers to \(before)"
        case .newLink: "\(place) refers to \(after), but didn't before"
        case .removal: "\(path) was removed with its data (it was \(before))"
        case .retyping: "\(path) was \(before) and is \(after)"
        case .untrueExpectation: "\(path) is \(after)"
        }
    }
}
