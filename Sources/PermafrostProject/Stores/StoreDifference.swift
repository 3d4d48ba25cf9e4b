import PermafrostModel
import PermafrostStore

/// Everything in which two stores differ: model, tables and, where asked for, rows.
package struct StoreDifference: Sendable {
    /// The older store, and the newer one.
    package let old: StoreInspection
    package let new: StoreInspection
    /// What differs in the models that they carry; nil if one carries none.
    package let modelChanges: [ModelChange]?
    /// What differs in tables, indexes and numbers of rows.
    package let schema: SchemaComparison
    /// What differs in rows; nil if it was not asked for.
    package let rows: RowsComparison?

    /// Compares two stores. Throws a `StoreError` if one cannot be read.
    ///
    /// - Parameter rowLimit: how many differing rows to keep; nil not to compare rows.
    package init(from oldReader: StoreReader, to newReader: StoreReader, rowLimit: Int?) throws(StoreError) {
        old = try StoreInspection(oldReader)
        new = try StoreInspection(newReader)
        if old.hasOwnModel, new.hasOwnModel {
            let (before, after) = SchemaModel.comparable((old.recordedModel, true), (new.recordedModel, true))
            modelChanges = ModelDifference(from: before, to: after).changes
        } else {
            modelChanges = nil
        }
        schema = SchemaComparison(from: old, to: new)
        if let rowLimit {
            rows = try RowsComparison(
                from: StoreRows(oldReader, model: Self.model(of: old, beside: new)),
                to: StoreRows(newReader, model: Self.model(of: new, beside: old)), limit: rowLimit)
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
