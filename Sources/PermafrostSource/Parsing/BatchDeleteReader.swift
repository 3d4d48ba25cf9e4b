import SwiftSyntax

/// A reader of calls that delete rows in a store, without loading them.
struct BatchDeleteReader {
    /// The maximum number of names to follow in a chain.
    private static let depthLimit = 4

    let code: CodeVisitor
    /// A closure that returns the index of the type that encloses a node; -1 if no type does.
    let scope: (any SyntaxProtocol) -> Int32

    /// The calls, in source order. Calls in previews aren't included.
    var deletes: [ParsedFile.BatchDelete] {
        let ofContext = (code.calls["delete"] ?? []).compactMap { node -> ParsedFile.BatchDelete? in
            guard let first = node.arguments.first, first.label?.text == "model" else { return nil }
            return delete(node, .modelContext, Self.types(first.expression, depth: 0))
        }
        let requests = (code.calls["NSBatchDeleteRequest"] ?? []).map { node in
            delete(node, .request, node.value(of: "fetchRequest").flatMap { Self.entity($0, depth: 0) }.map { [$0] })
        }
        return (ofContext + requests).compactMap(\.self).sorted { $0.offset < $1.offset }
    }

    private func delete(
        _ node: FunctionCallExprSyntax, _ call: ProjectDeclarations.BatchDelete.Call, _ models: [TypeExpression]?
    ) -> ParsedFile.BatchDelete? {
        guard !node.isPreview else { return nil }
        return ParsedFile.BatchDelete(call: call, models: models ?? [], scope: scope(node), offset: node.start)
    }

    // MARK: Types

    /// Returns the types in `User.self`, in a list of types, or in the value of a constant; nil if the file doesn't
    /// determine them.
    private static func types(_ node: ExprSyntax, depth: Int) -> [TypeExpression]? {
        guard depth < depthLimit else { return nil }
        if let plain = withoutCast(node) { return types(plain, depth: depth + 1) }
        if let member = node.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "self" {
            return member.base.flatMap(type).map { [$0] }
        }
        if let list = node.as(ArrayExprSyntax.self) {
            let types = list.elements.map { Self.types($0.expression, depth: depth + 1) }
            return types.contains { $0 == nil } ? nil : types.compactMap(\.self).flatMap(\.self)
        }
        return value(of: node).flatMap { types($0, depth: depth + 1) }
    }

    /// Returns the operand of `as`, or the expression in parentheses; nil for any other expression.
    private static func withoutCast(_ node: ExprSyntax) -> ExprSyntax? {
        if let tuple = node.as(TupleExprSyntax.self), tuple.elements.count == 1 {
            return tuple.elements.first?.expression
        }
        guard let sequence = node.as(SequenceExprSyntax.self) else { return nil }
        let parts = Array(sequence.elements)
        return parts.count == 3 && parts[1].is(UnresolvedAsExprSyntax.self) ? parts[0] : nil
    }

    private static func type(_ node: ExprSyntax) -> TypeExpression? {
        node.namePath.map { path in .named(path.map { TypeExpression.Component(name: $0) }) }
    }

    /// Returns the value of a constant, or the sequence of a loop variable; nil for any other expression, such as a
    /// function's parameter.
    private static func value(of node: ExprSyntax) -> ExprSyntax? {
        guard let name = node.as(DeclReferenceExprSyntax.self)?.baseName.plainText else { return nil }
        var current = node.parent
        while let parent = current {
            let parameters =
                parent.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
                ?? parent.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters
            if let parameters {
                guard !parameters.contains(where: { ($0.secondName ?? $0.firstName).plainText == name }) else {
                    return nil
                }
                break
            }
            current = parent.parent
        }
        return node.value(named: name)
    }

    // MARK: Fetch requests

    /// Returns the entity of a fetch request: `User.fetchRequest()`, `NSFetchRequest<User>(…)`,
    /// `NSFetchRequest(entityName: "User")`, or a constant with such a value. Returns nil if the entity can't be
    /// determined.
    private static func entity(_ node: ExprSyntax, depth: Int) -> TypeExpression? {
        guard depth < depthLimit else { return nil }
        if let plain = withoutCast(node) { return entity(plain, depth: depth + 1) }
        guard let call = node.as(FunctionCallExprSyntax.self) else {
            return value(of: node).flatMap { entity($0, depth: depth + 1) }
        }
        if let name = call.value(of: "entityName") { return self.name(name).map { TypeExpression.name($0) } }
        if let callee = call.calledExpression.as(MemberAccessExprSyntax.self),
            callee.declName.baseName.text == "fetchRequest"
        {
            return callee.base.flatMap(type)
        }
        guard let generic = call.calledExpression.as(GenericSpecializationExprSyntax.self),
            let argument = generic.genericArgumentClause.arguments.first?.argument.trimmedDescription,
            !["NSFetchRequestResult", "NSManagedObject", "any NSFetchRequestResult"].contains(argument)
        else { return nil }
        return TypeExpression.name(argument)
    }

    /// Returns the name in `"User"` or `String(describing: User.self)`; nil for any other expression.
    private static func name(_ node: ExprSyntax) -> String? {
        if let literal = node.as(StringLiteralExprSyntax.self) {
            guard literal.segments.count == 1, case .stringSegment(let segment)? = literal.segments.first else {
                return nil
            }
            return segment.content.text
        }
        guard let call = node.as(FunctionCallExprSyntax.self), call.calledName == "String",
            let member = call.value(of: "describing")?.as(MemberAccessExprSyntax.self),
            member.declName.baseName.text == "self"
        else { return nil }
        return member.base?.namePath?.last
    }
}
