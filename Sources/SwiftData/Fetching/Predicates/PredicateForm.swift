import Foundation
import PermafrostStore

/// A predicate's key paths, operators and kinds of constants, which determine its SQL, and the constants themselves.
struct PredicateForm {
    /// The variable that represents the fetched object.
    let variable: PredicateExpressions.VariableID
    private var keyPaths: [AnyKeyPath] = []
    /// The operators and the kinds of constants, in the order of the expression.
    private var marks: [UInt8] = []
    private(set) var constants: [SQLiteValue] = []

    init(variable: PredicateExpressions.VariableID) { self.variable = variable }

    mutating func add(_ keyPath: AnyKeyPath) { keyPaths.append(keyPath) }
    mutating func add(mark: UInt8) { marks.append(mark) }
    mutating func add(_ constant: SQLiteValue) { constants.append(constant) }

    func hasSameSQL(as other: PredicateForm) -> Bool {
        // Key paths of the same place in the source are usually the same object.
        marks == other.marks && keyPaths.count == other.keyPaths.count
            && zip(keyPaths, other.keyPaths).allSatisfy { $0 === $1 || $0 == $1 }
    }
}

// MARK: Readers

extension PredicateForm {
    /// A reader that adds expressions of one type to a form. It's created once for each type, so that reading an
    /// expression needs no dynamic casts.
    class PartReader<Part> {
        /// Adds a part to a form. Returns false if the SQL of the part depends on more than the form contains.
        func read(_ part: Part, into form: inout PredicateForm) -> Bool { false }
    }
}

extension PredicateForm {
    /// A type of expression that may have a reader.
    protocol ReadablePart {
        /// Returns a ``PartReader`` of the type, or nil if the type has parts without a reader.
        static func makeReader() -> AnyObject?
    }
}

extension PredicateForm.ReadablePart {
    fileprivate static func reader<Part>(of type: Part.Type) -> PredicateForm.PartReader<Part>? {
        (type as? any PredicateForm.ReadablePart.Type)?.makeReader() as? PredicateForm.PartReader<Part>
    }
}

/// A reader of an expression with two operands.
private final class PairReader<Part, Left, Right>: PredicateForm.PartReader<Part> {
    private let left: (PredicateForm.PartReader<Left>, (Part) -> Left)
    private let right: (PredicateForm.PartReader<Right>, (Part) -> Right)
    private let mark: (Part) -> UInt8?

    /// Creates a reader, or returns nil if an operand has no reader.
    ///
    /// - Parameter mark: a function that returns the mark of an expression's operator, or nil if the operator is
    ///   unknown.
    init?(
        _ left: PredicateForm.PartReader<Left>?, _ leftPart: @escaping (Part) -> Left,
        _ right: PredicateForm.PartReader<Right>?,
        _ rightPart: @escaping (Part) -> Right, mark: @escaping (Part) -> UInt8? = { _ in 0 }
    ) {
        guard let left, let right else { return nil }
        self.left = (left, leftPart)
        self.right = (right, rightPart)
        self.mark = mark
    }

    override func read(_ part: Part, into form: inout PredicateForm) -> Bool {
        guard let mark = mark(part) else { return false }
        form.add(mark: mark)
        return left.0.read(left.1(part), into: &form) && right.0.read(right.1(part), into: &form)
    }
}

extension PredicateExpressions.Conjunction: PredicateForm.ReadablePart {
    static func makeReader() -> AnyObject? {
        PairReader<Self, LHS, RHS>(reader(of: LHS.self), { $0.lhs }, reader(of: RHS.self), { $0.rhs })
    }
}

extension PredicateExpressions.Disjunction: PredicateForm.ReadablePart {
    static func makeReader() -> AnyObject? {
        PairReader<Self, LHS, RHS>(reader(of: LHS.self), { $0.lhs }, reader(of: RHS.self), { $0.rhs })
    }
}

extension PredicateExpressions.Equal: PredicateForm.ReadablePart {
    static func makeReader() -> AnyObject? {
        PairReader<Self, LHS, RHS>(reader(of: LHS.self), { $0.lhs }, reader(of: RHS.self), { $0.rhs })
    }
}

extension PredicateExpressions.NotEqual: PredicateForm.ReadablePart {
    static func makeReader() -> AnyObject? {
        PairReader<Self, LHS, RHS>(reader(of: LHS.self), { $0.lhs }, reader(of: RHS.self), { $0.rhs })
    }
}

extension PredicateExpressions.Comparison: PredicateForm.ReadablePart {
    static func makeReader() -> AnyObject? {
        PairReader<Self, LHS, RHS>(
            reader(of: LHS.self), { $0.lhs }, reader(of: RHS.self), { $0.rhs },
            mark: { part in
                switch part.op {
                case .lessThan: 1
                case .lessThanOrEqual: 2
                case .greaterThan: 3
                case .greaterThanOrEqual: 4
                @unknown default: nil
                }
            })
    }
}

extension PredicateExpressions.Negation: PredicateForm.ReadablePart {
    private final class Reader: PredicateForm.PartReader<PredicateExpressions.Negation<Wrapped>> {
        let wrapped: PredicateForm.PartReader<Wrapped>
        init(_ wrapped: PredicateForm.PartReader<Wrapped>) { self.wrapped = wrapped }

        override func read(_ part: PredicateExpressions.Negation<Wrapped>, into form: inout PredicateForm) -> Bool {
            wrapped.read(part.wrapped, into: &form)
        }
    }

    static func makeReader() -> AnyObject? {
        guard let wrapped = reader(of: Wrapped.self) else { return nil }
        return Reader(wrapped)
    }
}

/// A reader of a property of the fetched object.
private final class PropertyReader<Object, Value>: PredicateForm.PartReader<
    PredicateExpressions.KeyPath<PredicateExpressions.Variable<Object>, Value>
>
{
    override func read(
        _ part: PredicateExpressions.KeyPath<PredicateExpressions.Variable<Object>, Value>,
        into form: inout PredicateForm
    ) -> Bool {
        guard part.root.key == form.variable else { return false }
        form.add(part.keyPath)
        return true
    }
}

extension PredicateExpressions.KeyPath: PredicateForm.ReadablePart {
    static func makeReader() -> AnyObject? {
        Root.self == PredicateExpressions.Variable<Root.Output>.self ? PropertyReader<Root.Output, Output>() : nil
    }
}

extension PredicateExpressions.Value: PredicateForm.ReadablePart {
    /// A reader of a constant that fits in one column.
    private final class Reader<Cell: _ColumnValue>: PredicateForm.PartReader<PredicateExpressions.Value<Cell>> {
        override func read(_ part: PredicateExpressions.Value<Cell>, into form: inout PredicateForm) -> Bool {
            let cell = part.value._cell.value
            // Some strings equal others that consist of different characters, so their SQL has more parameters.
            if case .text(let text) = cell, !SQLComparison.equalsOnlyItself(text) { return false }
            form.add(cell)
            return true
        }
    }

    static func makeReader() -> AnyObject? {
        func open<Cell: _ColumnValue>(_ type: Cell.Type) -> AnyObject { Reader<Cell>() }
        return (Output.self as? any _ColumnValue.Type).map { open($0) }
    }
}
