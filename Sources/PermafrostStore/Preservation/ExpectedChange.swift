/// Something that a migration changes on purpose, with the reason. Everything else must come through as it was.
///
/// A property's path is `Entity.property`, an element's of a composite `Entity.property.element`, and a whole entity's its
/// name. Old and new names both do where the migration renames.
///
/// ## Topics
/// - ``removed(_:because:)``, ``changed(_:because:)``, ``filled(_:because:)``, ``added(_:because:)``,
///   ``renamed(_:to:because:)``
public struct ExpectedChange: Sendable, Hashable {
    /// What happens.
    public enum Kind: Sendable, Hashable {
        /// It is gone with its data.
        case removed
        /// Its values are what the plan makes of them.
        case changed
        /// Rows without a value of their own get one; the others keep theirs.
        case filled
        /// It is new, and its values are what the plan made of them.
        case added
        /// The property of that path continues it, values and links.
        case renamed(to: String)
    }

    /// What happens.
    public let kind: Kind
    /// To what: `Post.subtitle`, `Post.address.street`, or `Post`.
    public let path: String
    /// Why.
    public let reason: String

    /// A property, an element of one, or an entity is gone; or rows of the entity are, as where duplicates are merged.
    public static func removed(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .removed, path: path, reason: reason)
    }

    /// The values of a property, or all values of an entity's rows, are what the plan makes of them.
    public static func changed(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .changed, path: path, reason: reason)
    }

    /// Rows of which a property was nil, or at its declared default, may hold what the plan made; the others keep their values.
    public static func filled(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .filled, path: path, reason: reason)
    }

    /// The values of a new property are what the plan made of them, not its default; or an entity has rows that the plan
    /// made.
    public static func added(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .added, path: path, reason: reason)
    }

    /// The plan moves the values or links of a property to another one, which must hold them all.
    public static func renamed(_ path: String, to newPath: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .renamed(to: newPath), path: path, reason: reason)
    }
}
