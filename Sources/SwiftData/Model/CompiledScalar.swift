import Foundation

/// A scalar with functions that are compiled for its type.
protocol CompiledScalar: _ColumnValue {
    /// The functions for the scalar.
    static var functions: ValueFunctions { get }
    /// The functions for an optional with the scalar.
    static var optionalFunctions: ValueFunctions { get }
}
