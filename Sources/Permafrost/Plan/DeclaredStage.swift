import SwiftData

/// The parts of one stage of an app's own plan.
struct DeclaredStage {
    /// The closures that a custom stage runs before and after the store changes.
    struct Hooks {
        let willMigrate: (@Sendable (ModelContext) throws -> Void)?
        let didMigrate: (@Sendable (ModelContext) throws -> Void)?

        /// The names of the hooks that the stage has.
        var names: [String] {
            [willMigrate.map { _ in "willMigrate" }, didMigrate.map { _ in "didMigrate" }].compactMap { $0 }
        }
    }

    let from: any VersionedSchema.Type
    let to: any VersionedSchema.Type
    /// The hooks of a custom stage; nil for a lightweight stage.
    let hooks: Hooks?

    /// Creates an instance from SwiftData's stage. Returns nil if this version of Permafrost doesn't know its kind.
    init?(_ stage: MigrationStage) {
        switch stage {
        case .lightweight(let from, let to): self.init(from: from, to: to, hooks: nil)
        case .custom(let from, let to, let willMigrate, let didMigrate):
            self.init(from: from, to: to, hooks: Hooks(willMigrate: willMigrate, didMigrate: didMigrate))
        @unknown default: return nil
        }
    }

    private init(from: any VersionedSchema.Type, to: any VersionedSchema.Type, hooks: Hooks?) {
        self.from = from
        self.to = to
        self.hooks = hooks
    }
}
