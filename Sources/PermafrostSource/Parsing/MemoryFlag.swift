import SwiftSyntax

extension MemoryFlag {
    /// Creates a flag from the enclosing function's parameter that a call passes on as `isStoredInMemoryOnly` or
    /// `inMemory`. Returns nil if the call doesn't pass on a parameter, or if it has several configurations.
    init?(of call: FunctionCallExprSyntax) {
        guard let flag = Self.value(in: call) else { return nil }
        self.init(value: flag)
    }

    /// Returns whether a call creates a container that is always in memory.
    static func isInMemory(_ call: FunctionCallExprSyntax) -> Bool { value(in: call)?.following.isTrue ?? false }

    /// Returns the value that decides whether a call's only configuration is in memory.
    private static func value(in call: FunctionCallExprSyntax) -> ExprSyntax? {
        let configurations = call.value(of: "configurations").map { $0.following } ?? ExprSyntax(call)
        let made = configurations.as(ArrayExprSyntax.self)?.elements.map(\.expression.following) ?? [configurations]
        let flags = made.map { node in
            let configuration = node.as(FunctionCallExprSyntax.self)
            return configuration?.value(of: "isStoredInMemoryOnly") ?? configuration?.value(of: "inMemory")
        }
        return flags.count == 1 ? flags[0] : nil
    }

    /// Creates a flag from the parameter that an expression refers to in the enclosing function. Returns nil if the
    /// expression isn't the name of a parameter.
    private init?(value: ExprSyntax) {
        guard let path = value.namePath, path.count == 1, let function = Syntax(value).signature else { return nil }
        for (position, parameter) in function.parameterClause.parameters.enumerated()
        where (parameter.secondName ?? parameter.firstName).plainText == path[0] {
            label = parameter.firstName.tokenKind == .wildcard ? nil : parameter.firstName.plainText
            self.position = position
            isInMemoryByDefault = parameter.defaultValue?.value.isTrue ?? false
            return
        }
        return nil
    }

    /// Returns whether a call of the function is known to create a container in memory.
    func isInMemory(_ call: FunctionCallExprSyntax) -> Bool { argument(of: call)?.isTrue ?? isInMemoryByDefault }

    /// Returns a flag for the calling function's parameter that a call passes as this function's parameter. Returns nil
    /// if the call passes any other value.
    func passed(by call: FunctionCallExprSyntax) -> MemoryFlag? { argument(of: call).flatMap { MemoryFlag(value: $0) } }

    /// Returns the argument that a call passes, or nil if the call omits it.
    private func argument(of call: FunctionCallExprSyntax) -> ExprSyntax? {
        if let label { return call.value(of: label) }
        let arguments = Array(call.arguments)
        guard arguments.indices.contains(position), arguments[position].label == nil else { return nil }
        return arguments[position].expression
    }
}

extension ExprSyntax {
    fileprivate var isTrue: Bool { self.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true) }

    /// The constant's value if the expression is the name of a constant; otherwise, the expression itself.
    fileprivate var following: ExprSyntax {
        var node = self
        for _ in 0..<4 {
            guard let path = node.namePath, path.count == 1, let value = node.value(named: path[0]) else { break }
            node = value
        }
        return node
    }
}

extension Syntax {
    /// The signature of the innermost function or initializer around the node. Nil outside functions and initializers.
    fileprivate var signature: FunctionSignatureSyntax? {
        var current = parent
        while let node = current {
            if let function = node.as(FunctionDeclSyntax.self) { return function.signature }
            if let initializer = node.as(InitializerDeclSyntax.self) { return initializer.signature }
            if node.is(MemberBlockItemSyntax.self) { return nil }
            current = node.parent
        }
        return nil
    }
}
