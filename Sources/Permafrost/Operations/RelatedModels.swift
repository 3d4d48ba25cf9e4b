import SwiftData

/// The type of a to-many relationship: an array of models, or one that may be nil.
public protocol RelatedModels {
    /// The class of the models.
    associatedtype Model: PersistentModel
    /// The models; none for nil.
    var models: [Model] { get }
    /// The value that holds the models.
    init(models: [Model])
}

extension RelatedModels {
    static var modelType: any PersistentModel.Type { Model.self }
}

extension Array: RelatedModels where Element: PersistentModel {
    /// The array itself.
    public var models: [Element] { self }
    /// The array itself.
    public init(models: [Element]) { self = models }
}

extension Optional: RelatedModels where Wrapped: RelatedModels {
    /// The models; none for nil.
    public var models: [Wrapped.Model] { self?.models ?? [] }
    /// The models, never nil.
    public init(models: [Wrapped.Model]) { self = Wrapped(models: models) }
}
