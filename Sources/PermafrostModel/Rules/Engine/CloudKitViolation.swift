/// A part of an entity that CloudKit doesn't support.
///
/// The requirements are from Apple's "Creating a Core Data Model for CloudKit". The rule that a required attribute
/// needs a default is based on developers' reports.
struct CloudKitViolation {
    let entity: String
    let property: String?
    let what: String
    let fix: String
    /// Whether the unsupported part is a delete rule. Delete rules aren't part of any version hash.
    let isOfDeleteRule: Bool

    /// The frameworks that infer the missing inverse of a relationship, so that their users aren't affected.
    let exempt: [FrameworkVariant.Framework]

    /// The entity or property, such as `Trip.name`.
    var subject: String { property.map { "\(entity).\($0)" } ?? entity }

    /// Returns the unsupported parts of an entity.
    ///
    /// - Parameter variants: the frameworks that infer other inverses than the newest ones.
    static func all(of entity: Entity, variants: [FrameworkVariant] = []) -> [CloudKitViolation] {
        func violation(
            _ property: String?, _ what: String, _ fix: String, isOfDeleteRule: Bool = false,
            exempt: [FrameworkVariant.Framework] = []
        ) -> CloudKitViolation {
            CloudKitViolation(
                entity: entity.name, property: property, what: what, fix: fix, isOfDeleteRule: isOfDeleteRule,
                exempt: exempt)
        }
        let constraints = entity.uniquenessConstraints.map { names in
            violation(
                names.first, "is unique (\(names.joined(separator: ", ")))",
                "Remove the constraint and keep values unique in the app's code")
        }
        let stored = entity.attributes.filter { !$0.isTransient }
        let types = stored.filter { $0.type == .undefined || $0.type == .objectID }.map {
            violation($0.name, "has the type \($0.type.name)", "Give the attribute a type that CloudKit supports")
        }
        let attributes = stored.filter { attribute in
            attribute.defaultValue == nil && attribute.leaves.contains { !$0.isOptional }
        }.map {
            violation(
                $0.name, "is required and has no default",
                "Make the attribute optional, or give it a "
                    + "default")
        }
        let relationships = entity.relationships.filter { !$0.isTransient }.flatMap { relationship in
            let name = relationship.name
            return [
                relationship.isOptional
                    ? nil
                    : violation(
                        name, "is a required relationship",
                        "Make the relationship "
                            + "optional"),
                relationship.inverse == nil
                    ? violation(
                        name, "is a relationship without an inverse", "Add an inverse with @Relationship(inverse:)",
                        exempt: variants.filter { $0.inverses[entity.name]?[name] != nil }.map(\.framework))
                    : nil,
                relationship.deleteRule == .deny
                    ? violation(name, "has the delete rule deny", "Use nullify or cascade", isOfDeleteRule: true) : nil,
                relationship.isOrdered ? violation(name, "is ordered", "Keep the order in an attribute") : nil,
            ].compactMap { $0 }
        }
        return constraints + types + attributes + relationships
    }
}
