import SwiftSyntax

extension SyntaxProtocol {
    /// Returns the possible values of a local constant that gets its value in the branches of an `if`, `switch` or
    /// `#if`. The constant must be visible at this node. Ignores branches that no build for users compiles.
    ///
    /// - Returns: nil if the name isn't such a constant; an empty array if a value can't be read, if a branch gives the
    ///   constant no value, or if there are too many values.
    func branchValues(named name: String) -> [ExprSyntax]? {
        var current = Syntax(self)
        while let parent = current.parent {
            if let items = parent.as(CodeBlockItemListSyntax.self), items.parent?.is(SourceFileSyntax.self) != true {
                switch BranchValues(of: name, in: items, before: current) {
                case .values(let values): return values
                case .direct: return nil
                case .absent: break
                }
            }
            if parent.declaresParameter(named: name) { return nil }
            if let closure = parent.as(ClosureExprSyntax.self), closure.names(name) { return nil }
            current = parent
        }
        return nil
    }
}

/// The result of a search for a local constant's values in a list of statements.
private enum BranchValues {
    /// The statements don't declare the constant.
    case absent
    /// The name is declared, but doesn't get its value in branches: it is a `var`, has a getter, or has a single value.
    case direct
    /// The values that branches give the constant. Empty if a branch gives it no value, if a value can't be read, or if
    /// there are too many values.
    case values([ExprSyntax])

    /// The maximum nesting depth of conditions.
    private static let depthLimit = 8
    /// The maximum number of values.
    private static let countLimit = 16

    init(of name: String, in items: CodeBlockItemListSyntax, before item: Syntax) {
        self = .absent
        for other in items where other.position < item.position {
            if let variable = other.item.as(VariableDeclSyntax.self) {
                guard let binding = variable.bindings.first(where: { $0.pattern.name == name }) else { continue }
                let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
                let isOpen = binding.initializer == nil && binding.accessorBlock == nil
                self = isOpen && isConstant ? .values([]) : .direct
                if isConstant, let branches = binding.initializer.flatMap({ Self.branches(in: $0.value) }) {
                    self = .values(Self.results(of: branches))
                }
                continue
            }
            switch self {
            case .direct: continue
            // A constant can be declared in the branches of an `#if`.
            case .absent where !other.item.is(IfConfigDeclSyntax.self): continue
            case .absent, .values:
                if let values = Self.value(of: name, in: other, 0) {
                    self = .values(values.count > Self.countLimit ? [] : values)
                }
            }
        }
    }

    /// Returns the values from the first statement that gives the name a value, or nil if no statement does. The result
    /// is empty if a value can't be read.
    private static func values(of name: String, in items: CodeBlockItemListSyntax, _ depth: Int) -> [ExprSyntax]? {
        guard depth < depthLimit else { return nil }
        return items.lazy.compactMap { value(of: name, in: $0, depth) }.first
    }

    private static func value(of name: String, in item: CodeBlockItemSyntax, _ depth: Int) -> [ExprSyntax]? {
        if let variable = item.item.as(VariableDeclSyntax.self) {
            let binding = variable.bindings.first { $0.pattern.name == name }
            return binding?.initializer.map { [$0.value] }
        }
        if let condition = item.item.as(IfConfigDeclSyntax.self) {
            let clauses = condition.clauses.filter { !$0.isNeverShipped }
            return values(of: name, inAll: clauses.map { $0.elements?.as(CodeBlockItemListSyntax.self) }, depth)
        }
        let expression = item.item.as(ExpressionStmtSyntax.self)?.expression ?? item.item.as(ExprSyntax.self)
        if let branches = expression.flatMap({ branches(in: $0) }) { return values(of: name, inAll: branches, depth) }
        guard let elements = expression?.as(SequenceExprSyntax.self).map({ Array($0.elements) }), elements.count >= 3,
            elements[1].is(AssignmentExprSyntax.self),
            elements[0].as(DeclReferenceExprSyntax.self)?.baseName.text == name
        else { return nil }
        return elements.count == 3 ? [elements[2]] : []
    }

    /// Returns the only expression of each branch. The result is empty if a branch isn't a single expression, or if
    /// there are too many branches.
    private static func results(of branches: [CodeBlockItemListSyntax?]) -> [ExprSyntax] {
        let found = branches.compactMap { items -> ExprSyntax? in
            guard let items, items.count == 1 else { return nil }
            return items.first?.item.as(ExprSyntax.self)
        }
        return found.count == branches.count && found.count <= countLimit ? found : []
    }

    /// Returns the statements of each branch of an `if` or `switch`. Returns nil for any other expression.
    private static func branches(in expression: ExprSyntax) -> [CodeBlockItemListSyntax?]? {
        if let choice = expression.as(IfExprSyntax.self) { return branches(of: choice) }
        return expression.as(SwitchExprSyntax.self)?.cases.map { $0.as(SwitchCaseSyntax.self)?.statements }
    }

    /// Returns the statements of each branch of an `if`. The last element is nil if the `if` doesn't have a final
    /// `else`.
    private static func branches(of choice: IfExprSyntax) -> [CodeBlockItemListSyntax?] {
        var found: [CodeBlockItemListSyntax?] = []
        var next: IfExprSyntax? = choice
        while let current = next, found.count <= countLimit {
            found.append(current.body.statements)
            let other = current.elseBody.map { Syntax($0) }
            next = other?.as(IfExprSyntax.self)
            if next == nil { found.append(other?.as(CodeBlockSyntax.self)?.statements) }
        }
        return found
    }

    /// Returns the values that branches give to a name, or nil if no branch gives the name a value. The result is empty
    /// if a branch gives the name no value and doesn't end with `return` or `throw`, or if a value can't be read.
    private static func values(
        of name: String, inAll branches: [CodeBlockItemListSyntax?], _ depth: Int
    ) -> [ExprSyntax]? {
        let values = branches.map { branch in branch.flatMap { self.values(of: name, in: $0, depth + 1) } }
        guard values.contains(where: { $0 != nil }) else { return nil }
        let isComplete = zip(branches, values).allSatisfy { branch, values in
            if let values { return !values.isEmpty }
            let last = branch?.last?.item
            return last?.is(ReturnStmtSyntax.self) == true || last?.is(ThrowStmtSyntax.self) == true
        }
        return isComplete ? values.flatMap { $0 ?? [] } : []
    }
}
