import SwiftSyntax

/// A reader of calls that delete rows in a store, without loading them.
struct BatchDeleteReader {
    /// The maximum recursion depth for following constants, casts and lists.
    private static let depthLimit = 4

    let code: CodeVisitor
    /// A closure that returns the index of the type that encloses a node, or -1 if no type does.
    let scope: (any SyntaxProtocol) -> Int32

    /// The calls, in source order. Omits calls in previews, and in `#if` branches that no build for users compiles.
    var deletes: [ParsedBatchDelete] {
        let ofContext = (code.calls["delete"] ?? []).compactMap { node -> ParsedBatchDelete? in
            guard let first = node.arguments.first, first.label?.text == "model" else { return nil }
            return delete(
                node, .modelContext, Self.types(first.expression, depth: 0), Self.receiver(node.calledExpression))
        }
        let requests = (code.calls["NSBatchDeleteRequest"] ?? []).map { node in
            delete(node, .request, node.value(of: "fetchRequest").flatMap { Self.entities($0, depth: 0) })
        }
        return (ofContext + requests).compactMap(\.self).sorted { $0.offset < $1.offset }
    }

    private func delete(
        _ node: FunctionCallExprSyntax, _ call: BatchDelete.Call, _ models: [TypeExpression]?,
        _ receiver: ParsedBatchDelete.Receiver = .unknown
    ) -> ParsedBatchDelete? {
        guard !node.isPreview, !node.isUnshipped else { return nil }
        return ParsedBatchDelete(
            call: call, receiver: receiver, models: models ?? [], scope: scope(node), offset: node.start)
    }

    // MARK: Receivers

    private static func receiver(_ callee: ExprSyntax) -> ParsedBatchDelete.Receiver {
        guard var base = callee.as(MemberAccessExprSyntax.self)?.base else { return .enclosing }
        if let chain = base.as(OptionalChainingExprSyntax.self) { base = chain.expression }
        if let forced = base.as(ForceUnwrapExprSyntax.self) { base = forced.expression }
        guard let path = base.namePath, let name = path.last, path.count == 1 || path.count == 2 && path[0] == "self"
        else { return madeType(base).map { .typed($0) } ?? .unknown }
        if name == "self" { return .enclosing }
        guard let declared = base.declaration(named: name) else { return .unknown }
        return (declared.type.flatMap(plainType) ?? declared.value.flatMap(madeType)).map { .typed($0) } ?? .unknown
    }

    /// Returns a type's name without `?` and `!`, or nil if the type isn't a plain name.
    private static func plainType(_ node: TypeSyntax) -> TypeExpression? {
        if let optional = node.as(OptionalTypeSyntax.self) { return plainType(optional.wrappedType) }
        if let optional = node.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return plainType(optional.wrappedType) }
        let names = node.trimmedDescription.split(separator: ".", omittingEmptySubsequences: false)
        guard names.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }) else {
            return nil
        }
        return .named(names.map { TypeExpression.Component(name: String($0)) })
    }

    /// Returns the type that a call such as `Repository(context)` creates, or nil for any other expression.
    private static func madeType(_ node: ExprSyntax) -> TypeExpression? {
        guard let call = node.as(FunctionCallExprSyntax.self), let path = call.calledExpression.namePath,
            path.last?.first?.isUppercase == true
        else { return nil }
        return .named(path.map { TypeExpression.Component(name: $0) })
    }

    // MARK: Types

    /// Returns the types in an expression such as `User.self`, in an array of such expressions, or in a constant with
    /// such a value. Returns nil if the types can't be determined from the file.
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

    /// Returns the operand of `as`, or the expression in parentheses. Returns nil for any other expression.
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

    /// Returns a constant's value if the expression is the constant's name, or a loop's sequence if it is the name of
    /// the loop's variable. Returns nil for any other expression, such as the name of a function's parameter.
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

    /// Returns the entities of a fetch request, or nil if they can't be determined from the file. There are several if
    /// the expression is the name of a variable in a loop over requests.
    ///
    /// The request is `User.fetchRequest()`, `NSFetchRequest<User>(…)`, `NSFetchRequest(entityName: "User")`, or a
    /// constant with such a value.
    private static func entities(_ node: ExprSyntax, depth: Int) -> [TypeExpression]? {
        guard depth < depthLimit else { return nil }
        if let plain = withoutCast(node) { return entities(plain, depth: depth + 1) }
        guard let call = node.as(FunctionCallExprSyntax.self) else {
            return value(of: node).flatMap { entities($0, depth: depth + 1) }
        }
        if let name = call.value(of: "entityName") {
            return names(name, depth: depth).map { $0.map { TypeExpression.name($0) } }
        }
        if let callee = call.calledExpression.as(MemberAccessExprSyntax.self),
            callee.declName.baseName.text == "fetchRequest"
        {
            return callee.base.flatMap(type).map { [$0] }
        }
        guard let generic = call.calledExpression.as(GenericSpecializationExprSyntax.self),
            let argument = generic.genericArgumentClause.arguments.first?.argument.trimmedDescription,
            !["NSFetchRequestResult", "NSManagedObject", "any NSFetchRequestResult"].contains(argument)
        else { return nil }
        return [TypeExpression.name(argument)]
    }

    /// Returns the names in `"User"` or `String(describing: User.self)`, in an array of such expressions, or in a
    /// constant with such a value. Returns nil if the names can't be determined from the file.
    private static func names(_ node: ExprSyntax, depth: Int) -> [String]? {
        guard depth < depthLimit else { return nil }
        if let literal = node.as(StringLiteralExprSyntax.self) {
            guard literal.segments.count == 1, case .stringSegment(let segment)? = literal.segments.first else {
                return nil
            }
            return [segment.content.text]
        }
        if let list = node.as(ArrayExprSyntax.self) {
            let names = list.elements.map { Self.names($0.expression, depth: depth + 1) }
            return names.contains { $0 == nil } ? nil : names.compactMap(\.self).flatMap(\.self)
        }
        guard let call = node.as(FunctionCallExprSyntax.self) else {
            return value(of: node).flatMap { names($0, depth: depth + 1) }
        }
        guard call.calledName == "String",
            let member = call.value(of: "describing")?.as(MemberAccessExprSyntax.self),
            member.declName.baseName.text == "self"
        else { return nil }
        return member.base?.namePath?.last.map { [$0] }
    }
}
