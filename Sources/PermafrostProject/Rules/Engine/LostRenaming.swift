import PermafrostModel
import PermafrostStore

/// The removal or change of an `originalName` in a frozen version. A migration from an earlier version then deletes the
/// values or rows with the original name. Stores with the frozen version already have the new name and aren't affected.
struct LostRenaming {
    /// The affected users and the effect on them.
    let affected: String
    let fix: String

    /// Describes the removal or change of an original name. Returns nil for any other change.
    init?(_ change: ModelChange, of version: ComparedVersion) {
        guard change.aspect == .renamingIdentifier, change.element.isEmpty, let original = change.before,
            let entity = change.entity
        else { return nil }
        let schema = VersionTitle(schema: version.schema.name, name: version.version).schema
        let older = version.group.graph.versions.prefix { $0.schema != version.schema.name }
        let declared = (try? version.schema.decoded())?.entity(named: entity)
        let names = [entity, declared?.renamingIdentifier].compactMap(\.self)
        let holders = older.filter { older in
            change.property == nil
                ? older.model?.entity(named: original) != nil
                : names.contains { older.model?.entity(named: $0)?.property(named: original) != nil }
        }.map(\.name)
        let values =
            change.property == nil ? "the rows of \(original)" : "the values of \(entity).\(original)"
        let users =
            holders.isEmpty
            ? "users with a store that still has \(original), if there are any"
            : "users with a \(holders.joined(separator: " or ")) store"
        affected =
            "\(users). A migration to \(version.version) deletes \(values) instead of moving them to \(change.subject)."
            + " \(version.version) stores aren't affected"
        fix = "Revert \(schema), and keep the original name in the versions after it"
    }
}
