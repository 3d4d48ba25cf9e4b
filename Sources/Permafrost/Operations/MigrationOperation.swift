import SwiftData

/// One thing that a ``Stage`` does beside what follows from its two models. The three phases get contexts of their own: the
/// first one over the old types, the others over the new ones.
public protocol MigrationOperation: Sendable {
    /// The operation's name in messages, such as `Rename Post.body → Post.content`.
    var name: String { get }
    /// Captures what can be read only with the old types, before the store is changed.
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
