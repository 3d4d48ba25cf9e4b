import PermafrostModel

/// A change to a file, as listed in the command's report.
package enum DraftChange: Sendable, Hashable {
    /// Adds copies of a version's classes as they shipped. The value contains the names of the classes.
    case frozen([String])
    /// Adds copies of value types as they shipped, but no copies of classes. The value contains the value
    /// types' names.
    case frozenValues([String])
    /// Adds a version's declaration. The value contains the names of the version's model classes.
    case version([String])
    /// Adds the next version and a stage to the plan. The value is the stage's name. If the stage has no name,
    /// the value contains the names of its versions. It is nil if only the version is added.
    case plan(stage: String?)
    /// Adds a new plan with the versions.
    case newPlan(versions: [String])
    /// Changes references to the newest version so that they refer to the next version. The value contains the
    /// locations of the references.
    case references([SourceLocation])
    /// Reverts an edited version, or an edited class of an older version, to its shipped form.
    case restored
    /// Changes type names in a version or the plan, such as `Trip` to `AppSchemaV1.Trip`. They then refer to
    /// the frozen classes, or to the classes of older versions.
    case pinned
    /// Sets the original name of a renamed property. The values are the property's old name with its model,
    /// such as `Trip.name`, and its new name.
    case renamed(String, to: String)
    /// Adds a comment that suppresses the lint finding about a removed property, because the user answered that
    /// it wasn't renamed, or because the migration has shipped. The value is the property's name with its model, such as
    /// `Trip.name`.
    case notRenamed(String)
    /// Adds a hash modifier to an attribute. The value is the attribute's name with its model, such as
    /// `Trip.name`.
    case hashModifier(String)
}
