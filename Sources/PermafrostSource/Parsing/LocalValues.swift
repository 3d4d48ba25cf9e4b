import SwiftSyntax

extension SyntaxProtocol {
    /// Returns the expression that a name refers to at this node, or nil if the file doesn't contain it. The expression
    /// is the value of a local or global constant or variable, the sequence that a loop or closure iterates over, or
    /// the value of an enclosing type's property.
    func value(named name: String) -> ExprSyntax? {
        var current = Syntax(self)
        while let parent = current.parent {
            if let loop = parent.as(ForStmtSyntax.self), loop.pattern.name == name { return loop.sequence }
            if let closure = parent.as(ClosureExprSyntax.self), closure.names(name) {
                return closure.callBase
            }
            if let items = parent.as(CodeBlockItemListSyntax.self),
                let value = items.value(named: name, before: current)
            {
                return value
            }
            if let members = parent.as(MemberBlockItemListSyntax.self),
                let value = members.lazy.compactMap({ $0.decl.as(VariableDeclSyntax.self)?.value(named: name) }).first
            {
                return value
            }
            if let conditional = parent.as(IfExprSyntax.self), let value = conditional.conditions.value(named: name) {
                return value
            }
            if parent.declaresParameter(named: name) { return nil }
            current = parent
        }
        return nil
    }
}

extension SyntaxProtocol {
    /// The type annotation and the value in a declaration. Both are nil for a loop's variable, a closure's parameter or
    /// an `if let`, because their types can only be inferred from other code.
    typealias NamedDeclaration = (type: TypeSyntax?, value: ExprSyntax?)

    /// Returns the type annotation and the value of the parameter, constant or property that a name refers to at this
    /// node. Returns nil if the file doesn't declare the name.
    func declaration(named name: String) -> NamedDeclaration? {
        var current = Syntax(self)
        while let parent = current.parent {
            if parent.as(ForStmtSyntax.self)?.pattern.name == name
                || parent.as(ClosureExprSyntax.self)?.names(name) == true
                || parent.as(IfExprSyntax.self)?.conditions.value(named: name) != nil
            {
                return (nil, nil)
            }
            let variables =
                parent.as(CodeBlockItemListSyntax.self)?.filter {
                    $0.position < current.position || parent.parent?.is(SourceFileSyntax.self) == true
                }.compactMap { $0.item.as(VariableDeclSyntax.self) }
                ?? parent.as(MemberBlockItemListSyntax.self)?.compactMap { $0.decl.as(VariableDeclSyntax.self) }
            if let binding = variables?.flatMap(\.bindings).last(where: { $0.pattern.name == name }) {
                return (binding.typeAnnotation?.type, binding.initializer?.value)
            }
            let signature =
                parent.as(FunctionDeclSyntax.self)?.signature ?? parent.as(InitializerDeclSyntax.self)?.signature
            let parameter = signature?.parameterClause.parameters.first {
                ($0.secondName ?? $0.firstName).plainText == name
            }
            if let parameter { return (parameter.type, nil) }
            current = parent
        }
        return nil
    }

    /// Returns whether this is a function or an initializer that has a parameter with the given name.
    func declaresParameter(named name: String) -> Bool {
        let signature = self.as(FunctionDeclSyntax.self)?.signature ?? self.as(InitializerDeclSyntax.self)?.signature
        return signature?.parameterClause.parameters.contains {
            ($0.secondName ?? $0.firstName).plainText == name
        } ?? false
    }
}

extension PatternSyntax {
    /// The name that the pattern binds, or nil if the pattern isn't a single name.
    var name: String? { self.as(IdentifierPatternSyntax.self)?.identifier.plainText }
}

extension ClosureExprSyntax {
    /// Returns whether the closure has a parameter with the given name. Without a parameter list, this is `$0`.
    func names(_ name: String) -> Bool {
        if name == "$0" { return signature?.parameterClause == nil }
        if case .simpleInput(let list)? = signature?.parameterClause {
            return list.contains { $0.name.plainText == name }
        }
        guard case .parameterClause(let clause)? = signature?.parameterClause else { return false }
        return clause.parameters.contains { ($0.secondName ?? $0.firstName).plainText == name }
    }

    /// The value whose method receives the closure, such as `urls` in `urls.forEach { … }`. Nil if the closure isn't
    /// passed to a value's method.
    fileprivate var callBase: ExprSyntax? {
        parent?.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)?.base
    }
}

extension CodeBlockItemListSyntax {
    /// Returns the keyword, `let` or `var`, of a name's last declaration before the given item. The declaration may be
    /// a condition of a `guard` statement. Returns nil if there is no such declaration.
    func keyword(of name: String, before item: Syntax) -> TokenKind? {
        var found: TokenKind?
        for other in self where other.position < item.position {
            if let variable = other.item.as(VariableDeclSyntax.self),
                variable.bindings.contains(where: { $0.pattern.name == name })
            {
                found = variable.bindingSpecifier.tokenKind
            } else if let binding = other.item.as(GuardStmtSyntax.self)?.conditions.binding(of: name) {
                found = binding.bindingSpecifier.tokenKind
            }
        }
        return found
    }

    /// Returns the value of a constant from its last declaration before the given item. At the top level of a file,
    /// also searches the declarations after the item. Returns nil if no declaration is found.
    fileprivate func value(named name: String, before item: Syntax) -> ExprSyntax? {
        var found: ExprSyntax?
        for other in self where other.position < item.position || parent?.is(SourceFileSyntax.self) == true {
            if let variable = other.item.as(VariableDeclSyntax.self) {
                found = variable.value(named: name) ?? found
            } else if let check = other.item.as(GuardStmtSyntax.self) {
                found = check.conditions.value(named: name) ?? found
            }
        }
        return found
    }
}

extension ConditionElementListSyntax {
    /// Returns the value that a condition such as `if let name = value` binds to the name. Returns nil if no condition
    /// binds a value to it.
    fileprivate func value(named name: String) -> ExprSyntax? { binding(of: name)?.initializer?.value }

    /// Returns the condition that binds the name, such as `let name = value`, or nil if no condition binds it.
    fileprivate func binding(of name: String) -> OptionalBindingConditionSyntax? {
        lazy.compactMap { $0.condition.as(OptionalBindingConditionSyntax.self) }.first { $0.pattern.name == name }
    }
}

extension VariableDeclSyntax {
    /// Returns a variable's initial value or the only expression in its getter. Returns nil if the declaration has
    /// neither, or doesn't declare the name.
    fileprivate func value(named name: String) -> ExprSyntax? {
        guard let binding = bindings.first(where: { $0.pattern.name == name }) else { return nil }
        if let value = binding.initializer?.value { return value }
        guard case .getter(let items)? = binding.accessorBlock?.accessors, items.count == 1,
            let item = items.first?.item
        else { return nil }
        return item.as(ExprSyntax.self) ?? item.as(ReturnStmtSyntax.self)?.expression
    }
}
