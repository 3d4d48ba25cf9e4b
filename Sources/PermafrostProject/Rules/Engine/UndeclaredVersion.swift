import PermafrostModel

/// A shape that shipped, but isn't declared now, with the details that determine the fix.
package struct UndeclaredVersion: Sendable, Hashable {
    /// The way that the shape's group declares its versions.
    package enum Origin: Sendable, Hashable {
        /// A migration plan, with its staging.
        case plan(Staging)
        /// Schemas that aren't in a plan.
        case schemas
        /// A Core Data model.
        case modelFile
        /// Models without a `VersionedSchema`.
        case models
    }

    /// The tags that contain the shape, oldest first.
    package var tags: [String]
    /// The way that the shape's group declares its versions.
    package var origin: Origin
    /// Whether the type that declared the shape still declares the same version, now with a different shape.
    package var isDeclared: Bool
    /// Whether the shape is from models without a `VersionedSchema`, and the project declares versions now.
    package var isSucceeded = false
    /// Whether no container of the app is made with the group's plan.
    package var isPlanUnused = false
    /// The staging of the plan that declares the models' versions now. Nil if the shape isn't succeeded, or if there is no
    /// such plan.
    package var succeeding: Staging?
    /// The options of a command about the shape, such as `--model` with the path of a Core Data model.
    package var options: [String] = []
    /// The path of the file that declared the shape. Nil if it isn't known.
    package var file: String?
    /// Whether the shape can be frozen from its tag. If not, the models had a different group there.
    package var isFreezable = true
    /// The state of the shape in the fixture tree.
    package var standing: FreezeState
}

extension UndeclaredVersion.Origin {
    /// Whether a migration plan lists the group's versions.
    var isPlan: Bool { if case .plan = self { true } else { false } }

    /// Determines the kind of declaration that a group's versions have.
    init(_ group: VersionGroup?, isUnversioned: Bool?) {
        self =
            if isUnversioned == true {
                .models
            } else if let plan = group?.plan {
                plan.isModelFile ? .modelFile : .plan(plan.staging)
            } else {
                .schemas
            }
    }
}
