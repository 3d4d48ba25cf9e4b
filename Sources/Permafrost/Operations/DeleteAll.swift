import Foundation
import SwiftData

/// An operation that deletes every row of a model. Use it for data that the app can make again, such as a cache.
///
/// ```swift
/// let stage = Stage(from: PostsSchemaV3.self, to: PostsSchemaV4.self) {
///     DeleteAll(PostsSchemaV3.Author.self)
/// }
/// ```
///
/// > Warning: This also deletes the rows that the model's cascading delete rules reach. To delete only some rows, use
/// > ``DeleteWhere``.
///
/// If the class belongs to the old version, its rows are deleted before the store changes. If the class belongs only to
/// the new version, its rows are deleted afterward.
public struct DeleteAll: StageOperation {
    public let name: String
    let models: [ModelUse]
    let mayDelete = true
    let effects: [OperationEffect]
    private let deletion: Deletion

    /// Creates an operation that deletes every row of a model.
    ///
    /// - Parameter model: the class, in the old or the new version.
    public init<Model: PersistentModel>(_ model: Model.Type) {
        name = "DeleteAll \(Schema.entityName(of: Model.self))"
        models = [.either(Model.self)]
        effects = [.removedRows(entity: Schema.entityName(of: Model.self))]
        deletion = Deletion(name, Model.self, nil)
    }

    public func capture(_ stage: StageContext) throws { try deletion.run(stage, .capture) }
    public func perform(_ stage: StageContext) throws { try deletion.run(stage, .operations) }
}

/// An operation that deletes a model's rows that match a predicate, or for which a closure returns true. Use it for
/// rows that the new version must not have, such as posts without a title.
///
/// ```swift
/// let stage = Stage(from: PostsSchemaV3.self, to: PostsSchemaV4.self) {
///     DeleteWhere(#Predicate<PostsSchemaV4.Post> { $0.title == "" })
/// }
/// ```
///
/// > Warning: This also deletes the rows that the model's cascading delete rules reach.
///
/// If the class belongs to the old version, its rows are deleted before the store changes. If the class belongs only to
/// the new version, its rows are deleted afterward.
public struct DeleteWhere: StageOperation {
    public let name: String
    let models: [ModelUse]
    let mayDelete = true
    let effects: [OperationEffect]
    private let deletion: Deletion

    /// Creates an operation that deletes the rows that match a predicate.
    ///
    /// - Parameter predicate: matches the rows to delete. Its model is a class of the old or the new version.
    public init<Model: PersistentModel>(_ predicate: Predicate<Model>) {
        name = "DeleteWhere \(Schema.entityName(of: Model.self))"
        models = [.either(Model.self)]
        effects = [.removedRows(entity: Schema.entityName(of: Model.self))]
        deletion = Deletion(name, Model.self, predicate)
    }

    /// Creates an operation that deletes the rows of a given model that match a predicate. With this form, Swift infers
    /// the predicate's model from the first argument.
    ///
    /// - Parameters:
    ///   - model: the class, in the old or the new version.
    ///   - predicate: matches the rows to delete.
    public init<Model: PersistentModel>(_ model: Model.Type, _ predicate: Predicate<Model>) {
        self.init(predicate)
    }

    /// Creates an operation that deletes the rows for which a closure returns true. The operation reads every row, in
    /// batches. If a predicate can express the condition, use a predicate instead, so that SQLite finds the rows.
    ///
    /// ```swift
    /// let untitled = DeleteWhere(PostsSchemaV4.Post.self) { post in post.title.isEmpty }
    /// ```
    ///
    /// - Parameters:
    ///   - model: the class, in the old or the new version.
    ///   - isDeleted: returns whether to delete the row. An error fails the migration.
    public init<Model: PersistentModel>(
        _ model: Model.Type, _ isDeleted: @escaping @Sendable (Model) throws -> Bool
    ) {
        name = "DeleteWhere \(Schema.entityName(of: Model.self))"
        models = [.either(Model.self)]
        effects = [.removedRows(entity: Schema.entityName(of: Model.self))]
        deletion = Deletion(name, Model.self, nil, where: isDeleted)
    }

    public func capture(_ stage: StageContext) throws { try deletion.run(stage, .capture) }
    public func perform(_ stage: StageContext) throws { try deletion.run(stage, .operations) }
}

/// A deletion that runs once in a stage. If the old version has the class of the rows, it runs before the store
/// changes. Otherwise, it runs afterward.
private struct Deletion: Sendable {
    private let delete: @Sendable (StageContext, MigrationProgress.Phase) throws -> Void

    init<Model: PersistentModel>(
        _ name: String, _ model: Model.Type, _ predicate: Predicate<Model>?,
        where isDeleted: @escaping @Sendable (Model) throws -> Bool = { _ in true }
    ) {
        delete = { stage, phase in
            guard (phase == .capture) == stage.state.oldModels.contains(Model.self) else { return }
            try stage.delete(predicate, name, phase, where: isDeleted)
        }
    }

    func run(_ stage: StageContext, _ phase: MigrationProgress.Phase) throws { try delete(stage, phase) }
}
