/// A shape that shipped and that no declared version has: what decides the remedy.
package struct UndeclaredVersion: Sendable, Hashable {
    /// What declares the versions of its group.
    package enum Origin: Sendable, Hashable {
        /// A migration plan in Swift.
        case plan
        /// Schemas that stand in no plan.
        case schemas
        /// A Core Data model.
        case modelFile
        /// Models without a `VersionedSchema`.
        case models
    }

    /// The tags that it shipped in, oldest first.
    package var tags: [String]
    /// What declares the versions of its group.
    package var origin: Origin
    /// Whether its type is declared today, otherwise.
    package var isDeclared: Bool
    /// How the fixture tree has it.
    package var standing: FreezeState
}

extension UndeclaredVersion.Origin {
    /// What declares a group's versions.
    init(_ group: VersionGroup?, isUnversioned: Bool?) {
        self =
            if isUnversioned == true {
                .models
            } else if let plan = group?.plan {
                plan.isModelFile ? .modelFile : .plan
            } else {
                .schemas
            }
    }
}
