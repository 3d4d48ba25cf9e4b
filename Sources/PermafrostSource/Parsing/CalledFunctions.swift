import SwiftSyntax

/// A call of a function or closure whose body is examined, with the calls that lead to it.
final class CallFrame {
    /// The declaration of the called function or initializer, or the closure.
    let declaration: Syntax
    /// The value whose method is called, or nil if it isn't known.
    let receiver: ExprSyntax?
    /// The value of each parameter that the call passes, keyed by the parameter's name.
    private let arguments: [String: ExprSyntax]
    /// The call of the function that contains this call, or nil if no call of that function is examined.
    let caller: CallFrame?

    /// Creates the frame of a call.
    init(_ function: CodeVisitor.Function, calledBy call: FunctionCallExprSyntax, from caller: CallFrame?) {
        declaration = function.declaration
        receiver = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
        arguments = function.matching(call.arguments) ?? [:]
        self.caller = caller
    }

    /// Creates the frame of a call by a method such as `forEach`, which passes the elements of a list.
    init(_ function: CodeVisitor.Function, elementsOf list: ExprSyntax, from caller: CallFrame?) {
        declaration = function.declaration
        receiver = nil
        arguments = function.parameters.first.map { [$0.ownName: list] } ?? [:]
        self.caller = caller
    }

    /// Creates the frame of a call of a closure.
    init(_ closure: ClosureExprSyntax, calledBy call: FunctionCallExprSyntax, from caller: CallFrame?) {
        declaration = Syntax(closure)
        receiver = nil
        arguments = Dictionary(zip(closure.parameterNames, call.arguments.map(\.expression))) { first, _ in first }
        self.caller = caller
    }

    /// Returns the argument or the default value for one of the parameters of the call's function.
    func argument(for parameter: NamedParameter) -> ExprSyntax? { arguments[parameter.name] ?? parameter.defaultValue }

    /// Returns the frame of the innermost call of a function or closure, or nil if no call of it is examined.
    func innermost(of declaration: Syntax) -> CallFrame? {
        self.declaration == declaration ? self : caller?.innermost(of: declaration)
    }

    /// Whether the call passes arguments, or is a method's.
    var hasArguments: Bool { !arguments.isEmpty || receiver != nil }

    /// The number of calls that lead to the function.
    var depth: Int { 1 + (caller?.depth ?? 0) }
}

/// A parameter of a function, an initializer or a closure.
struct NamedParameter {
    /// The function, initializer or closure.
    var declaration: Syntax
    var name: String
    var id: SyntaxIdentifier
    var defaultValue: ExprSyntax?
    /// The argument label, or nil for `_`, and for a closure's parameter.
    var label: String?
    /// The index in the function's list of parameters, or nil for a closure's parameter.
    var position: Int?
    var isVariadic = false
}

extension SyntaxProtocol {
    /// Returns the parameter that a name refers to at this node. Nil if no function or closure around the node has such a
    /// parameter.
    func parameter(named name: String) -> NamedParameter? {
        var current = parent
        while let node = current {
            let signature =
                node.as(FunctionDeclSyntax.self)?.signature ?? node.as(InitializerDeclSyntax.self)?.signature
            let parameters = signature.map { Array($0.parameterClause.parameters) } ?? []
            if let position = parameters.firstIndex(where: { $0.ownName == name }) {
                let found = parameters[position]
                return NamedParameter(
                    declaration: node, name: name, id: found.id, defaultValue: found.defaultValue?.value,
                    label: found.firstName.tokenKind == .wildcard ? nil : found.firstName.plainText,
                    position: position, isVariadic: found.ellipsis != nil)
            }
            if let closure = node.as(ClosureExprSyntax.self), closure.parameterNames.contains(name) {
                return NamedParameter(declaration: node, name: name, id: node.id, defaultValue: nil)
            }
            if node.declarationGroup != nil { return nil }
            current = node.parent
        }
        return nil
    }
}

extension ClosureExprSyntax {
    /// The names of the parameters, in order. Without a list of parameters, this is `$0`.
    fileprivate var parameterNames: [String] {
        if case .simpleInput(let list)? = signature?.parameterClause { return list.map(\.name.plainText) }
        guard case .parameterClause(let clause)? = signature?.parameterClause else { return ["$0"] }
        return clause.parameters.map { ($0.secondName ?? $0.firstName).plainText }
    }
}

extension FunctionParameterSyntax {
    /// The name in the function's body.
    var ownName: String { (secondName ?? firstName).plainText }
}

extension CodeVisitor.Function {
    /// Returns the arguments of a call, keyed by the parameter's name. Returns nil if the function doesn't accept them.
    fileprivate func matching(_ arguments: LabeledExprListSyntax) -> [String: ExprSyntax]? {
        var found: [String: ExprSyntax] = [:]
        var rest = Array(arguments)[...]
        for parameter in parameters {
            let label = parameter.firstName.tokenKind == .wildcard ? nil : parameter.firstName.plainText
            if let next = rest.first, next.label?.plainText == label {
                found[parameter.ownName] = next.expression
                rest.removeFirst()
                while parameter.ellipsis != nil, let more = rest.first, more.label == nil {
                    _ = more
                    rest.removeFirst()
                }
            } else if parameter.defaultValue == nil, parameter.ellipsis == nil, !parameter.type.isFunction {
                return nil
            }
        }
        return rest.isEmpty ? found : nil
    }
}

