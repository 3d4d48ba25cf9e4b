import SwiftData

/// The steps of one operation in one run of its stage, and the values that it captured.
struct RowSteps {
    /// The step that captures values with the old types.
    var capture: RowStep?
    /// The step that changes rows with the new types.
    var perform: RowStep?
    /// The step that checks rows with the new types, after all other steps.
    var verify: RowStep?
    /// The captured values, and the model of their rows in the new version.
    var captured: (cells: CapturedCells, model: any PersistentModel.Type)?
}
