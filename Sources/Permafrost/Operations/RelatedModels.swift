import SwiftData

/// The type of a to-many relationship: an array of models, or an optional array. ``Reconnect`` and ``Backfill`` accept
/// relationships of these types. You don't need to conform your own types.
public protocol RelatedModels {
    /// The class of the related models.
    associatedtype Model: PersistentModel
    /// The related models; empty if the relationship is nil.
    var models: [Model] { get }
    /// Creates a relationship value with the given models.
    ///
    /// - Parameter models: the related models.
    init(models: [Model])
}

extension RelatedModels {
    static var modelType: any PersistentModel.Type { Model.self }
}

extension Array: RelatedModels where Element: PersistentModel {
    /// The array itself.
    public var models: [Element] { self }
    /// Creates an array with the given models.
    public init(models: [Element]) { self = models }
}

extension Optional: RelatedModels where Wrapped: RelatedModels {
    /// The related models; empty if the relationship is nil.
    public var models: [Wrapped.Model] { self?.models ?? [] }
    /// Creates a relationship value with the given models. The result is never nil.
    public init(models: [Wrapped.Model]) { self = Wrapped(models: models) }
}
