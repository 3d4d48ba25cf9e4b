import Foundation
import SwiftData

/// The model classes of a version: the listed classes, and the classes that their relationships refer to, directly or
/// indirectly.
struct VersionModels {
    let types: [any PersistentModel.Type]

    init(_ version: any VersionedSchema.Type) {
        var types: [any PersistentModel.Type] = []
        var known: Set<ObjectIdentifier> = []
        var next = version.models
        while let type = next.popLast() {
            guard known.insert(ObjectIdentifier(type)).inserted else { continue }
            types.append(type)
            next += PropertyReflection.all(of: type).compactMap { property in
                property.keyPath.flatMap { Self.target(of: Swift.type(of: $0).valueType) }
            }
        }
        self.types = types
    }

    /// Returns whether a class belongs to the version, or is a superclass of a class that does.
    func contains<Model: PersistentModel>(_ model: Model.Type) -> Bool {
        types.contains { $0 is Model.Type }
    }

    /// Returns the class that a relationship of the given type refers to, or nil if the type isn't a relationship's
    /// type.
    static func target(of type: Any.Type) -> (any PersistentModel.Type)? {
        guard !commonAttributeTypes.contains(ObjectIdentifier(type)) else { return nil }
        if let model = type as? any PersistentModel.Type { return model }
        if let optional = type as? any OptionalModel.Type { return optional.model }
        if let related = type as? any RelatedModels.Type { return related.modelType }
        return nil
    }

    /// The types of most attributes. The first cast of a type to a protocol searches all conformances in the process,
    /// so these types aren't cast.
    private static let commonAttributeTypes: Set<ObjectIdentifier> = {
        func identifiers<Value>(_ type: Value.Type) -> [ObjectIdentifier] {
            [ObjectIdentifier(type), ObjectIdentifier(Value?.self)]
        }
        return Set(
            identifiers(String.self) + identifiers(Int.self) + identifiers(Double.self) + identifiers(Bool.self)
                + identifiers(Date.self) + identifiers(UUID.self) + identifiers(Data.self) + identifiers(URL.self)
                + identifiers(Decimal.self))
    }()
}

extension OptionalModel {
    static var model: any PersistentModel.Type { Model.self }
}

extension Optional: OptionalModel where Wrapped: PersistentModel {
    var related: Wrapped? { self }
    init(related: Wrapped?) { self = related }
}
