import SwiftData

/// An operation of this module.
protocol StageOperation: MigrationOperation {
    /// The classes that it works with, each with the version that it must be of.
    var models: [ModelUse] { get }
    /// Whether it can delete rows of the new version.
    var mayDelete: Bool { get }
    /// The properties whose values it carries on from the old version.
    var carried: [PropertyName] { get }
    /// What it does on purpose.
    var effects: [OperationEffect] { get }
}

extension StageOperation {
    var mayDelete: Bool { false }
    var carried: [PropertyName] { [] }
    var effects: [OperationEffect] { [] }
}

/// An operation that is done row by row, in one pass with others.
protocol RowOperation: StageOperation {
    /// The steps of one run of a stage.
    func steps(_ stage: StageContext) throws -> RowSteps
}

/// What an operation does on purpose to values and rows, by the names of the stage's two versions.
enum OperationEffect: Sendable, Hashable {
    /// Values or links go from a property of the old version to one of the new version, all of them.
    case moved(PropertyName, to: PropertyName)
    /// A property of the old version has served to make something else.
    case used(PropertyName)
    /// Values or links of a property of the new version are what the operation makes them.
    case made(PropertyName)
    /// Rows without a value of their own get one; the others keep theirs.
    case filled(PropertyName)
    /// Rows of an entity have served to make something else, and go where the new version has no such entity.
    case consumedRows(entity: String)
    /// Rows of an entity may go, those of its subentities among them.
    case removedRows(entity: String)
    /// Rows of an entity of the old version may go, and their links to the rows that stay in their place.
    case mergedRows(entity: String)
    /// Rows of an entity may come.
    case addedRows(entity: String)
}
