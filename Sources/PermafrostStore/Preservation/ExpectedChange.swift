/// A change that a migration makes intentionally, with the reason. All other data must stay the same.
///
/// The path of a property is `Entity.property`, the path of a composite's element is `Entity.property.element`, and the
/// path of an entity is its name. If the migration renames an entity or property, ``changed(_:because:)`` and
/// ``filled(_:because:)`` accept the old or the new path.
///
/// ## Topics
/// - ``removed(_:because:)``, ``changed(_:because:)``, ``filled(_:because:)``, ``added(_:because:)``,
///   ``renamed(_:to:because:)``
public struct ExpectedChange: Sendable, Hashable {
    /// The kinds of expected changes.
    public enum Kind: Sendable, Hashable {
        /// The property, element or entity is removed with its data, or rows of the entity are removed.
        case removed
        /// The plan changes the values.
        case changed
        /// Rows where the value was nil or the declared default may get a new value. All other rows keep their values.
        case filled
        /// The plan sets the values of a new property, or adds rows of the entity.
        case added
        /// The values and links move to the property at the given path.
        case renamed(to: String)
    }

    /// The kind of change.
    public let kind: Kind
    /// The path of the property, element or entity, such as `Post.subtitle`, `Post.address.street`, or `Post`.
    public let path: String
    /// The reason for the change.
    public let reason: String

    /// Expects that a property, an element, an entity, or rows of an entity are removed. For example, rows are removed
    /// when the plan merges duplicates.
    public static func removed(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .removed, path: path, reason: reason)
    }

    /// Expects that the plan changes the values of a property or an element. If the path is an entity's name, all
    /// values in the entity's rows may change.
    public static func changed(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .changed, path: path, reason: reason)
    }

    /// Expects that the plan sets a property in rows where it was nil or had its declared default. All other rows must
    /// keep their values.
    public static func filled(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .filled, path: path, reason: reason)
    }

    /// Expects that the plan sets a new property to values other than its default, or that it creates rows of an
    /// entity.
    public static func added(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .added, path: path, reason: reason)
    }

    /// Expects that the plan moves all values or links of a property to another property.
    public static func renamed(_ path: String, to newPath: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .renamed(to: newPath), path: path, reason: reason)
    }
}
