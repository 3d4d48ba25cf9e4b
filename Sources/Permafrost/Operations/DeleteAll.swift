import Foundation
import SwiftData

/// Deletes every row of a model, with what its delete rules reach.
///
/// ```swift
/// DeleteAll(SchemaV1.CacheEntry.self)
/// ```
///
/// becomes: every row is fetched and deleted, before the store changes where the class is of the old version, else after it.
public struct DeleteAll: StageOperation {
    public let name: String
    let models: [ModelUse]
    let mayDelete = true
    let effects: [OperationEffect]
    private let deletion: Deletion

    /// Deletes the rows of a class of the old or the new version.
    public init<Model: PersistentModel>(_ model: Model.Type) {
        name = "DeleteAll \(Schema.entityName(of: Model.self))"
        models = [.either(Model.self)]
        effects = [.removedRows(entity: Schema.entityName(of: Model.self))]
        deletion = Deletion(name, Model.self, nil)
    }

    public func capture(_ stage: StageContext) throws { try deletion.run(stage, .capture) }
    public func perform(_ stage: StageContext) throws { try deletion.run(stage, .operations) }
}

/// Deletes the rows of a model that meet a predicate, with what their delete rules reach.
///
/// ```swift
/// DeleteWhere(#Predicate<SchemaV2.Post> { $0.title == "" })
/// ```
///
/// becomes: the rows are fetched by the predicate and deleted, before the store changes where the class is of the old version,
/// else after it.
public struct DeleteWhere: StageOperation {
    public let name: String
    let models: [ModelUse]
    let mayDelete = true
    let effects: [OperationEffect]
    private let deletion: Deletion

    /// Deletes rows of a class of the old or the new version.
    public init<Model: PersistentModel>(_ predicate: Predicate<Model>) {
        name = "DeleteWhere \(Schema.entityName(of: Model.self))"
        models = [.either(Model.self)]
        effects = [.removedRows(entity: Schema.entityName(of: Model.self))]
        deletion = Deletion(name, Model.self, predicate)
    }

    /// Deletes rows of a class of the old or the new version.
    public init<Model: PersistentModel>(_ model: Model.Type, _ predicate: Predicate<Model>) {
        self.init(predicate)
    }

    public func capture(_ stage: StageContext) throws { try deletion.run(stage, .capture) }
    public func perform(_ stage: StageContext) throws { try deletion.run(stage, .operations) }
}

/// Deletes rows in the phase that their class is of; one that both versions have is of the first.
private struct Deletion: Sendable {
    private let delete: @Sendable (StageContext, MigrationProgress.Phase) throws -> Void

    init<Model: PersistentModel>(_ name: String, _ model: Model.Type, _ predicate: Predicate<Model>?) {
        delete = { stage, phase in
            guard (phase == .capture) == stage.state.oldModels.contains(Model.self) else { return }
            try stage.delete(predicate, name, phase)
        }
    }

    func run(_ stage: StageContext, _ phase: MigrationProgress.Phase) throws { try delete(stage, phase) }
}
