import SwiftSyntax

/// A reader that creates ``Statement`` values from the statements of a getter, function or closure.
struct StatementReader {
    let expressions: ExpressionReader

    private var inner: ExpressionReader { expressions.inner }

    /// Reads a list of statements.
    ///
    /// - Parameter isBody: whether the list is a complete body, whose only expression becomes its result.
    func statements(_ items: CodeBlockItemListSyntax, isBody: Bool) -> [Statement] {
        guard expressions.depth < ExpressionReader.depthLimit else {
            return items.first.map { [.other("…", offset: $0.start)] } ?? []
        }
        let result = items.flatMap(statements)
        return isBody ? asBody(result) : result
    }

    /// Turns a body's only expression into the body's result. If the body is a single `if`, `guard` or `#if`, does the
    /// same in each branch.
    private func asBody(_ statements: [Statement]) -> [Statement] {
        guard statements.count == 1 else { return statements }
        switch statements[0] {
        case .expression(let value): return [.result(value)]
        case .branches(let branches):
            return [.branches(branches.map { .init(condition: $0.condition, statements: asBody($0.statements)) })]
        case .condition(var choice):
            choice.then = asBody(choice.then)
            choice.otherwise = asBody(choice.otherwise)
            return [.condition(choice)]
        case .result, .variable, .loop, .other: return statements
        }
    }

    private func statements(_ item: CodeBlockItemSyntax) -> [Statement] {
        if case .expr(let expression) = item.item {
            if let choice = expression.as(IfExprSyntax.self) { return [condition(choice, item)] }
            return [.expression(inner.read(expression))]
        }
        if case .stmt(let statement) = item.item {
            if let result = statement.as(ReturnStmtSyntax.self), let value = result.expression {
                if let choice = value.as(IfExprSyntax.self), case .condition(let read) = condition(choice, item) {
                    return asBody([.condition(read)])
                }
                return [.result(inner.read(value))]
            }
            if let loop = statement.as(ForStmtSyntax.self) { return [self.loop(loop, item) ?? other(item)] }
            if let check = statement.as(GuardStmtSyntax.self) { return [condition(check, item)] }
            guard let wrapped = statement.as(ExpressionStmtSyntax.self), !wrapped.expression.is(SwitchExprSyntax.self)
            else { return [other(item)] }
            if let choice = wrapped.expression.as(IfExprSyntax.self) { return [condition(choice, item)] }
            return [.expression(inner.read(wrapped.expression))]
        }
        guard case .decl(let declaration) = item.item else { return [other(item)] }
        return self.declaration(declaration, item)
    }

    private func declaration(_ declaration: DeclSyntax, _ item: CodeBlockItemSyntax) -> [Statement] {
        if let conditional = declaration.as(IfConfigDeclSyntax.self) { return [branches(conditional)] }
        guard let variable = declaration.as(VariableDeclSyntax.self) else { return [other(item)] }
        return variable.bindings.map { binding in
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self), binding.accessorBlock == nil else {
                return other(item)
            }
            return .variable(
                name: name.identifier.plainText, type: binding.typeAnnotation.map { inner.types.read($0.type) },
                value: binding.initializer.map { inner.read($0.value) })
        }
    }

    // MARK: Conditions and loops

    private func condition(_ node: IfExprSyntax, _ item: CodeBlockItemSyntax) -> Statement {
        var otherwise: [Statement] = []
        if case .codeBlock(let block)? = node.elseBody {
            otherwise = inner.statements(block.statements, isBody: false)
        } else if case .ifExpr(let next)? = node.elseBody {
            let reader = StatementReader(expressions: inner)
            otherwise =
                inner.depth < ExpressionReader.depthLimit
                ? [reader.condition(next, item)] : [.other("…", offset: next.start)]
        }
        return .condition(
            .init(
                test: test(node.conditions), bindings: bindings(node.conditions),
                then: inner.statements(node.body.statements, isBody: false),
                otherwise: otherwise, text: words(item)))
    }

    private func condition(_ node: GuardStmtSyntax, _ item: CodeBlockItemSyntax) -> Statement {
        .condition(
            .init(
                test: test(node.conditions), bindings: bindings(node.conditions), then: [],
                otherwise: inner.statements(node.body.statements, isBody: false), text: words(item)))
    }

    /// Returns the conditions, combined with `&&`. A condition that isn't an expression, such as `#available(…)`, is
    /// kept as a string.
    private func test(_ conditions: ConditionElementListSyntax) -> Expression {
        let tests = conditions.map { element -> Expression in
            if case .expression(let expression) = element.condition { return inner.read(expression) }
            return Expression(
                .other(SourceText(bytes: expressions.bytes).collapsed(element.condition)), at: element.start)
        }
        guard let first = tests.first else { return Expression(.boolean(true), at: conditions.start) }
        return tests.dropFirst().reduce(first) { Expression(.infix($0, "&&", $1), at: $0.offset) }
    }

    private func bindings(_ conditions: ConditionElementListSyntax) -> [ExpressionArgument] {
        conditions.compactMap { element in
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self),
                let name = binding.pattern.name, let value = binding.initializer?.value
            else { return nil }
            return ExpressionArgument(label: name, value: inner.read(value))
        }
    }

    private func loop(_ node: ForStmtSyntax, _ item: CodeBlockItemSyntax) -> Statement? {
        guard node.caseKeyword == nil, node.awaitKeyword == nil else { return nil }
        return .loop(
            .init(
                sequence: inner.read(node.sequence), filter: node.whereClause.map { inner.read($0.condition) },
                body: inner.statements(node.body.statements, isBody: false), text: words(item)))
    }

    private func branches(_ node: IfConfigDeclSyntax) -> Statement {
        let conditions = ConditionReader(bytes: expressions.bytes).conditions(of: node)
        return .branches(
            zip(node.clauses, conditions).map { clause, condition in
                guard case .statements(let items) = clause.elements else {
                    return .init(condition: condition, statements: [])
                }
                return .init(condition: condition, statements: inner.statements(items, isBody: false))
            })
    }

    private func other(_ item: CodeBlockItemSyntax) -> Statement { .other(words(item), offset: item.start) }

    private func words(_ item: CodeBlockItemSyntax) -> String {
        let text = SourceText(bytes: expressions.bytes).collapsed(item)
        return text.count > 60 ? text.prefix(60) + "…" : text
    }
}
