import PermafrostModel
import PermafrostStore

/// One difference between a declared version and what is frozen of it, or a store.
public struct DriftChange: Sendable, Hashable {
    /// What a difference does to stores of the version, mildest first.
    public enum Kind: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Tables, columns or indexes alone differ.
        case physical
        /// No version hash shows it: the store opens, and behaves otherwise.
        case silent
        /// The version hash differs, by which stores are known.
        case identity

        public static func < (left: Kind, right: Kind) -> Bool { left.modelKind < right.modelKind }

        /// The same as the difference of two models has it.
        var modelKind: ModelChange.Kind {
            switch self {
            case .physical: .physical
            case .silent: .silent
            case .identity: .identity
            }
        }
    }

    /// What differs: `Post`, `Post.slug`; empty for the model as a whole.
    public let subject: String
    /// What differs about it, in a clause.
    public let what: String
    /// What the difference does to stores.
    public let kind: Kind
    /// The difference with all that is known of it.
    package let change: ModelChange

    init(_ change: ModelChange) {
        self.change = change
        subject = change.subject
        what = ChangeWording(change).sentence
        kind = Kind.allCases.first { $0.modelKind == change.kind } ?? .identity
    }
}
