/// A change that a migration makes intentionally, with the reason. All other data must stay the same.
///
/// The path of a property is `Entity.property`, the path of a composite's element is `Entity.property.element`, and the
/// path of an entity is its name. If the migration renames something, you can use the old or the new name.
///
/// ## Topics
/// - ``removed(_:because:)``, ``changed(_:because:)``, ``filled(_:because:)``, ``added(_:because:)``,
///   ``renamed(_:to:because:)``
public struct ExpectedChange: Sendable, Hashable {
    /// The kinds of expected changes.
    public enum Kind: Sendable, Hashable {
        /// The property, element or entity is removed with its data.
        case removed
        /// The values become the ones that the plan computes.
        case changed
        /// Rows without a value get one. Other rows keep their values.
        case filled
        /// The property or the rows are new, with values that the plan computes.
        case added
        /// The values and links move to the property at the given path.
        case renamed(to: String)
    }

    /// The kind of change.
    public let kind: Kind
    /// The path of the property, element or entity that changes, such as `Post.subtitle`, `Post.address.street`, or
    /// `Post`.
    public let path: String
    /// The reason for the change.
    public let reason: String

    /// Expects that a property, an element or an entity is removed, or that rows of an entity are removed, such as when
    /// duplicates are merged.
    public static func removed(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .removed, path: path, reason: reason)
    }

    /// Expects that the plan changes the values of a property, or all values of an entity's rows.
    public static func changed(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .changed, path: path, reason: reason)
    }

    /// Expects that the plan fills in a property in rows where it was nil or had its declared default. Other rows must
    /// keep their values.
    public static func filled(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .filled, path: path, reason: reason)
    }

    /// Expects that the plan sets the values of a new property, instead of the default, or that it creates rows of an
    /// entity.
    public static func added(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .added, path: path, reason: reason)
    }

    /// Expects that the plan moves all values or links of a property to a different one.
    public static func renamed(_ path: String, to newPath: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .renamed(to: newPath), path: path, reason: reason)
    }
}
