import SwiftData

/// The steps of one operation in one run of its stage, and the values that it captured.
struct RowSteps {
    /// Runs with the old types.
    var capture: RowStep?
    /// Runs with the new types.
    var perform: RowStep?
    /// Runs with the new types, after all other steps.
    var verify: RowStep?
    /// The captured values, and the model of their rows in the new version.
    var captured: (cells: CapturedCells, model: any PersistentModel.Type)?
}
