import Foundation
import PermafrostStore

/// The places in memory of the parts of a predicate's expression, for expressions of one type.
///
/// The type determines which operations the expression consists of. Its SQL also depends on the key paths and on the
/// operators of comparisons, and the parameters of the SQL are the constants. Each of these parts has the same place in
/// every expression of the type. Reading a part at its place needs no dynamic cast, and looks up no generic type.
struct PredicateForm {
    /// The offsets of the identifiers of variables.
    fileprivate var variables: [Int] = []
    /// The offsets of key paths.
    fileprivate var keyPaths: [Int] = []
    /// The functions that return a number for the operator of a comparison in an expression.
    fileprivate var comparisons: [(UnsafeRawPointer) -> UInt8] = []
    /// The functions that return a constant of an expression, or nil if its SQL differs.
    fileprivate var constants: [(UnsafeRawPointer) -> SQLiteValue?] = []

    /// Returns the form of a type of expressions. Returns nil if the SQL of an expression depends on more parts than a
    /// form contains.
    init?(of type: Any.Type) {
        guard let part = type as? any SQLExpression.Type, part.addParts(to: &self, at: 0) else { return nil }
    }

    /// The parts of an expression that determine its SQL, except for the type.
    struct Key {
        /// The key paths to properties of the fetched object.
        fileprivate var keyPaths: [AnyKeyPath]
        /// The numbers of the comparisons' operators.
        fileprivate var operators: [UInt8]
    }
}

// MARK: Reading

// Each address in the following functions must be that of an expression of the form's type.
extension PredicateForm {
    /// Returns whether every variable in an expression represents the fetched object.
    func refersOnly(to variable: PredicateExpressions.VariableID, at address: UnsafeRawPointer) -> Bool {
        variables.allSatisfy {
            (address + $0).assumingMemoryBound(to: PredicateExpressions.VariableID.self).pointee == variable
        }
    }

    /// Returns the key of an expression.
    func key(at address: UnsafeRawPointer) -> Key {
        Key(keyPaths: keyPaths.map { Self.keyPath(address + $0) }, operators: comparisons.map { $0(address) })
    }

    /// Returns whether an expression has the given key.
    func matches(_ key: Key, at address: UnsafeRawPointer) -> Bool {
        for (known, offset) in zip(key.keyPaths, keyPaths) {
            let keyPath = Self.keyPath(address + offset)
            // Key paths of the same place in the source are usually the same object.
            guard keyPath === known || keyPath == known else { return false }
        }
        for (known, comparison) in zip(key.operators, comparisons) where comparison(address) != known { return false }
        return true
    }

    /// Returns an expression's constants, in the order of the expression. Returns nil if a constant needs other SQL than
    /// most constants of its type.
    func constants(at address: UnsafeRawPointer) -> [SQLiteValue]? {
        var values: [SQLiteValue] = []
        values.reserveCapacity(constants.count)
        for constant in constants {
            guard let value = constant(address) else { return nil }
            values.append(value)
        }
        return values
    }

    private static func keyPath(_ address: UnsafeRawPointer) -> AnyKeyPath {
        address.assumingMemoryBound(to: AnyKeyPath.self).pointee
    }
}

// MARK: Parts

extension PredicateForm {
    /// Adds the parts of a stored property of an expression. Returns false if the property's type has parts without a
    /// place.
    ///
    /// - Parameter offset: the offset of the expression that has the property.
    fileprivate mutating func add<Whole, Part>(_ keyPath: KeyPath<Whole, Part>, at offset: Int) -> Bool {
        guard let place = MemoryLayout<Whole>.offset(of: keyPath), let part = Part.self as? any SQLExpression.Type
        else { return false }
        return part.addParts(to: &self, at: offset + place)
    }

