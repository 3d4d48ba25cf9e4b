import SwiftSyntax

/// The expressions that a property such as `models` can evaluate to: its initial value, or the results of its getter. A
/// getter has several results if, for example, it has branches.
struct ListResults {
    let expressions: [ExprSyntax]
    /// The names of constants and variables that the getter declares.
    let locals: Set<String>

    init(of property: VariableDeclSyntax) {
        guard let binding = property.bindings.first else {
            (expressions, locals) = ([], [])
            return
        }
        if let value = binding.initializer?.value {
            (expressions, locals) = ([value], [])
            return
        }
        guard let body = Self.getter(of: binding) else {
            (expressions, locals) = ([], [])
            return
        }
        let returned = NodeFinder<ReturnStmtSyntax>.all(in: Syntax(body), besides: Self.isInnerCode)
        expressions = returned.isEmpty ? Self.implicit(body) : returned.compactMap(\.expression)
        locals = Set(
            NodeFinder<VariableDeclSyntax>.all(in: Syntax(body), besides: Self.isInnerCode)
                .flatMap(\.bindings).map(\.pattern.trimmedDescription))
    }

    private static func getter(of binding: PatternBindingSyntax) -> CodeBlockItemListSyntax? {
        let accessors = binding.accessorBlock?.accessors
        if case .getter(let body)? = accessors { return body }
        guard case .accessors(let list)? = accessors else { return nil }
        return list.first { $0.accessorSpecifier.text == "get" }?.body?.statements
    }

    /// Returns whether a node is a closure or function, so that a `return` inside it doesn't return from the getter.
    private static func isInnerCode(_ node: Syntax) -> Bool {
        node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self)
    }

    /// Returns the results of a body without `return`. These are its only expression, or the only expressions in the
    /// branches of an `#if`, `if` or `switch`.
    private static func implicit(_ items: CodeBlockItemListSyntax) -> [ExprSyntax] {
        guard items.count == 1, let item = items.first?.item else { return [] }
        if let condition = item.as(IfConfigDeclSyntax.self) {
            return condition.clauses.flatMap { clause -> [ExprSyntax] in
                guard case .statements(let items)? = clause.elements else { return [] }
                return implicit(items)
            }
        }
        guard let expression = item.as(ExprSyntax.self) ?? item.as(ExpressionStmtSyntax.self)?.expression else {
            return []
        }
        if let choice = expression.as(IfExprSyntax.self) { return implicit(choice) }
        guard let choice = expression.as(SwitchExprSyntax.self) else { return [expression] }
        return choice.cases.flatMap { $0.as(SwitchCaseSyntax.self).map { implicit($0.statements) } ?? [] }
    }

    private static func implicit(_ choice: IfExprSyntax) -> [ExprSyntax] {
        let first = implicit(choice.body.statements)
        if case .ifExpr(let next)? = choice.elseBody { return first + implicit(next) }
        guard case .codeBlock(let block)? = choice.elseBody else { return first }
        return first + implicit(block.statements)
    }

    /// The array literal at the end of each result, or nil for a result that doesn't end with one.
    var arrays: [ArrayExprSyntax?] {
        expressions.map { Self.operands(of: $0)?.last?.as(ArrayExprSyntax.self) }
    }

    /// Returns the lists that an expression joins with `+`, or nil if it contains any other operator.
    static func operands(of expression: ExprSyntax) -> [ExprSyntax]? {
        guard let sequence = expression.as(SequenceExprSyntax.self) else { return [expression] }
        var elements = Array(sequence.elements)
        // `list as [any PersistentModel.Type]`
        if elements.count > 2, elements[elements.count - 2].is(UnresolvedAsExprSyntax.self) { elements.removeLast(2) }
        let operators = elements.enumerated().filter { $0.offset % 2 == 1 }.map(\.element.trimmedDescription)
        guard operators.allSatisfy({ $0 == "+" }) else { return nil }
        return elements.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    }

    /// Returns the edits that append elements to every result: to the array literal at the end of the result or, if it
    /// doesn't end with one, as `+` and a new array literal.
    func appending(_ texts: [String], in file: SwiftFile) -> [(range: Range<Int>, text: String)] {
        expressions.map { expression in
            if let array = Self.operands(of: expression)?.last?.as(ArrayExprSyntax.self) {
                return array.appending(texts, in: file)
            }
            let end = expression.bounds.upperBound
            return (end..<end, " + [\(texts.joined(separator: ", "))]")
        }
    }
}

extension ArrayExprSyntax {
    /// Returns the edit that appends elements, formatted like the array.
    func appending(_ texts: [String], in file: SwiftFile) -> (range: Range<Int>, text: String) {
        guard let last = elements.last else {
            let start = leftSquare.endPositionBeforeTrailingTrivia.utf8Offset
            return (start..<rightSquare.bounds.lowerBound, texts.joined(separator: ", "))
        }
        let isOnLineOfItsOwn =
            last.leadingTrivia.contains { $0.isNewline }
            || elements.count == 1 && leftSquare.trailingTrivia.contains { $0.isNewline }
        // Keep a comment that follows an element next to it.
        let end = last.expression.bounds.upperBound
        let trivia = (last.trailingComma?.trailingTrivia ?? []) + last.expression.trailingTrivia
        let isInLineWithComment = trivia.contains { if case .lineComment = $0 { true } else { false } }
        let separator =
            isOnLineOfItsOwn || isInLineWithComment
            ? file.lineEnd + file.indentation(at: last.bounds.lowerBound) : " "
        if let comma = last.trailingComma {
            return (comma.endWithComment..<comma.endWithComment, texts.map { separator + $0 + "," }.joined())
        }
        let comment = file.text(end..<last.expression.endWithComment)
        let added = texts.joined(separator: "," + separator)
        return (end..<last.expression.endWithComment, "," + comment + separator + added)
    }
}
