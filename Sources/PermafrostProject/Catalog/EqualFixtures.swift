import PermafrostFixtures
import PermafrostModel
import PermafrostStore

extension FrozenVersion {
    /// Returns whether two fixtures of a version differ only in their store's UUID and in the time of the freeze. Their
    /// models, version hashes, tables and rows are equal.
    func hasEqualContents(as other: FrozenVersion) -> Bool {
        guard format == other.format, version == other.version, damage.isEmpty, other.damage.isEmpty,
            group == other.group, schema == other.schema, schemaVersion.code == other.schemaVersion.code,
            variants == other.variants, let model, model == other.model
        else { return false }
        do {
            return try Self.areEqual(
                StoreReader(path: fixture.storePath), StoreReader(path: other.fixture.storePath), model)
        } catch {
            // A file that can't be read isn't known to be equal.
            return false
        }
    }

    private static func areEqual(
        _ old: StoreReader, _ new: StoreReader, _ model: SchemaModel
    ) throws -> Bool {
        guard try old.metadata().versionHashes == new.metadata().versionHashes,
            try old.statements().inQueryOrder().text == new.statements().inQueryOrder().text
        else { return false }
        return try RowsComparison(
            from: StoreRows(old, model: model), to: StoreRows(new, model: model),
            continuity: ModelContinuity(path: [model, model])
        ).isEmpty
    }
}
