import Foundation

/// Functions that move values of one type between memory, an object's storage and a row.
///
/// Generic code has to look up the metadata of an optional each time it uses one. Each scalar has its own functions,
/// which are compiled for its type, and other types have generic functions. The functions aren't generic themselves:
/// their callers provide the memory for one value.
struct ValueFunctions {
    /// Copies the value in a property's storage to uninitialized memory. Returns false if the storage is nil.
    let copy: (_ slot: UnsafeMutableRawPointer, _ place: UnsafeMutableRawPointer) -> Bool
    /// Sets a property's storage to a copy of a value.
    let set: (_ slot: UnsafeMutableRawPointer, _ value: UnsafeRawPointer) -> Void
    /// Reads a property from a row to uninitialized memory, as `@Model` does. Returns false if the row records a
    /// failure. Nil if the type is neither a scalar nor an optional scalar.
    let load: Load?

    /// A function that reads a property from a row.
    typealias Load = (_ row: inout _RowReader, _ number: Int, _ place: UnsafeMutableRawPointer) -> Bool

    /// Returns the functions for a type.
    static func of<Value>(_ type: Value.Type) -> ValueFunctions {
        ScalarType.of(type)?.functions ?? ValueFunctions(type)
    }

    /// Creates the functions for a type. If the type is known at compile time, they're compiled for it.
    @inline(__always)
    fileprivate init<Value>(_ type: Value.Type, load: Load? = nil) {
        self.load = load
        copy = { slot, place in
            guard let value = slot.assumingMemoryBound(to: Value?.self).pointee else { return false }
            place.initializeMemory(as: Value.self, to: value)
            return true
        }
        set = { slot, value in
            slot.assumingMemoryBound(to: Value?.self).pointee = value.assumingMemoryBound(to: Value.self).pointee
        }
    }
}

extension CompiledScalar {
    static var functions: ValueFunctions {
        ValueFunctions(Self.self) { row, number, place in
            var value: Self?
            row.read(number, &value)
            guard let value else { return false }
            place.initializeMemory(as: Self.self, to: value)
            return true
        }
    }

    static var optionalFunctions: ValueFunctions {
        ValueFunctions(Self?.self) { row, number, place in
            var value: Self??
            row.read(number, &value)
            guard let value else { return false }
            place.initializeMemory(as: Self?.self, to: value)
            return true
        }
    }
}

extension String: CompiledScalar {}
extension Bool: CompiledScalar {}
extension Int: CompiledScalar {}
extension Int8: CompiledScalar {}
extension Int16: CompiledScalar {}
extension Int32: CompiledScalar {}
extension Int64: CompiledScalar {}
extension UInt: CompiledScalar {}
extension UInt8: CompiledScalar {}
extension UInt16: CompiledScalar {}
extension UInt32: CompiledScalar {}
extension UInt64: CompiledScalar {}
extension Double: CompiledScalar {}
extension Float: CompiledScalar {}
extension CGFloat: CompiledScalar {}
extension Date: CompiledScalar {}
extension Data: CompiledScalar {}
extension UUID: CompiledScalar {}
extension URL: CompiledScalar {}
extension Decimal: CompiledScalar {}
