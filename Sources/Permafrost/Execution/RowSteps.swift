import SwiftData

/// The steps of one operation in one run of its stage, and the values that it captured.
struct RowSteps {
    /// The step that captures values with the old types; nil if the operation captures none.
    var capture: RowStep?
    /// The step that changes rows with the new types; nil if the operation changes none.
    var perform: RowStep?
    /// A closure for work on the new version that isn't done row by row. It runs after the changes of all previous
    /// operations. Nil if the operation works only row by row.
    var work: ((StageContext) throws -> Void)?
    /// The step that checks rows with the new types, after all other steps; nil if the operation checks none.
    var verify: RowStep?
    /// The captured values, and the model of their rows in the new version; nil if the operation captures none.
    var captured: (cells: CapturedCells, model: any PersistentModel.Type)?
}