extension TypeSyntax {
    /// Whether values of this type can be trailing closures.
    fileprivate var isFunction: Bool {
        if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.isFunction }
        if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.isFunction }
        if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return only.type.isFunction
        }
        return self.is(FunctionTypeSyntax.self)
    }
}

extension CodeVisitor {
    /// Returns the file's functions that a call refers to. An empty array means that the file doesn't declare the
    /// function.
    func functions(calledBy call: FunctionCallExprSyntax) -> [Function] {
        guard let name = call.calledName else { return [] }
        return functions(named: name, calledAs: call.calledExpression).filter { $0.matching(call.arguments) != nil }
    }

    /// Returns the file's functions that an expression such as `remove` or `Files.remove` refers to.
    func functions(namedBy node: ExprSyntax) -> [Function] {
        guard
            let name = node.as(DeclReferenceExprSyntax.self)?.baseName
                ?? node.as(MemberAccessExprSyntax.self)?.declName.baseName
        else { return [] }
        return functions(named: name.plainText, calledAs: node)
    }

    /// Returns whether a function accepts a call's arguments.
    func accepts(_ function: Function, _ call: FunctionCallExprSyntax) -> Bool {
        function.matching(call.arguments) != nil
    }

    /// Returns whether a call may refer to a function although no declaration shows it: a method of a value of unknown
    /// type.
    func mayCall(_ function: Function, _ call: FunctionCallExprSyntax) -> Bool {
        guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
            function.declaration.enclosingType != nil, function.matching(call.arguments) != nil
        else { return false }
        return base.namePath?.last?.first?.isLowercase ?? true && typeName(of: base) == nil
    }

    /// Returns the names in a called function's name. For a method of a value whose type is known, this is the type's name
    /// with the method's. Nil if the called expression isn't a name.
    func path(of call: FunctionCallExprSyntax) -> [String]? {
        if let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
            base.namePath.map({ $0.last?.first?.isUppercase != true && !["self", "Self"].contains($0[0]) }) ?? true,
            let type = typeName(of: base)
        {
            return [type, member.declName.baseName.plainText]
        }
        return call.calledExpression.namePath
    }

    /// Returns the closure in a constant that a call such as `wipe(url)` refers to. Nil for any other call.
    func closure(calledBy call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
        if let closure = call.calledExpression.as(ClosureExprSyntax.self) { return closure }
        guard let path = call.calledExpression.namePath, let name = path.last,
            path.count == 1 || path.count == 2 && ["self", "Self"].contains(path[0])
        else { return nil }
        return call.value(named: name)?.as(ClosureExprSyntax.self)
    }

    private func functions(named name: String, calledAs callee: ExprSyntax) -> [Function] {
        let named = functions.filter { $0.name == name }
        guard !named.isEmpty else { return [] }
        guard let base = callee.as(MemberAccessExprSyntax.self)?.base, callee.namePath?.last != "init" else {
            return unqualified(named, at: callee)
        }
        if ["self", "Self"].contains(base.namePath?.last) {
            let owner = callee.enclosingType?.name
            return named.filter { $0.declaration.enclosingType?.name == owner }
        }
        guard let owner = typeName(of: base) else { return [] }
        return named.filter { $0.declaration.enclosingType?.name == owner }
    }

    /// Returns the functions in the nearest scope around a node.
    private func unqualified(_ named: [Function], at node: ExprSyntax) -> [Function] {
        var current: Syntax? = Syntax(node)
        while let scope = current {
            let isType = scope.declarationGroup != nil
            if isType || scope.is(CodeBlockItemListSyntax.self) {
                let found = named.filter { function in
                    guard !function.declaration.is(InitializerDeclSyntax.self) else { return true }
                    guard isType else { return function.declaration.parent?.parent == scope }
                    // An extension of the same type is a part of the scope.
                    return function.declaration.enclosingType?.name == Self.ownName(of: scope)
                        && function.declaration.parent?.is(MemberBlockItemSyntax.self) == true
                }
                if !found.isEmpty { return found }
            }
            current = scope.parent
        }
        return []
    }

    private static func ownName(of scope: Syntax) -> String? {
        scope.namedDeclaration?.name.plainText
            ?? scope.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription.split(separator: ".").last
            .map(String.init)
    }

    /// Returns the name of the type of which an expression is an instance, or that the expression names.
    private func typeName(of base: ExprSyntax) -> String? {
        if let call = base.as(FunctionCallExprSyntax.self) { return call.calledName }
        guard let path = base.namePath, let last = path.last else { return nil }
        if last.first?.isUppercase == true { return last }
        if path.count > 1, path[path.count - 2].first?.isUppercase == true {
            // For example, `Recovery.shared`.
            let owner = path[path.count - 2]
            let isShared = ["default", "shared", "standard", "main"].contains(last)
            return isShared || members[last]?.contains { $0.enclosingType?.name == owner } == true ? owner : nil
        }
        let declared = base.declaration(named: last)
        if let type = declared?.type {
            return type.trimmedDescription.split(separator: ".").last.map { $0.filter { $0 != "?" && $0 != "!" } }
        }
        return declared?.value?.as(FunctionCallExprSyntax.self)?.calledName
    }
}
