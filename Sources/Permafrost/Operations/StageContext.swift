import SwiftData

/// What an operation works with while its stage runs: a context over the types of the phase, and where to report.
public struct StageContext {
    /// Over the old types while captures run, over the new ones afterwards.
    public let modelContext: ModelContext
    /// The version that the stage leads from.
    public let from: any VersionedSchema.Type
    /// The version that the stage leads to.
    public let to: any VersionedSchema.Type
    let run: PlanRun
}
