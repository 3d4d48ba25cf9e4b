import SwiftData

/// A step that a ``Stage`` runs in addition to the changes that SwiftData infers from the two models. Conform a type to
/// this protocol for an operation that several plans share. For a single stage, ``CustomOperation`` is shorter.
///
/// ```swift
/// struct TrimTitles: MigrationOperation {
///     let name = "trim titles"
///
///     func perform(_ stage: StageContext) throws {
///         let posts = FetchDescriptor<PostsSchemaV4.Post>()
///         try stage.modelContext.enumerate(posts, batchSize: 500, allowEscapingMutations: true) { post in
///             post.title = post.title.trimmingCharacters(in: .whitespaces)
///         }
///     }
/// }
/// ```
///
/// A stage runs each of the three methods for all of its operations before it continues with the next method. Each
/// method has a default implementation that does nothing, so implement only the methods that the operation needs.
/// Permafrost saves the context after ``capture(_:)`` and ``perform(_:)``. An error from any method fails the
/// migration.
public protocol MigrationOperation: Sendable {
    /// The operation's name in messages, such as `Rename Post.body → Post.content`.
    var name: String { get }
    /// Captures values with the old types, before the store changes.
    ///
    /// - Parameter stage: the stage, with a context of the old types.
    func capture(_ stage: StageContext) throws
    /// Changes rows with the new types, after the store has changed.
    ///
    /// - Parameter stage: the stage, with a context of the new types.
    func perform(_ stage: StageContext) throws
    /// Checks the result after every operation of the stage has run.
    ///
    /// - Parameter stage: the stage, with a context of the new types.
    func verify(_ stage: StageContext) throws
}

extension MigrationOperation {
    /// Captures nothing.
    public func capture(_ stage: StageContext) throws {}
    /// Changes nothing.
    public func perform(_ stage: StageContext) throws {}
    /// Checks nothing.
    public func verify(_ stage: StageContext) throws {}
}
