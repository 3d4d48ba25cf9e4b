import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// The differences between two stores' models and tables and, if requested, their rows.
///
/// An entity or property is compared with the one that it was renamed from, according to its original name. If a plan
/// is given, the original names in intermediate versions are also used.
package struct StoreDifference {
    /// The older store.
    package let old: StoreInspection
    package let new: StoreInspection
    /// The differences between the stores' models, or nil if either store contains no readable model.
    package let modelChanges: [ClassifiedChange]?
    /// The differences in tables, indexes and numbers of rows.
    package let schema: SchemaComparison
    /// The differences in rows, or nil if they weren't requested.
    package let rows: RowsComparison?

    /// Whether the plan contains both stores' versions, and the old store's version isn't newer than the new store's
    /// version. Nil if no plan was given.
    package let isOnPlan: Bool?

    /// Compares two stores.
    ///
    /// - Parameters:
    ///   - comparesRows: whether to compare rows.
    ///   - group: the group whose plan migrates from the older to the newer store, or nil if there is no plan.
    /// - Throws: a `StoreError` if a store can't be read, or a ``ProjectError`` if an intermediate version can't be
    ///   read.
    package init(
        from oldReader: StoreReader, to newReader: StoreReader, comparesRows: Bool, along group: VersionGroup? = nil
    ) throws {
        old = try StoreInspection(oldReader)
        new = try StoreInspection(newReader)
        let path = try group?.models(from: old.metadata.versionHashes, to: new.metadata.versionHashes)
        let between = path.map { Array($0.dropFirst().dropLast()) }
        isOnPlan = group.map { _ in path != nil }
        let known = (old.model(version: path?.first), new.model(version: path?.last))
        if let older = known.0, let newer = known.1 {
            let extent: ModelExtent = path == nil ? .modelCache : .archive
            let (before, after) = SchemaModel.comparable(
                (older.with(versionIdentifiers: old.metadata.versionIdentifiers), extent),
                (newer.with(versionIdentifiers: new.metadata.versionIdentifiers), extent))
            modelChanges =
                LightweightInference(ModelContinuity(path: [before] + (between ?? []) + [after])).changes
        } else {
            modelChanges = nil
        }
        schema = SchemaComparison(from: old, to: new)
        if comparesRows {
            let (first, second) = (
                known.0 ?? Self.model(of: old, beside: new), known.1 ?? Self.model(of: new, beside: old)
            )
            let (before, after) = (first.completed(with: second), second.completed(with: first))
            rows = try RowsComparison(
                from: StoreRows(oldReader, model: before), to: StoreRows(newReader, model: after),
                continuity: ModelContinuity(path: [before] + (between ?? []) + [after]))
        } else {
            rows = nil
        }
    }

    package var isEmpty: Bool {
        old.metadata.versionHashes == new.metadata.versionHashes && modelChanges?.isEmpty ?? true && schema.isEmpty
            && rows?.isEmpty ?? true
    }

    /// Whether a part of either store couldn't be read.
    package var isIncomplete: Bool { old.isIncomplete || new.isIncomplete }

    /// Returns the model of a store. If the store has no model but has the other store's version hashes, returns the
    /// other store's model.
    private static func model(of store: StoreInspection, beside other: StoreInspection) -> SchemaModel {
        let isOther =
            !store.hasOwnModel && other.hasOwnModel && store.metadata.versionHashes == other.metadata.versionHashes
        return isOther ? other.model : store.model
    }
}

extension VersionGroup {
    /// Returns the models of the versions from one store's version to the other's. The result contains only one model if
    /// both stores have the same version. Returns nil if a store doesn't match a version, or if the plan migrates in the
    /// opposite direction.
    ///
    /// - Throws: a ``ProjectError`` if one of the models can't be read.
    fileprivate func models(
        from old: [String: [UInt8]], to new: [String: [UInt8]]
    ) throws(ProjectError) -> [SchemaModel]? {
        func index(_ hashes: [String: [UInt8]]) throws(ProjectError) -> Int? {
            for (index, version) in graph.versions.enumerated() where version.content != nil {
                if try version.evaluated().matches(hashes) { return index }
            }
            return nil
        }
        guard let first = try index(old), let last = try index(new), first <= last else { return nil }
        var models: [SchemaModel] = []
        for version in graph.versions[first...last] { models.append(try version.evaluated()) }
        return models
    }
}

extension StoreInspection {
    /// Whether the store contains a readable model.
    package var hasOwnModel: Bool { modelSource == .modelCache }

    /// Returns the model that describes the store: the one in its model cache, completed with a known version. Returns
    /// nil if the store contains no readable model.
    func model(version: SchemaModel?) -> SchemaModel? {
        hasOwnModel ? model.describingStore(withHashes: metadata.versionHashes, version: version) : nil
    }

}

extension SchemaModel {
    /// Returns a copy of the model with different version identifiers, such as the ones in a store's metadata.
    func with(versionIdentifiers: [String]) -> SchemaModel {
        var model = self
        model.versionIdentifiers = versionIdentifiers
        return model
    }
}
