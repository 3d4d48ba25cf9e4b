import SwiftSyntax

struct ContainerCallReader {
    /// The names of functions and types whose calls may create a container, without qualifiers.
    static let names = ["ModelContainer", "modelContainer", "DocumentGroup", "make", "SafeModelContainer"]

    let expressions: ExpressionReader
    let conditions: ConditionReader
    /// The reader that finds the code's reactions to a failure to create a container. If nil, the calls get no
    /// reactions.
    var failures: FailureReader?

    /// Returns the container that a call creates, or nil if the call doesn't create one.
    func call(_ node: FunctionCallExprSyntax) -> ParsedContainerCall? {
        guard let form = form(node), let first = node.arguments.first else { return nil }
        let rest = node.arguments.dropFirst().prefix { $0.label == nil }
        let plan = node.value(of: "migrationPlan") ?? node.value(of: "plan")
        return ParsedContainerCall(
            form: form,
            models: ([first] + rest).map { LocalExpressions(expressions: expressions).read($0.expression) },
            plan: plan.flatMap { $0.is(NilLiteralExprSyntax.self) ? nil : expressions.read($0) },
            configurations: configurations(node), parameter: parameter(node),
            inMemory: node.value(of: "inMemory").map { LocalExpressions(expressions: expressions).read($0) },
            isPreview: node.isPreview || node.isUnshipped, failures: failures?.failures(of: node) ?? [],
            conditions: conditions.conditions(around: node), scope: -1, offset: node.callStart)
    }

    private func form(_ node: FunctionCallExprSyntax) -> ContainerDeclaration.Form? {
        let isMember = node.calledExpression.as(MemberAccessExprSyntax.self)
        switch (node.calledName, node.arguments.first?.label?.text) {
        case ("ModelContainer", "for"): return .container
        case ("modelContainer", "for") where isMember != nil || node.isInView: return .modifier
        case ("DocumentGroup", "editing"), ("DocumentGroup", "viewing"): return .document
        case ("make", "for") where isMember?.base?.namePath?.last == "SafeModelContainer",
            ("SafeModelContainer", "for"):
            return .safeContainer
        default: return nil
        }
    }

    // MARK: Configurations

    /// Returns the arguments for the configurations, or nil if the call doesn't pass configurations.
    private func configurations(_ node: FunctionCallExprSyntax) -> [Expression]? {
        let locals = LocalExpressions(expressions: expressions)
        guard let start = node.arguments.firstIndex(where: { $0.label?.text == "configurations" }) else {
            return node.value(of: "configuration").map { [locals.read($0)] }
        }
        let arguments = node.arguments[start...]
        let given = [arguments.first].compactMap(\.self) + arguments.dropFirst().prefix { $0.label == nil }
        return given.map { locals.read($0.expression) }
    }

    /// Returns the parameter that is the call's only configuration.
    private func parameter(_ node: FunctionCallExprSyntax) -> ParsedContainerCall.ParameterUse? {
        guard var only = node.value(of: "configurations") ?? node.value(of: "configuration") else { return nil }
        if let list = only.as(ArrayExprSyntax.self), list.elements.count == 1, let first = list.elements.first {
            only = first.expression
        }
        return only.parameterUse(expressions)
    }
}

extension ExprSyntax {
    /// Returns the parameter that the expression is the name of. Nil for any other expression.
    func parameterUse(_ expressions: ExpressionReader) -> ParsedContainerCall.ParameterUse? {
        guard let name = self.as(DeclReferenceExprSyntax.self)?.baseName.plainText, value(named: name) == nil,
            let parameter = parameter(named: name), let position = parameter.position
        else { return nil }
        let type = parameter.declaration.enclosingType?.name
        guard let function = parameter.declaration.as(FunctionDeclSyntax.self)?.name.plainText ?? type else {
            return nil
        }
        return ParsedContainerCall.ParameterUse(
            function: function, owner: type, label: parameter.label, position: position,
            isVariadic: parameter.isVariadic,
            defaultValue: parameter.defaultValue.map {
                LocalExpressions(expressions: expressions).read($0)
            })
    }
}

extension SyntaxProtocol {
    /// Whether the innermost enclosing type is a view, a view modifier or a scene, or an extension of one of these
    /// protocols. If so, an unqualified call such as `modelContainer(for:)` applies SwiftUI's modifier to the type
    /// itself.
    fileprivate var isInView: Bool {
        let names: Set<String> = ["View", "Scene", "ViewModifier"]
        guard let type = enclosingType else { return false }
        return names.contains(type.name) || !names.isDisjoint(with: type.inherited)
    }
}
