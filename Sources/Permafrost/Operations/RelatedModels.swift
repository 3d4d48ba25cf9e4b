import SwiftData

/// The type of a to-many relationship: an array of models, or an optional array. ``Reconnect`` and ``Backfill`` accept
/// relationships of these types; you don't need to conform a type of your own.
public protocol RelatedModels {
    /// The class of the related models.
    associatedtype Model: PersistentModel
    /// The related models; empty for nil.
    var models: [Model] { get }
    /// Creates a value that holds models.
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
    /// Creates an array that holds models.
    public init(models: [Element]) { self = models }
}

extension Optional: RelatedModels where Wrapped: RelatedModels {
    /// The related models; empty for nil.
    public var models: [Wrapped.Model] { self?.models ?? [] }
    /// Creates an optional that holds models. It is never nil.
    public init(models: [Wrapped.Model]) { self = Wrapped(models: models) }
}
