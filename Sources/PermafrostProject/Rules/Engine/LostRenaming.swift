import PermafrostModel
import PermafrostStore

/// The removal or change of an original name in a frozen version. It affects the stores of earlier versions, which lose
/// the values that the name kept. Stores of the version itself have the new name already.
struct LostRenaming {
    /// The affected users and the effect on them.
    let affected: String
    let fix: String

    /// Creates the description; nil for any other change.
    init?(_ change: ModelChange, of version: CheckInput.Version) {
        guard change.aspect == .renamingIdentifier, change.element.isEmpty, let original = change.before,
            let entity = change.entity
        else { return nil }
        let schema = VersionName.VersionTitle(schema: version.schema.name, name: version.version).schema
        let older = version.group.graph.versions.prefix { $0.schema != version.schema.name }
        let holders = older.filter { Self.holds(original, change, of: entity, in: $0) }.map(\.name)
        let values =
            change.property == nil ? "the rows of \(original)" : "the values of \(entity).\(original)"
        let users =
            holders.isEmpty
            ? "users with a store that still has \(original), if there are any"
            : "users with a \(holders.joined(separator: " or ")) store"
        affected =
            "\(users). A migration to \(version.version) no longer moves \(values) to \(change.subject), and deletes them. "
            + "\(version.version) stores aren't affected"
        fix = "Revert \(schema), and keep the original name in the versions after it"
    }

    private static func holds(
        _ original: String, _ change: ModelChange, of entity: String, in version: SchemaVersion
    ) -> Bool {
        guard let model = version.model else { return false }
        guard change.property != nil else { return model.entity(named: original) != nil }
        // A renamed model has its earlier name in older versions.
        let owners = model.entities.filter { $0.property(named: original) != nil }
        return owners.contains { $0.name == entity } || model.entity(named: entity) == nil && !owners.isEmpty
    }
}