    /// Adds the operator of a comparison. Returns false if it has no place.
    ///
    /// - Parameters:
    ///   - offset: the offset of the comparison.
    ///   - number: a function that returns a number for an operator.
    fileprivate mutating func addOperator<Whole, Operator>(
        _ keyPath: KeyPath<Whole, Operator>, at offset: Int, _ number: @escaping (Operator) -> UInt8
    ) -> Bool {
        guard let place = MemoryLayout<Whole>.offset(of: keyPath) else { return false }
        comparisons.append { number(($0 + offset + place).assumingMemoryBound(to: Operator.self).pointee) }
        return true
    }
}

extension PredicateExpressions.Conjunction {
    /// Adds the operands' parts in the order of the expression.
    static func addParts(to form: inout PredicateForm, at offset: Int) -> Bool {
        form.add(\Self.lhs, at: offset) && form.add(\Self.rhs, at: offset)
    }
}

extension PredicateExpressions.Disjunction {
    /// Adds the operands' parts in the order of the expression.
    static func addParts(to form: inout PredicateForm, at offset: Int) -> Bool {
        form.add(\Self.lhs, at: offset) && form.add(\Self.rhs, at: offset)
    }
}

extension PredicateExpressions.Negation {
    /// Adds the operands' parts in the order of the expression.
    static func addParts(to form: inout PredicateForm, at offset: Int) -> Bool { form.add(\Self.wrapped, at: offset) }
}

extension PredicateExpressions.Equal {
    /// Adds the operands' parts in the order of the expression.
    static func addParts(to form: inout PredicateForm, at offset: Int) -> Bool {
        form.add(\Self.lhs, at: offset) && form.add(\Self.rhs, at: offset)
    }
}

extension PredicateExpressions.NotEqual {
    /// Adds the operands' parts in the order of the expression.
    static func addParts(to form: inout PredicateForm, at offset: Int) -> Bool {
        form.add(\Self.lhs, at: offset) && form.add(\Self.rhs, at: offset)
    }
}

extension PredicateExpressions.Comparison {
    static func addParts(to form: inout PredicateForm, at offset: Int) -> Bool {
        form.addOperator(\Self.op, at: offset) { op in
            switch op {
            case .lessThan: 1
            case .lessThanOrEqual: 2
            case .greaterThan: 3
            case .greaterThanOrEqual: 4
            @unknown default: 0
            }
        } && form.add(\Self.lhs, at: offset) && form.add(\Self.rhs, at: offset)
    }
}

extension PredicateExpressions.KeyPath {
    static func addParts(to form: inout PredicateForm, at offset: Int) -> Bool {
        // Only a property of the fetched object is in the form.
        guard Root.self == PredicateExpressions.Variable<Root.Output>.self,
            let root = MemoryLayout<Self>.offset(of: \Self.root),
            let key = MemoryLayout<PredicateExpressions.Variable<Root.Output>>.offset(of: \.key),
            let place = MemoryLayout<Self>.offset(of: \Self.keyPath)
        else { return false }
        form.variables.append(offset + root + key)
        form.keyPaths.append(offset + place)
        return true
    }
}

extension PredicateExpressions.Value {
    static func addParts(to form: inout PredicateForm, at offset: Int) -> Bool {
        guard let type = Output.self as? any _ColumnValue.Type, let place = MemoryLayout<Self>.offset(of: \Self.value)
        else { return false }
        form.constants.append(PredicateForm.cell(of: type, at: offset + place))
        return true
    }
}

extension PredicateForm {
    /// Returns a function that reads a constant that fits in one column.
    fileprivate static func cell<Cell: _ColumnValue>(
        of type: Cell.Type, at offset: Int
    ) -> (UnsafeRawPointer) -> SQLiteValue? {
        { address in
            let cell = (address + offset).assumingMemoryBound(to: Cell.self).pointee._cell.value
            // Some strings equal others that consist of different characters, so their SQL has more parameters.
            if case .text(let text) = cell, !SQLComparison.equalsOnlyItself(text) { return nil }
            return cell
        }
    }
}
