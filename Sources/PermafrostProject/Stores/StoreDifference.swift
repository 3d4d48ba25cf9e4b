import PermafrostModel
import PermafrostStore

/// Everything in which two stores differ: model, tables and, where asked for, rows.
///
/// An entity or property is compared with the one that it continues: by its original name, and by those that versions of a
/// plan between the two stores have.
package struct StoreDifference {
    /// The older store, and the newer one.
    package let old: StoreInspection
    package let new: StoreInspection
    /// What differs in the models that they carry; nil if one carries none.
    package let modelChanges: [MigrationVerdict.ClassifiedChange]?
    /// What differs in tables, indexes and numbers of rows.
    package let schema: SchemaComparison
    /// What differs in rows; nil if it was not asked for.
    package let rows: RowsComparison?

    /// Whether the versions between the stores are known, for a plan that was given; nil if none was.
    package let isOnPlan: Bool?

    /// Compares two stores.
    ///
    /// - Parameters:
    ///   - comparesRows: whether rows are compared.
    ///   - group: the plan that leads from the older store to the newer one.
    /// - Throws: a `StoreError` if one cannot be read, and a ``ProjectError`` if a version between them cannot.
    package init(
        from oldReader: StoreReader, to newReader: StoreReader, comparesRows: Bool, along group: VersionGroup? = nil
    ) throws {
        old = try StoreInspection(oldReader)
        new = try StoreInspection(newReader)
        let between = try group?.models(between: old.metadata.versionHashes, and: new.metadata.versionHashes)
        isOnPlan = group.map { _ in between != nil }
        if old.hasOwnModel, new.hasOwnModel {
            let (before, after) = SchemaModel.comparable((old.recordedModel, true), (new.recordedModel, true))
            modelChanges =
                LightweightInference(ModelContinuity(path: [before] + (between ?? []) + [after])).changes
        } else {
            modelChanges = nil
        }
        schema = SchemaComparison(from: old, to: new)
        if comparesRows {
            let (before, after) = (Self.model(of: old, beside: new), Self.model(of: new, beside: old))
            rows = try RowsComparison(
                from: StoreRows(oldReader, model: before), to: StoreRows(newReader, model: after),
                continuity: ModelContinuity(path: [before] + (between ?? []) + [after]))
        } else {
            rows = nil
        }
    }

    /// Whether nothing differs that was compared.
    package var isEmpty: Bool {
        old.metadata.versionHashes == new.metadata.versionHashes && modelChanges?.isEmpty ?? true && schema.isEmpty
            && rows?.isEmpty ?? true
    }

    /// Whether something of either could not be read.
    package var isIncomplete: Bool { old.isIncomplete || new.isIncomplete }

    /// A store that carries no model has that of another with the same version hashes.
    private static func model(of store: StoreInspection, beside other: StoreInspection) -> SchemaModel {
        let isOther =
            !store.hasOwnModel && other.hasOwnModel && store.metadata.versionHashes == other.metadata.versionHashes
        return isOther ? other.model : store.model
    }
}

extension VersionGroup {
    /// The models of the versions between two stores; nil if a store is of no version, or the plan leads the other way.
    ///
    /// - Throws: a ``ProjectError`` if one of them cannot be read.
    fileprivate func models(
        between old: [String: [UInt8]], and new: [String: [UInt8]]
    ) throws(ProjectError) -> [SchemaModel]? {
        func index(_ hashes: [String: [UInt8]]) throws(ProjectError) -> Int? {
            for (index, version) in graph.versions.enumerated() where version.content != nil {
                if try version.evaluated().recognises(hashes) { return index }
            }
            return nil
        }
        guard let first = try index(old), let last = try index(new), first <= last else { return nil }
        var models: [SchemaModel] = []
        for version in graph.versions[first...last].dropFirst().dropLast() { models.append(try version.evaluated()) }
        return models
    }
}

extension StoreInspection {
    /// Whether the store carries a model that can be read.
    package var hasOwnModel: Bool { modelSource == .modelCache }

    /// The model with the version identifiers that the store records, which are the ones that the framework shows.
    package var recordedModel: SchemaModel {
        var model = model
        model.versionIdentifiers = metadata.versionIdentifiers
        return model
    }
}
