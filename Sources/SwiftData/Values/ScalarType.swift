import Foundation

/// A type whose values are stored in one cell without encoding, or an optional of such a type.
///
/// Most properties have a scalar type. Looking it up here avoids casts of the type: the first cast of a type to a
/// protocol searches all conformances in the process, which takes about 0.1 ms.
struct ScalarType {
    /// The unqualified name, which ``PermafrostModel/AttributeMapping/ScalarMapping`` uses. The name of an optional is
    /// the name of the type in it.
    let name: String
    /// The type, or the type in the optional.
    let type: any _ColumnValue.Type
    let isOptional: Bool
    /// The functions for values of the type. If the type is an optional, the functions are for the optional.
    let functions: ValueFunctions

    /// Returns a scalar type or an optional of one. Returns nil for any other type.
    static func of(_ type: Any.Type) -> ScalarType? { known[ObjectIdentifier(type)] }

    // The functions have no state, so they can be called on any thread.
    nonisolated(unsafe) private static let known: [ObjectIdentifier: ScalarType] = {
        var known: [ObjectIdentifier: ScalarType] = [:]
        func add<Scalar: CompiledScalar>(_ type: Scalar.Type, _ name: String) {
            known[ObjectIdentifier(type)] = ScalarType(
                name: name, type: type, isOptional: false, functions: Scalar.functions)
            known[ObjectIdentifier(Scalar?.self)] = ScalarType(
                name: name, type: type, isOptional: true, functions: Scalar.optionalFunctions)
        }
        add(String.self, "String")
        add(Bool.self, "Bool")
        add(Int.self, "Int")
        add(Int8.self, "Int8")
        add(Int16.self, "Int16")
        add(Int32.self, "Int32")
        add(Int64.self, "Int64")
        add(UInt.self, "UInt")
        add(UInt8.self, "UInt8")
        add(UInt16.self, "UInt16")
        add(UInt32.self, "UInt32")
        add(UInt64.self, "UInt64")
        add(Double.self, "Double")
        add(Float.self, "Float")
        add(CGFloat.self, "CGFloat")
        add(Date.self, "Date")
        add(Data.self, "Data")
        add(UUID.self, "UUID")
        add(URL.self, "URL")
        add(Decimal.self, "Decimal")
        return known
    }()
}
