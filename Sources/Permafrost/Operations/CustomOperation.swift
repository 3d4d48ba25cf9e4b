import SwiftData

/// An operation that runs your own code. Use it when no other operation fits. Errors and reports contain the name that
/// you pass.
///
/// ```swift
/// let stage = Stage(from: PostsSchemaV2.self, to: PostsSchemaV3.self) {
///     CustomOperation("forget author names", didMigrate: { context in
///         var batch = FetchDescriptor<PostsSchemaV3.Post>(predicate: #Predicate { $0.legacyAuthorName != nil })
///         batch.fetchLimit = 500
///         while case let posts = try context.fetch(batch), !posts.isEmpty {
///             for post in posts { post.legacyAuthorName = nil }
///             try context.save()
///         }
///     })
/// }
/// ```
///
/// `didMigrate` runs in the order of the stage's operations. `willMigrate` runs before operations such as ``Rename``
/// capture values. Permafrost saves the changes that the closures don't save.
///
/// > Important: Fetch in batches. A fetch of every row keeps all of them in memory. Don't keep values in variables
/// > between `willMigrate` and `didMigrate` either: if the app ends in between, they are lost. Use ``Transform`` to
/// > carry values from the old version to the new one.
///
/// To reuse code in several plans, conform a type to ``MigrationOperation`` instead.
public struct CustomOperation: StageOperation {
    public let name: String
    let models: [ModelUse] = []
    let mayDelete = true
    let willMigrate: (@Sendable (ModelContext) throws -> Void)?
    let didMigrate: (@Sendable (ModelContext) throws -> Void)?

    /// Creates an operation that runs code after the store has changed.
    ///
    /// A trailing closure is `didMigrate`, in every Swift language mode.
    ///
    /// - Parameters:
    ///   - name: the operation's name in errors and reports.
    ///   - didMigrate: runs with a context of the new types.
    public init(_ name: String, didMigrate: @escaping @Sendable (ModelContext) throws -> Void) {
        self.name = name
        willMigrate = nil
        self.didMigrate = didMigrate
    }

    /// Creates an operation that runs code before the store changes, and optionally afterward.
    ///
    /// - Parameters:
    ///   - name: the operation's name in errors and reports.
    ///   - willMigrate: runs with a context of the old types, before operations such as ``Rename`` capture values.
    ///   - didMigrate: runs with a context of the new types.
    public init(
        _ name: String, willMigrate: @escaping @Sendable (ModelContext) throws -> Void,
        didMigrate: (@Sendable (ModelContext) throws -> Void)? = nil
    ) {
        self.name = name
        self.willMigrate = willMigrate
        self.didMigrate = didMigrate
    }

    public func capture(_ stage: StageContext) throws { try willMigrate?(stage.modelContext) }
    public func perform(_ stage: StageContext) throws { try didMigrate?(stage.modelContext) }
}
