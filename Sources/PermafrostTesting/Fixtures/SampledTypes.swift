import Foundation
import Permafrost
import PermafrostModel
import SwiftData

/// The possible values of the properties in a version that has no fixture, read from the version's live types.
struct SampledTypes {
    private let version: any VersionedSchema.Type

    init(_ version: any VersionedSchema.Type) {
        self.version = version
    }

    /// Returns a copy of an archived model with the raw values of the version's `CaseIterable` enums.
    ///
    /// - Throws: ``FixtureError/unknownValues(schema:property:)`` for the first property whose possible values aren't
    ///   known.
    func model(_ archived: SchemaModel) throws(FixtureError) -> SchemaModel {
        var types: [String: Any.Type] = [:]
        for entity in Schema(versionedSchema: version).entities {
            for attribute in entity.attributes { types["\(entity.name).\(attribute.name)"] = attribute.valueType }
        }
        var entities: [Entity] = []
        for var entity in archived.entities {
            var properties: [Property] = []
            for property in entity.properties {
                guard case .attribute(var attribute) = property else {
                    properties.append(property)
                    continue
                }
                let path = "\(entity.name).\(attribute.name)"
                if attribute.isEnumeration, attribute.enumerationCases == nil {
                    attribute.shape = types[path].flatMap(Self.rawValues).map(ValueShape.enumeration)
                }
                guard Self.isKnown(attribute, types[path]) else {
                    throw .unknownValues(schema: "\(version)", property: path)
                }
                properties.append(.attribute(attribute))
            }
            entity.setProperties(properties)
            entities.append(entity)
        }
        return SchemaModel(entities: entities, versionIdentifiers: archived.versionIdentifiers)
    }

    private static func isKnown(_ attribute: Attribute, _ type: Any.Type?) -> Bool {
        switch attribute.type {
        case .composite:
            attribute.isEnumeration
                && (attribute.shape != nil
                    || attribute.enumerationCases != nil && attribute.elements.allSatisfy { $0.type == .string })
        case .transformable:
            // In `Array<String>`, the archive includes the element's type. For a scalar, that is enough.
            (attribute.valueClassName ?? "").split(whereSeparator: { "<>, ".contains($0) }).allSatisfy { name in
                ["Array", "Set", "Dictionary", "Optional"].contains(name)
                    || ScalarMapping.named(String(name)) != nil
            }
        // A collection is stored as JSON.
        case .binary: type == nil || type == Data.self || type == Data?.self
        default: true
        }
    }

    /// Returns the cases of a `CaseIterable` enum with raw values, or of an optional of such an enum; nil for any other
    /// type.
    private static func rawValues(of type: Any.Type) -> [ValueShape.EnumerationCase]? {
        if let optional = type as? any OptionalValue.Type { return rawValues(of: optional.wrapped) }
        guard let iterable = type as? any CaseIterable.Type else { return nil }
        let cases = allCases(of: iterable)
        let shapes = cases.compactMap { value -> ValueShape.EnumerationCase? in
            guard let raw = (value as? any RawRepresentable)?.rawValue else { return nil }
            return ValueShape.EnumerationCase(name: "\(value)", rawValue: "\(raw)")
        }
        return shapes.isEmpty || shapes.count != cases.count ? nil : shapes
    }

    private static func allCases<Value: CaseIterable>(of type: Value.Type) -> [Any] { Array(type.allCases) }
}

/// An optional whose wrapped type is known only at run time.
private protocol OptionalValue {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalValue {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}

/// An error in finding, reading or writing a fixture.
public typealias FixtureError = PermafrostFreezing.FixtureError

/// The differences between a declared version and its fixture.
public typealias FixtureDiff = PermafrostFreezing.FixtureDiff
