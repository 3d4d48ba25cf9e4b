import SwiftData

/// Any other code, under a name that errors and reports use for it.
///
/// ```swift
/// CustomOperation("archive old posts", didMigrate: { context in … })
/// ```
///
/// becomes: the closure runs over the new types, at its place among the stage's operations, and what it left unsaved is saved.
public struct CustomOperation: StageOperation {
    public let name: String
    let models: [ModelUse] = []
    let mayDelete = true
    private let willMigrate: (@Sendable (ModelContext) throws -> Void)?
    private let didMigrate: (@Sendable (ModelContext) throws -> Void)?

    /// Runs code before the store changes, afterwards, or both.
    ///
    /// - Parameters:
    ///   - name: what errors and reports call it.
    ///   - willMigrate: runs over the old types, before values are captured.
    ///   - didMigrate: runs over the new types.
    public init(
        _ name: String, willMigrate: (@Sendable (ModelContext) throws -> Void)? = nil,
        didMigrate: (@Sendable (ModelContext) throws -> Void)? = nil
    ) {
        self.name = name
        self.willMigrate = willMigrate
        self.didMigrate = didMigrate
    }

    public func capture(_ stage: StageContext) throws { try willMigrate?(stage.modelContext) }
    public func perform(_ stage: StageContext) throws { try didMigrate?(stage.modelContext) }
}
