import PermafrostModel
import PermafrostStore

/// A difference between a declared version and its fixture or a store. See ``StoreDiff/changes``.
///
/// Compare kinds to decide how serious a difference is:
///
/// ```swift
/// let report = try PostsSchemaV2.checkDrift()
/// let serious = report.changes.filter { $0.kind >= .silent }
/// ```
public struct DriftChange: Sendable, Hashable {
    /// The effect of a difference on the version's stores. The kinds are ordered from harmless to serious.
    public enum Kind: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Only indexes, or the order of columns or constraints, differ. The version hashes are equal, so stores of the
        /// version still open.
        case physical
        /// The models behave differently, for example because of a new default value. The version hashes are equal, so
        /// stores of the version still open.
        case silent
        /// The version hash differs, so SwiftData no longer recognizes stores of the version.
        case identity

        public static func < (left: Kind, right: Kind) -> Bool { left.modelKind < right.modelKind }

        package var modelKind: ModelChange.Kind {
            switch self {
            case .physical: .physical
            case .silent: .silent
            case .identity: .identity
            }
        }
    }

    /// The path of the entity, property or part of a property that differs, such as `Post`, `Post.slug` or
    /// `Post.address.street`. Empty if the difference is in the model itself.
    public let subject: String
    /// A description of the difference, such as `Post.title changed from required to optional`.
    public let what: String
    /// The effect of the difference on stores.
    public let kind: Kind
    /// The model change that ``what`` describes, with its old and new values.
    package let change: ModelChange

    package init(_ change: ModelChange) {
        self.change = change
        subject = change.subject
        what = ChangeMessage(change).sentence
        kind = Kind.allCases.first { $0.modelKind == change.kind } ?? .identity
    }
}
