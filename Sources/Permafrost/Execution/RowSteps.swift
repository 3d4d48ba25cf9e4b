import SwiftData

/// The steps of one operation in the passes of one run of its stage, and what it has captured.
struct RowSteps {
    /// Over the old types.
    var capture: RowStep?
    /// Over the new types.
    var perform: RowStep?
    /// Over the new types, after everything was performed.
    var verify: RowStep?
    /// The values captured of rows, and the rows' model in the new version.
    var captured: (cells: CapturedCells, model: any PersistentModel.Type)?
}
