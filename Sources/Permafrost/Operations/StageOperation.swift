import PermafrostModel
import SwiftData

/// A migration operation that this module defines.
protocol StageOperation: MigrationOperation {
    /// The classes that the operation uses, each with the version that must have it.
    var models: [ModelUse] { get }
    /// Whether the operation can delete rows of the new version.
    var mayDelete: Bool { get }
    /// The properties that the operation reads values or links from, either to carry them over or to compute other
    /// values.
    var carried: [PropertyName] { get }
    /// The changes that the operation makes intentionally.
    var effects: [OperationEffect] { get }
}

extension StageOperation {
    var mayDelete: Bool { false }
    var carried: [PropertyName] { [] }
    var effects: [OperationEffect] { [] }
}

/// An operation that works row by row, in one pass with other operations.
protocol RowOperation: StageOperation {
    /// Returns the operation's steps in one run of its stage.
    func steps(_ stage: StageContext) throws -> RowSteps
}

/// An intentional change to values or rows. Properties and entities have their names in the stage's old or new version.
enum OperationEffect: Sendable, Hashable {
    /// All values or links move from a property of the old version to one of the new version.
    case moved(PropertyName, to: PropertyName)
    /// The operation computes other values from a property of the old version.
    case used(PropertyName)
    /// The operation computes the values or links of a property of the new version.
    case made(PropertyName)
    /// Rows without a value get a value. Other rows keep their values.
    case filled(PropertyName)
    /// The operation makes links from the rows of an entity. The rows are deleted if the new version doesn't have the
    /// entity.
    case consumedRows(entity: String)
    /// The operation can delete rows of an entity and its subentities.
    case removedRows(entity: String)
    /// The operation can delete rows of an entity of the old version. Their links move to the rows that replace them.
    case mergedRows(entity: String)
    /// The operation can add rows of an entity.
    case addedRows(entity: String)
    /// The new version removes a property or an entity intentionally. The operation itself changes nothing.
    case dropped(DeclaredLoss)
}
