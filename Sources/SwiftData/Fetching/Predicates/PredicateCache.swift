import Foundation
import PermafrostModel
import PermafrostStore

/// The SQL conditions of the predicates that a container's fetches have used.
///
/// Apps evaluate few predicates many times, each time with different constants. The SQL of such predicates depends only
/// on the expression's type, its key paths and operators, and the kinds of its constants. A translation visits the
/// expression through dynamic casts, which takes longer than running the fetch. So the SQL is kept, and the next
/// predicate of the same form only provides its constants.
final class PredicateCache: Sendable {
    /// The maximum number of conditions to keep.
    private static let limit = 200

    private struct Entry {
        var entity: ObjectIdentifier
        var form: PredicateForm
        var condition: PredicateTranslation.Condition
    }

    private struct Content: @unchecked Sendable {
        /// The readers of expression types: a ``PartReader`` of the type, or nil if its SQL isn't kept.
        var readers: [ObjectIdentifier: AnyObject?] = [:]
        /// The conditions, keyed by the expression's type.
        var entries: [ObjectIdentifier: [Entry]] = [:]
        var count = 0
    }

    private let content = Locked(Content())

    /// Returns the condition for a predicate. Calls `translate` only if no kept condition has the predicate's form.
    func condition<T: PersistentModel>(
        of predicate: Predicate<T>, _ entity: EntityStorage, translate: () throws -> PredicateTranslation.Condition
    ) rethrows -> PredicateTranslation.Condition {
        guard let form = form(of: predicate.expression, predicate.variable.key) else { return try translate() }
        let type = ObjectIdentifier(Swift.type(of: predicate.expression))
        if var known = known(type, ObjectIdentifier(entity), form) {
            known.parameters = form.constants
            return known
        }
        let condition = try translate()
        // The constants are the parameters in the order of the expression. If a translation arranges them differently,
        // its SQL isn't kept.
        if condition.parameters == form.constants {
            content.withLock { content in
                if content.count >= Self.limit { (content.entries, content.count) = ([:], 0) }
                content.entries[type, default: []].append(
                    Entry(entity: ObjectIdentifier(entity), form: form, condition: condition))
                content.count += 1
            }
        }
        return condition
    }

    private func known(
        _ type: ObjectIdentifier, _ entity: ObjectIdentifier, _ form: PredicateForm
    ) -> PredicateTranslation.Condition? {
        content.withLock { content in
            content.entries[type]?.first { $0.entity == entity && $0.form.hasSameSQL(as: form) }?.condition
        }
    }

    private func form<Part: PredicateExpression>(
        of expression: Part, _ variable: PredicateExpressions.VariableID
    ) -> PredicateForm? {
        let type = ObjectIdentifier(Part.self)
        let reader = content.withLock { content in
            if let known = content.readers[type] { return known }
            let made = (Part.self as? any ReadablePart.Type)?.makeReader()
            if content.readers.count >= Self.limit { content.readers = [:] }
            content.readers[type] = .some(made)
            return made
        }
        guard let reader = reader as? PartReader<Part> else { return nil }
        var form = PredicateForm(variable: variable)
        return reader.read(expression, into: &form) ? form : nil
    }
}

/// The properties of a predicate that its SQL depends on, and its constants.
struct PredicateForm {
    /// The variable that stands for the fetched object.
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

/// A reader that collects what the SQL of one type of expression depends on. It's made once for each type, so that
/// reading an expression needs no dynamic casts.
class PartReader<Part> {
    /// Adds a part to a form. Returns false if the SQL of the part depends on more than the form contains.
    func read(_ part: Part, into form: inout PredicateForm) -> Bool { false }
}

/// A type of expression that may have a reader.
private protocol ReadablePart {
    /// Returns a ``PartReader`` of the type, or nil if the type has parts without a reader.
    static func makeReader() -> AnyObject?
}

extension ReadablePart {
    fileprivate static func reader<Part>(of type: Part.Type) -> PartReader<Part>? {
        (type as? any ReadablePart.Type)?.makeReader() as? PartReader<Part>
    }
}

/// A reader of an expression with two operands.
private final class PairReader<Part, Left, Right>: PartReader<Part> {
    private let left: (PartReader<Left>, (Part) -> Left)
    private let right: (PartReader<Right>, (Part) -> Right)
    private let mark: (Part) -> UInt8?

