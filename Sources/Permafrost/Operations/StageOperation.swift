import PermafrostModel
import SwiftData

/// A migration operation that this module defines.
protocol StageOperation: MigrationOperation {
    /// The classes that the operation uses, each with the version that must have it.
    var models: [ModelUse] { get }
    /// Whether the operation can delete rows of the new version.
    var mayDelete: Bool { get }
    /// The properties whose values or links the operation carries over or uses to compute other values.
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

/// An intentional change to values or rows. Each name is from the version of the class that the operation uses. For
/// example, `\PostsSchemaV2.Post.body` is a name in `PostsSchemaV2`.
enum OperationEffect: Sendable, Hashable {
    /// All values or links move from one property to another. If links move within the new version, both properties
    /// belong to it. Otherwise, the first one belongs to the old version.
    case moved(PropertyName, to: PropertyName)
    /// The operation computes other values or links from a property of the old version.
    case used(PropertyName)
    /// The operation computes the values or links of a property of the new version.
    case made(PropertyName)
    /// The operation computes the property's value for rows without one. Other rows keep their values.
    case filled(PropertyName)
    /// The operation makes links or other rows from an entity's rows. The entity's own rows are deleted if the new
    /// version doesn't have the entity.
    case consumedRows(entity: String)
    /// The operation can delete rows of an entity and its subentities.
    case removedRows(entity: String)
    /// The operation can delete rows of an entity of the old version, and move their links to the rows that replace
    /// them.
    case mergedRows(entity: String)
    /// The operation can add rows of an entity.
    case addedRows(entity: String)
    /// The new version removes a property or an entity intentionally. The operation itself changes nothing.
    case dropped(DeclaredLoss)
}
