/// A change that a migration makes on purpose, with the reason. Everything else must stay the same.
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
        /// It is removed with its data.
        case removed
        /// Its values become the ones that the plan computes.
        case changed
        /// Rows without a value get one. All others keep theirs.
        case filled
        /// It is new, and its values are the ones that the plan computed.
        case added
        /// The property at that path continues it, with its values and links.
        case renamed(to: String)
    }

    /// The kind of change.
    public let kind: Kind
    /// The path of the changed property, element or entity: `Post.subtitle`, `Post.address.street`, or `Post`.
    public let path: String
    /// The reason for the change.
    public let reason: String

    /// Expects the removal of a property, an element or an entity, or of rows of an entity, for example when duplicates
    /// are merged.
    public static func removed(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .removed, path: path, reason: reason)
    }

    /// Expects that the plan changes the values of a property, or all values of an entity's rows.
    public static func changed(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .changed, path: path, reason: reason)
    }

    /// Expects that the plan may fill in a property if it was nil or had its declared default. All other rows keep
    /// their values.
    public static func filled(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .filled, path: path, reason: reason)
    }

    /// Expects that the plan sets the values of a new property instead of its default, or that it creates rows of an
    /// entity.
    public static func added(_ path: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .added, path: path, reason: reason)
    }

    /// Expects that the plan moves the values or links of a property to another one, which must contain them all.
    public static func renamed(_ path: String, to newPath: String, because reason: String) -> ExpectedChange {
        ExpectedChange(kind: .renamed(to: newPath), path: path, reason: reason)
    }
}