    /// Creates a reader, or returns nil if an operand has no reader.
    ///
    /// - Parameter mark: returns the mark of the expression's operator, or nil if the operator is unknown.
    init?(
        _ left: PartReader<Left>?, _ leftPart: @escaping (Part) -> Left, _ right: PartReader<Right>?,
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

extension PredicateExpressions.Conjunction: ReadablePart {
    static func makeReader() -> AnyObject? {
        PairReader<Self, LHS, RHS>(reader(of: LHS.self), { $0.lhs }, reader(of: RHS.self), { $0.rhs })
    }
}

extension PredicateExpressions.Disjunction: ReadablePart {
    static func makeReader() -> AnyObject? {
        PairReader<Self, LHS, RHS>(reader(of: LHS.self), { $0.lhs }, reader(of: RHS.self), { $0.rhs })
    }
}

extension PredicateExpressions.Equal: ReadablePart {
    static func makeReader() -> AnyObject? {
        PairReader<Self, LHS, RHS>(reader(of: LHS.self), { $0.lhs }, reader(of: RHS.self), { $0.rhs })
    }
}

extension PredicateExpressions.NotEqual: ReadablePart {
    static func makeReader() -> AnyObject? {
        PairReader<Self, LHS, RHS>(reader(of: LHS.self), { $0.lhs }, reader(of: RHS.self), { $0.rhs })
    }
}

extension PredicateExpressions.Comparison: ReadablePart {
    static func makeReader() -> AnyObject? {
        PairReader<Self, LHS, RHS>(
            reader(of: LHS.self), { $0.lhs }, reader(of: RHS.self), { $0.rhs }, mark: { mark(of: $0.op) })
    }

    private static func mark(of operator: Operator) -> UInt8? {
        switch `operator` {
        case .lessThan: 1
        case .lessThanOrEqual: 2
        case .greaterThan: 3
        case .greaterThanOrEqual: 4
        @unknown default: nil
        }
    }
}

extension PredicateExpressions.Negation: ReadablePart {
    private final class Reader: PartReader<PredicateExpressions.Negation<Wrapped>> {
        let wrapped: PartReader<Wrapped>
        init(_ wrapped: PartReader<Wrapped>) { self.wrapped = wrapped }

        override func read(_ part: PredicateExpressions.Negation<Wrapped>, into form: inout PredicateForm) -> Bool {
            wrapped.read(part.wrapped, into: &form)
        }
    }

    static func makeReader() -> AnyObject? {
        guard let wrapped = reader(of: Wrapped.self) else { return nil }
        return Reader(wrapped)
    }
}

extension PredicateExpressions.KeyPath: ReadablePart {
    /// A reader of a property of the fetched object.
    private final class Reader: PartReader<PredicateExpressions.KeyPath<Root, Output>> {
        override func read(_ part: PredicateExpressions.KeyPath<Root, Output>, into form: inout PredicateForm) -> Bool {
            guard let root = part.root as? PredicateExpressions.Variable<Root.Output>, root.key == form.variable else {
                return false
            }
            form.add(part.keyPath)
            return true
        }
    }

    static func makeReader() -> AnyObject? {
        Root.self == PredicateExpressions.Variable<Root.Output>.self ? Reader() : nil
    }
}

extension PredicateExpressions.Value: ReadablePart {
    /// A reader of a constant that fits in one column.
    private final class Reader<Cell: _ColumnValue>: PartReader<PredicateExpressions.Value<Cell>> {
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
