import PermafrostModel
import PermafrostStore

/// The rules that a model must satisfy so that CloudKit can mirror it. They aren't verified against Apple's framework.
struct CloudKitRules {
    let model: SchemaModel

    /// Checks the model if the configuration specifies a CloudKit database.
    ///
    /// - Throws: `CoreDataError` with code 134060, which lists every violated rule.
    func check(for configuration: ModelConfiguration) throws(CoreDataError) {
        guard configuration.cloudKitDatabase.identifier != nil else { return }
        let issues = [
            issue("CloudKit integration does not support unique constraints. The following entities are constrained:") {
                $0.uniquenessConstraints.map { $0.joined(separator: ", ") }
            },
            issue(
                "CloudKit integration requires that all attributes be optional, or have a default value set. "
                    + "The following attributes are marked non-optional but do not have a default value:"
            ) { $0.attributes.filter(Self.mayBeMissing).map(\.name) },
            issue("CloudKit integration requires that all relationships be optional, the following are not:") {
                $0.relationships.filter { !$0.isOptional }.map(\.name)
            },
            issue("CloudKit integration requires that all relationships have an inverse, the following do not:") {
                $0.relationships.filter { $0.inverse == nil }.map(\.name)
            },
            issue("CloudKit integration does not support the deny delete rule. The following relationships have it:") {
                $0.relationships.filter { $0.deleteRule == .deny }.map(\.name)
            },
        ].compactMap { $0 }
        guard !issues.isEmpty else { return }
        throw CoreDataError(.cloudKitIntegration, reason: issues.joined(separator: " "))
    }

    /// Returns whether an attribute requires a value but has no default, so that a CloudKit record without the value
    /// would produce an invalid object.
    private static func mayBeMissing(_ attribute: PermafrostModel.Attribute) -> Bool {
        !attribute.isTransient && attribute.defaultValue == nil && attribute.leaves.contains { !$0.isOptional }
    }

    /// Returns a message with a rule's text and the properties that violate the rule, or nil if none does.
    private func issue(_ text: String, _ offenders: (PermafrostModel.Entity) -> [String]) -> String? {
        let found = model.entities.flatMap { entity in offenders(entity).map { "\(entity.name): \($0)" } }
        return found.isEmpty ? nil : "\(text) \(found.joined(separator: "; "))."
    }
}
