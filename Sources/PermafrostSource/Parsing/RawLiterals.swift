import SwiftSyntax

/// The raw values that an enum's own `rawValue` returns, as literals in a `switch self`.
enum RawLiterals {
    /// Returns the literals, keyed by case name and without quotes. Omits a case whose result isn't a literal, and all
    /// cases if the accessors do anything else than to switch over `self`.
    static func values(in accessors: some SyntaxProtocol) -> [String: String] {
        guard let block = accessors.as(AccessorBlockSyntax.self), let statements = getter(of: block),
            statements.count == 1, let only = statements.first, let node = choice(in: only),
            node.subject.trimmedDescription == "self"
        else { return [:] }
        var values: [String: String] = [:]
        for element in node.cases {
            guard let branch = element.as(SwitchCaseSyntax.self) else { return [:] }
            guard let label = branch.label.as(SwitchCaseLabelSyntax.self), let value = literal(in: branch.statements)
            else { continue }
            for item in label.caseItems where item.whereClause == nil {
                guard let pattern = item.pattern.as(ExpressionPatternSyntax.self),
                    let member = pattern.expression.as(MemberAccessExprSyntax.self)
                else { continue }
                let name = member.declName.baseName.plainText
                // The first matching case of a switch applies.
                if values[name] == nil { values[name] = value }
            }
        }
        return values
    }

    private static func getter(of block: AccessorBlockSyntax) -> CodeBlockItemListSyntax? {
        if case .getter(let statements) = block.accessors { return statements }
        guard case .accessors(let list) = block.accessors else { return nil }
        return list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
    }

    private static func choice(in item: CodeBlockItemSyntax) -> SwitchExprSyntax? {
        result(of: item)?.as(SwitchExprSyntax.self)
    }

    /// Returns the expression of a `return` statement, or of a statement that is only an expression.
    private static func result(of item: CodeBlockItemSyntax) -> ExprSyntax? {
        if case .expr(let expression) = item.item { return expression }
        guard case .stmt(let statement) = item.item else { return nil }
        return statement.as(ReturnStmtSyntax.self)?.expression ?? statement.as(ExpressionStmtSyntax.self)?.expression
    }

    private static func literal(in statements: CodeBlockItemListSyntax) -> String? {
        guard statements.count == 1, let value = statements.first.flatMap(result) else { return nil }
        if let number = value.as(IntegerLiteralExprSyntax.self) { return Int(number.literal.text).map { String($0) } }
        if let minus = value.as(PrefixOperatorExprSyntax.self), minus.operator.text == "-",
            let number = minus.expression.as(IntegerLiteralExprSyntax.self)
        {
            return Int(number.literal.text).map { String(-$0) }
        }
        return value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
}
