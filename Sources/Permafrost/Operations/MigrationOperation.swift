import SwiftData

/// One thing that a ``Stage`` does beside what follows from its two models. The three phases get contexts of their own: the
/// first one over the old types, the others over the new ones.
///
/// ## Topics
/// - Values: ``Rename``, ``Backfill``, ``Transform``, ``Split``, ``Merge``
/// - Rows: ``DeleteAll``, ``DeleteWhere``, ``Deduplicate``
/// - Links: ``Reconnect``
/// - Checks: ``Assert``
/// - Anything else: ``CustomOperation``
public protocol MigrationOperation: Sendable {
    /// The operation's name in messages, such as `Rename Post.body → Post.content`.
    var name: String { get }
    /// Keeps what the old types alone can tell, before the store is changed.
    func capture(_ stage: StageContext) throws
    /// Changes rows of the new types.
    func perform(_ stage: StageContext) throws
    /// Checks the store after every operation of the stage has been performed.
    func verify(_ stage: StageContext) throws
}

extension MigrationOperation {
    /// Nothing is kept.
    public func capture(_ stage: StageContext) throws {}
    /// Nothing is changed.
    public func perform(_ stage: StageContext) throws {}
    /// Nothing is checked.
    public func verify(_ stage: StageContext) throws {}
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
    case usedRows(entity: String)
    /// Rows of an entity may go, those of its subentities among them.
    case removedRows(entity: String)
    /// Rows of an entity of the old version may go, and their links to the rows that stay in their place.
    case mergedRows(entity: String)
    /// Rows of an entity may come.
    case addedRows(entity: String)
}
