import Permafrost
import PermafrostModel
import SwiftData

/// Functions that find differences between live types and a frozen model in details that stores don't record: the raw
/// values of enums and the contents of encoded values.
package enum LiveShapes {
    /// Returns the differences between live types and a frozen model in the raw values of enums and in the contents of
    /// encoded values. New enum cases aren't differences. On Apple's platforms, only raw values that an enum no longer
    /// accepts are found. Every difference is silent, because it doesn't affect a version hash.
    ///
    /// - Parameter known: the differences that are already known. The properties that they affect are skipped.
    static func changes(
        of schema: any VersionedSchema.Type, since frozen: SchemaModel, besides known: [ModelChange]
    ) -> [ModelChange] {
        #if os(Linux)
            let found = differences(of: schema, since: frozen)
        #else
            // On these platforms, a type's structure can be read only from its values.
            let found = removedRawValues(of: schema, since: frozen)
        #endif
        return found.filter { change in
            !known.contains { $0.entity == change.entity && $0.property == change.property && $0.property != nil }
        }
    }

    #if os(Linux)
        private static func differences(
            of schema: any VersionedSchema.Type, since frozen: SchemaModel
        ) -> [ModelChange] {
            let live = Schema.model(of: schema)
            return frozen.entities.flatMap { entity in
                entity.attributes.flatMap { attribute -> [ModelChange] in
                    guard case .attribute(let now)? = live.entity(named: entity.name)?.property(named: attribute.name)
                    else { return [] }
                    let difference = ShapeDifference(from: attribute, to: now, usesTypeMetadata: true)
                    // A new case doesn't affect existing rows, and neither does a case's new name.
                    let places = difference.places.filter {
                        $0.aspect != .enumerationCase || $0.before != nil && !$0.isRenamed
                    }
                    return places.map { place in
                        ModelChange(
                            entity: entity.name, property: attribute.name, element: place.path, aspect: place.aspect,
                            before: place.before, after: place.after, kind: .silent)
                    }
                }
            }
        }
    #endif

    // MARK: Raw values

    /// Returns a change for each frozen raw value that the live enum doesn't accept. Only properties whose type is an
    /// enum, an optional enum, or a collection of enums are compared.
    package static func removedRawValues(of schema: any VersionedSchema.Type, since frozen: SchemaModel)
        -> [ModelChange]
    {
        schema.models.flatMap { model -> [ModelChange] in
            guard let entity = frozen.entity(named: Schema.entityName(of: model)) else { return [] }
            return PropertyReflection.all(of: model).flatMap { property -> [ModelChange] in
                guard let name = property.name, let type = property.keyPath.map({ Swift.type(of: $0).valueType }),
                    case .attribute(let attribute)? = entity.property(named: name),
                    let raw = innermost(type) as? any RawRepresentable.Type
                else { return [] }
                return (attribute.shape?.rawValueCases ?? []).filter { accepts($0.rawValue, raw) == false }.map {
                    ModelChange(
                        entity: entity.name, property: name, element: [$0.name], aspect: .enumerationCase,
                        before: "case \($0.name) = \($0.rawValue)", kind: .silent)
                }
            }
        }
    }

    private static func innermost(_ type: Any.Type) -> Any.Type {
        (type as? any Enclosing.Type).map { innermost($0.enclosed) } ?? type
    }

    /// Returns whether an enum accepts a raw value, or nil if the text can't be converted to the enum's `RawValue`.
    private static func accepts<Raw: RawRepresentable>(_ text: String, _ type: Raw.Type) -> Bool? {
        let value =
            text as? Raw.RawValue
            ?? (Raw.RawValue.self as? any LosslessStringConvertible.Type)?.init(text) as? Raw.RawValue
        return value.map { Raw(rawValue: $0) != nil }
    }
}

extension ValueShape {
    /// The enum cases that have a raw value. For an optional or a collection, these are the cases of the enum inside
    /// it.
    fileprivate var rawValueCases: [(name: String, rawValue: String)] {
        switch self {
        case .optional(let inner), .array(let inner), .set(let inner), .dictionary(_, let inner): inner.rawValueCases
        case .enumeration(let cases): cases.compactMap { one in one.rawValue.map { (one.name, $0) } }
        case .scalar, .structure, .recursion: []
        }
    }
}

/// An optional or collection type.
private protocol Enclosing {
    /// The type of the contents. For a dictionary, the type of its values.
    static var enclosed: Any.Type { get }
}

extension Optional: Enclosing { fileprivate static var enclosed: Any.Type { Wrapped.self } }
extension Array: Enclosing { fileprivate static var enclosed: Any.Type { Element.self } }
extension Set: Enclosing { fileprivate static var enclosed: Any.Type { Element.self } }
extension Dictionary: Enclosing { fileprivate static var enclosed: Any.Type { Value.self } }
