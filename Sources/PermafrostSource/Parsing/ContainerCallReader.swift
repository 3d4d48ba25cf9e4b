import SwiftSyntax

/// A reader for calls that create a container.
struct ContainerCallReader {
    /// The names of the functions that create a container. For a qualified name, only the last component.
    static let names = ["ModelContainer", "modelContainer", "DocumentGroup", "make", "SafeModelContainer"]

    let expressions: ExpressionReader
    let failures: FailureReader

    /// Returns the container that a call creates; nil if the call doesn't create one.
    func call(_ node: FunctionCallExprSyntax) -> ParsedFile.ContainerCall? {
        guard let form = form(node), let first = node.arguments.first else { return nil }
        let rest = node.arguments.dropFirst().prefix { $0.label == nil }
        let plan = node.value(of: "migrationPlan") ?? node.value(of: "plan")
        let stores = stores(node)
        let isInMemory = stores.contains(where: \.isInMemory) && stores.allSatisfy(\.isInMemory)
        return ParsedFile.ContainerCall(
            form: form,
            models: ([first] + rest).map { expressions.read(following($0.expression)) },
            plan: plan.flatMap { $0.is(NilLiteralExprSyntax.self) ? nil : expressions.read($0) },
            stores: stores, configurations: configurations(node)?.map(expression),
            isPreview: node.isPreview || node.isUnshipped,
            failures: isInMemory ? [] : failures.failures(of: node),
            scope: -1, offset: node.callStart)
    }

    private func form(_ node: FunctionCallExprSyntax) -> ContainerDeclaration.Form? {
        let isMember = node.calledExpression.as(MemberAccessExprSyntax.self)
        switch (node.calledName, node.arguments.first?.label?.text) {
        case ("ModelContainer", "for"): return .container
        case ("modelContainer", "for") where isMember != nil: return .modifier
        case ("DocumentGroup", "editing"), ("DocumentGroup", "viewing"): return .document
        case ("make", "for") where isMember?.base?.namePath?.last == "SafeModelContainer",
            ("SafeModelContainer", "for"):
            return .safeContainer
        default: return nil
        }
    }

    /// Returns the value of a local constant if the expression is the constant's name. Returns any other expression
    /// unchanged. Properties are looked up later, when all declarations are known.
    private func following(_ node: ExprSyntax) -> ExprSyntax {
        var node = node
        for _ in 0..<4 {
            guard let path = node.namePath, let name = path.last,
                path.count == 1 || path.count == 2 && ["self", "Self"].contains(path[0]),
                let value = node.value(named: name)
            else { break }
            node = value
        }
        return node
    }

    // MARK: Configurations

    private func stores(_ node: FunctionCallExprSyntax) -> [ContainerDeclaration.Store] {
        if let isInMemory = node.value(of: "inMemory") { return [store(isInMemory, hasOwnPlace: false)] }
        if node.value(of: "configuration") != nil {
            return [.init(isInMemory: false, hasOwnPlace: false, isKnown: false)]
        }
        return configurations(node)?.map(configuration) ?? []
    }

    /// Returns the configurations of a call; nil if it has none.
    private func configurations(_ node: FunctionCallExprSyntax) -> [ExprSyntax]? {
        guard let start = node.arguments.firstIndex(where: { $0.label?.text == "configurations" }) else {
            return node.value(of: "configuration").map { [following($0)] }
        }
        let arguments = node.arguments[start...]
        let given = [arguments.first].compactMap(\.self) + arguments.dropFirst().prefix { $0.label == nil }
        return given.flatMap { argument -> [ExprSyntax] in
            let value = following(argument.expression)
            guard let list = value.as(ArrayExprSyntax.self) else { return [value] }
            return list.elements.map { following($0.expression) }
        }
    }

    /// Returns a configuration with the values of local constants as its arguments.
    private func expression(_ node: ExprSyntax) -> Expression {
        let read = expressions.read(node)
        guard let call = node.as(FunctionCallExprSyntax.self), case .call(let callee, let arguments) = read.kind else {
            return read
        }
        let values = zip(call.arguments, arguments).map { given, argument in
            Expression.Argument(label: argument.label, value: expressions.read(following(given.expression)))
        }
        return Expression(.call(callee, values), at: read.offset)
    }

    private func configuration(_ node: ExprSyntax) -> ContainerDeclaration.Store {
        guard let call = node.as(FunctionCallExprSyntax.self), ["ModelConfiguration", "init"].contains(call.calledName)
        else { return .init(isInMemory: false, hasOwnPlace: false, isKnown: false) }
        let url = call.value(of: "url")
        let isNowhere = url?.trimmedDescription.contains("\"/dev/null\"") ?? false
        let hasOwnPlace =
            call.arguments.first.map { $0.label == nil } ?? false || url != nil
            || call.value(of: "groupContainer").map { $0.trimmedDescription != ".automatic" } ?? false
        guard !isNowhere, let isInMemory = call.value(of: "isStoredInMemoryOnly") else {
            return .init(isInMemory: isNowhere, hasOwnPlace: hasOwnPlace, isKnown: true)
        }
        return store(isInMemory, hasOwnPlace: hasOwnPlace)
    }

    /// Returns an in-memory store if the flag is `true`. If the flag can't be evaluated, returns an unknown store.
    private func store(_ flag: ExprSyntax, hasOwnPlace: Bool) -> ContainerDeclaration.Store {
        let value = following(flag).as(BooleanLiteralExprSyntax.self)
        return .init(
            isInMemory: value?.literal.tokenKind == .keyword(.true), hasOwnPlace: hasOwnPlace, isKnown: value != nil)
    }
}
