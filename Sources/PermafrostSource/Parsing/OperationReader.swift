import SwiftSyntax

/// A reader for the operations in the closure of a `MigrationPlan`'s stage.
///
/// It includes the operations in both branches of an `if` and in the body of a loop, because it isn't known which of
/// them will run.
struct OperationReader {
    /// The maximum nesting depth of `if`, `for` and `#if`.
    private static let depthLimit = 16

    let bytes: UnsafeBufferPointer<UInt8>
    private var types: TypeReader { TypeReader(bytes: bytes) }

    func read(_ closure: ClosureExprSyntax) -> [ParsedOperation] { operations(closure.statements, [], 0) }

    /// Returns an operation for an expression whose operations can't be determined, such as a call of a function that
    /// returns operations. The operation's name is the expression's source.
    func opaque(_ node: ExprSyntax) -> ParsedOperation {
        ParsedOperation(name: SourceText(bytes: bytes).collapsed(node), offset: node.start)
    }

    // MARK: Statements

    private func operations(
        _ items: CodeBlockItemListSyntax, _ conditions: [Condition], _ depth: Int
    ) -> [ParsedOperation] {
        guard depth < Self.depthLimit else { return [] }
        return items.flatMap { item -> [ParsedOperation] in
            switch item.item {
            case .expr(let expression): return operations(expression, conditions, depth)
            case .stmt(let statement):
                if let wrapped = statement.as(ExpressionStmtSyntax.self) {
                    return operations(wrapped.expression, conditions, depth)
                }
                if let loop = statement.as(ForStmtSyntax.self) {
                    return operations(loop.body.statements, conditions, depth + 1)
                }
                if let result = statement.as(ReturnStmtSyntax.self), let value = result.expression {
                    return operations(value, conditions, depth)
                }
                return []
            case .decl(let declaration):
                guard let node = declaration.as(IfConfigDeclSyntax.self) else { return [] }
                let reader = ConditionReader(bytes: bytes)
                return zip(node.clauses, reader.conditions(of: node)).flatMap { clause, condition in
                    guard case .statements(let items) = clause.elements else { return [ParsedOperation]() }
                    return operations(items, conditions + [condition], depth + 1)
                }
            default: return []
            }
        }
    }

    private func operations(
        _ node: ExprSyntax, _ conditions: [Condition], _ depth: Int
    ) -> [ParsedOperation] {
        if let list = node.as(ArrayExprSyntax.self) {
            return list.elements.flatMap { operations($0.expression, conditions, depth + 1) }
        }
        guard let branch = node.as(IfExprSyntax.self) else {
            var operation = operation(node)
            operation.conditions = conditions
            return [operation]
        }
        var found = operations(branch.body.statements, conditions, depth + 1)
        switch branch.elseBody {
        case .codeBlock(let block)?: found += operations(block.statements, conditions, depth + 1)
        case .ifExpr(let next)? where depth < Self.depthLimit:
            found += operations(ExprSyntax(next), conditions, depth + 1)
        default: break
        }
        return found
    }

    // MARK: Operations

    private func operation(_ node: ExprSyntax) -> ParsedOperation {
        guard let call = node.as(FunctionCallExprSyntax.self), let name = name(call.calledExpression) else {
            return opaque(node)
        }
        var operation = ParsedOperation(name: name, offset: node.start)
        operation.arguments = HookReader.read(call.calledExpression, types: types)
        func add(_ label: String?, _ value: ExprSyntax) {
            if let closure = value.as(ClosureExprSyntax.self) {
                operation.closures.append(.init(label: label, hook: HookReader.read(closure, types: types)))
                return
            }
            if let keyPath = value.as(KeyPathExprSyntax.self) {
                let (root, names) = types.keyPath(keyPath)
                operation.keyPaths.append(.init(root: root, names: names))
            }
            let named = HookReader.read(value, types: types)
            operation.arguments.types += named.types
            operation.arguments.reads += named.reads
        }
        for argument in call.arguments {
            if let label = argument.label?.plainText { operation.labels.insert(label) }
            if argument.label?.plainText == "because" {
                operation.reason = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
            }
            if let list = argument.expression.as(ArrayExprSyntax.self) {
                for element in list.elements { add(argument.label?.plainText, element.expression) }
            } else {
                add(argument.label?.plainText, argument.expression)
            }
        }
        if let closure = call.trailingClosure { add(nil, ExprSyntax(closure)) }
        for closure in call.additionalTrailingClosures { add(closure.label.plainText, ExprSyntax(closure.closure)) }
        return operation
    }

    /// Returns the operation's name, or nil if the called expression isn't a chain of names. The name of `Rename`,
    /// `Permafrost.Rename`, `Rename<A, B>` and `Rename.init` is `Rename`, and the name of `Assert.unique` is
    /// `Assert.unique`.
    private func name(_ callee: ExprSyntax) -> String? {
        guard var path = path(callee, depth: 0) else { return nil }
        if path.count > 1, path[0] == "Permafrost" { path.removeFirst() }
        if path.count > 1, path.last == "init" { path.removeLast() }
        return path.joined(separator: ".")
    }

    private func path(_ node: ExprSyntax, depth: Int) -> [String]? {
        guard depth < Self.depthLimit else { return nil }
        if let reference = node.as(DeclReferenceExprSyntax.self) { return [reference.baseName.plainText] }
        if let generic = node.as(GenericSpecializationExprSyntax.self) {
            return path(generic.expression, depth: depth + 1)
        }
        guard let member = node.as(MemberAccessExprSyntax.self), let base = member.base,
            let front = path(base, depth: depth + 1)
        else { return nil }
        return front + [member.declName.baseName.plainText]
    }
}
