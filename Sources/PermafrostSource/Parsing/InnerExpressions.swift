import SwiftSyntax

extension ExprSyntax {
    /// The expression inside `try`, `!`, `?`, a cast or parentheses. Nil for any other expression.
    var unwrapped: ExprSyntax? {
        if let attempt = self.as(TryExprSyntax.self) { return attempt.expression }
        if let awaited = self.as(AwaitExprSyntax.self) { return awaited.expression }
        if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression }
        if let optional = self.as(OptionalChainingExprSyntax.self) { return optional.expression }
        if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1 {
            return tuple.elements.first?.expression
        }
        if let cast = self.as(SequenceExprSyntax.self),
            cast.elements.contains(where: { $0.is(UnresolvedAsExprSyntax.self) })
        {
            return cast.elements.first
        }
        return nil
    }
}

extension SyntaxProtocol {
    /// Returns whether a name refers to an element of the list that a loop or closure iterates over.
    func iterates(named name: String) -> Bool {
        var current = parent
        while let node = current {
            if node.as(ForStmtSyntax.self)?.pattern.name == name { return true }
            if node.as(ClosureExprSyntax.self)?.names(name) == true { return true }
            if let items = node.as(CodeBlockItemListSyntax.self), items.declares(name) { return false }
            current = node.parent
        }
        return false
    }
}

extension CodeBlockSyntax {
    /// The expression in the only `return` statement, at the end of the body. Nil for any other body.
    var lastResult: ExprSyntax? {
        let returns = tokens(viewMode: .sourceAccurate).count { $0.tokenKind == .keyword(.return) }
        return returns == 1 ? statements.last?.item.as(ReturnStmtSyntax.self)?.expression : nil
    }
}

extension CodeBlockItemListSyntax {
    /// The expression that the body returns, if it contains only one `return` statement or one expression, after
    /// declarations. Nil for any other body.
    var onlyResult: ExprSyntax? {
        guard let last = last?.item else { return nil }
        let others = dropLast().allSatisfy { $0.item.is(VariableDeclSyntax.self) || $0.item.is(GuardStmtSyntax.self) }
        guard others else { return nil }
        return last.as(ReturnStmtSyntax.self)?.expression ?? (count == 1 ? last.as(ExprSyntax.self) : nil)
    }

    fileprivate func declares(_ name: String) -> Bool {
        contains { item in
            item.item.as(VariableDeclSyntax.self)?.bindings.contains { $0.pattern.name == name } ?? false
        }
    }
}
