import SwiftData

/// The work that one operation contributes to a run of its stage: the steps for each row, and the captured values.
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
    /// The captured values that the stage counts in the new version to find lost rows, and the model of these rows. Nil
    /// if the operation captures no values, or captures snapshots of complete rows.
    var captured: (cells: CapturedCells, model: any PersistentModel.Type)?
}
