import SwiftSyntax

/// The calls from a function to the code that creates a container.
struct CallChain {
    let container: FunctionCallExprSyntax
    /// The called functions with the calls, from the function that creates the container outwards.
    private(set) var calls: [(function: CodeVisitor.Function, call: FunctionCallExprSyntax)] = []

    /// Whether the call itself creates the container, so that its arguments determine the stores.
    private let isKnown: Bool

    init(container: FunctionCallExprSyntax, isKnown: Bool = true) {
        self.container = container
        self.isKnown = isKnown
    }

    func adding(_ function: CodeVisitor.Function, _ call: FunctionCallExprSyntax) -> CallChain {
        var chain = self
        chain.calls.append((function, call))
        return chain
    }

    /// Returns the container's stores, as the code around the outermost call refers to them.
    func stores(in code: CodeVisitor) -> [StoreTrace] {
        isKnown ? StoreTracer(code: code).stores(of: container, in: frame(from: 0)) : []
    }

    /// Returns the frame of the called function with the given index.
    func frame(from index: Int) -> CallFrame? {
        calls[index...].reversed().reduce(nil) { frame, call in
            CallFrame(call.function, calledBy: call.call, from: frame)
        }
    }
}

/// A search for code that makes a container's file before the container opens it. Deleting such a file loses nothing.
struct UnfinishedStore {
    let code: CodeVisitor
    let stores: [StoreTrace]

    /// Returns whether the code around a node makes the container's file: it copies a file to its place, it opens the
    /// container only if there is no file yet, or it inserts the rows of another container.
    func isMade(around node: Syntax, _ chain: CallChain) -> Bool {
        guard !stores.isEmpty else { return false }
        let bodies = chain.calls.indices.map {
            (node: Syntax(chain.calls[$0].function.body), frame: chain.frame(from: $0))
        }
        let own = node.surroundingBody.map { [(node: $0, frame: nil as CallFrame?)] } ?? []
        let all = bodies + own
        if all.contains(where: { isMade(in: $0.node, $0.frame, before: node) }) { return true }
        // All callers may check that there is no file yet.
        guard let body = own.first?.node, let function = code.functions.first(where: { Syntax($0.body) == body }) else {
            return false
        }
        let callers = code.callers(of: function)
        return !callers.isEmpty
            && callers.allSatisfy { call in
                guard let around = Syntax(call).surroundingBody else { return false }
                let frame = CallFrame(function, calledBy: call, from: nil)
                let seen = chain.calls.isEmpty ? StoreTracer(code: code).stores(of: chain.container, in: frame) : []
                return UnfinishedStore(code: code, stores: seen).isMade(in: around, nil, before: Syntax(call))
            }
    }

    /// Returns whether the test that contains a call copies a file to the container's place: in its own code, in a function
    /// that it calls, or in the set-up of its type. The place may also be the result of a function that copies a file.
    func isCopied(before call: FunctionCallExprSyntax) -> Bool {
        let setUps = code.functions.filter { function in
            ["setUp", "setUpWithError"].contains(function.name) || function.declaration.is(InitializerDeclSyntax.self)
        }.filter { $0.declaration.enclosingType?.name == call.enclosingType?.name }
        return Syntax(call).surroundingBody.map { copies(in: $0, nil, depth: 0) } ?? false
            || setUps.contains { copies(in: Syntax($0.body), nil, depth: 0) }
            || stores.contains { store in
                code.functions.contains { function in
                    store.makers.contains(function.declaration.id)
                        && function.body.tokens(viewMode: .sourceAccurate).contains { $0.text == "copyItem" }
                }
            }
    }

    private func copies(in body: Syntax, _ frame: CallFrame?, depth: Int) -> Bool {
        guard depth < 4 else { return false }
        let visitor = CodeVisitor(viewMode: .sourceAccurate)
        visitor.walk(body)
        func isStore(_ node: ExprSyntax?) -> Bool {
            guard let node else { return false }
            return StoreTracer(code: code).traces(of: FramedExpression(node, in: frame)).contains { trace in
                stores.contains { trace.relation(to: $0, anywhere: true) == .same }
            }
        }
        return visitor.calls.values.joined().contains { call in
            switch call.calledName {
            case "copyItem", "write": isStore(call.value(of: "to") ?? call.value(of: "toPath"))
            case "replaceItemAt": isStore(call.arguments.first?.expression)
            default:
                code.functions(calledBy: call).contains { function in
                    copies(
                        in: Syntax(function.body), CallFrame(function, calledBy: call, from: frame), depth: depth + 1)
                }
            }
        }
    }

    /// Returns the calls in the same function that open the container's store before the given call.
    func earlierContainers(before node: FunctionCallExprSyntax) -> [FunctionCallExprSyntax] {
        guard let body = Syntax(node).surroundingBody else { return [] }
        return (code.calls["ModelContainer"] ?? []).filter { call in
            guard call.position < node.position, Syntax(call).surroundingBody == body else { return false }
            return StoreTracer(code: code).stores(of: call).contains { other in
                stores.contains { other.relation(to: $0, anywhere: true) == .same }
            }
        }
    }

    private func isMade(in body: Syntax, _ frame: CallFrame?, before node: Syntax) -> Bool {
        let visitor = MakingVisitor(viewMode: .sourceAccurate)
        visitor.walk(body)
        func isStore(_ node: ExprSyntax?) -> Bool {
            guard let node else { return false }
            return StoreTracer(code: code).traces(of: FramedExpression(node, in: frame)).contains { trace in
                stores.contains { trace.relation(to: $0) == .same }
            }
        }
        let earlier = visitor.calls.filter { $0.position < node.position || node.isOutside(body) }
        return earlier.contains { call in
            switch call.calledName {
            case "copyItem": isStore(call.value(of: "to") ?? call.value(of: "toPath"))
            case "fileExists": call.isNegated && isStore(call.arguments.first?.expression)
            default: false
            }
        }
            || visitor.insertsRows
                && visitor.containers.contains { call in
                    let others = StoreTracer(code: code).stores(of: call, in: frame)
                    return !others.isEmpty
                        && others.allSatisfy { other in
                            !other.origins.isEmpty && stores.allSatisfy { other.relation(to: $0) == .different }
                        }
                }
    }
}

private final class MakingVisitor: SyntaxVisitor {
    private(set) var calls: [FunctionCallExprSyntax] = []
    private(set) var containers: [FunctionCallExprSyntax] = []
    private var names: Set<String> = []

    /// Whether the code fetches and inserts rows.
    var insertsRows: Bool { names.contains("fetch") && names.contains("insert") }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        switch node.calledName {
        case "copyItem", "fileExists": calls.append(node)
        case "ModelContainer": containers.append(node)
        case let name?: names.insert(name)
        case nil: break
        }
        return .visitChildren
    }
}

extension CodeVisitor {
    /// Returns the calls of a function in the file. Includes calls of a method of a value whose type isn't known.
    func callers(of function: Function) -> [FunctionCallExprSyntax] {
        let named = (calls[function.name] ?? []).filter { call in
            let called = functions(calledBy: call)
            return called.isEmpty ? mayCall(function, call) : called.contains { $0.declaration == function.declaration }
        }
        guard function.declaration.is(InitializerDeclSyntax.self) else { return named }
        return named + unnamedCalls(ofInitializersOf: function.name).filter { accepts(function, $0) }
    }

    /// Returns the calls of a type's initializers that don't name the type, such as `.init()` where the type is the
    /// result's, or `Self()` in the type itself.
    func unnamedCalls(ofInitializersOf type: String) -> [FunctionCallExprSyntax] {
        (calls["Self"] ?? []).filter { $0.enclosingType?.name == type }
            + (calls["init"] ?? []).filter { call in
                call.calledExpression.as(MemberAccessExprSyntax.self).map { $0.base == nil } == true
                    && Syntax(call).expectedType == type
            }
    }
}

extension FunctionCallExprSyntax {
    /// Whether the result decides that the code doesn't continue if it is true: `guard !exists`, or `if exists {
    /// return }`.
    fileprivate var isNegated: Bool {
        var current = Syntax(self)
        var isInverted = false
        while let parent = current.parent {
            if parent.as(PrefixOperatorExprSyntax.self)?.operator.text == "!" { isInverted.toggle() }
            if let check = parent.as(GuardStmtSyntax.self), current == Syntax(check.conditions) { return isInverted }
            if let check = parent.as(IfExprSyntax.self), current == Syntax(check.conditions) {
                return isInverted || check.body.statements.endsEarly
            }
            if parent.is(CodeBlockItemSyntax.self) { return false }
            current = parent
        }
        return false
    }
}

extension Syntax {
    /// The name of the type that a declaration gives the expression's value: the type of the variable with this value, or
    /// the type of the function's or getter's result. Nil if it isn't known.
    fileprivate var expectedType: String? {
        var current = self
        while let node = current.parent {
            if let binding = node.as(PatternBindingSyntax.self) { return binding.typeAnnotation?.type.lastName }
            if let function = node.as(FunctionDeclSyntax.self) { return function.signature.returnClause?.type.lastName }
            let isPart =
                node.is(TryExprSyntax.self) || node.is(AwaitExprSyntax.self) || node.is(ReturnStmtSyntax.self)
                || node.is(InitializerClauseSyntax.self) || node.is(CodeBlockItemSyntax.self)
                || node.is(CodeBlockItemListSyntax.self) || node.is(CodeBlockSyntax.self)
                || node.is(DoStmtSyntax.self) || node.is(ClosureExprSyntax.self)
                || node.is(FunctionCallExprSyntax.self) || node.is(AccessorBlockSyntax.self)
                || node.is(ExpressionStmtSyntax.self)
            guard isPart else { return nil }
            current = node
        }
        return nil
    }

    /// The body of the innermost function, initializer or accessor around the node. Nil outside of any body.
    fileprivate var surroundingBody: Syntax? {
        var current = parent
        while let node = current {
            if let body = node.as(FunctionDeclSyntax.self)?.body ?? node.as(InitializerDeclSyntax.self)?.body {
                return Syntax(body)
            }
            if let block = node.as(AccessorBlockSyntax.self) { return Syntax(block) }
            if let value = node.as(InitializerClauseSyntax.self),
                node.parent?.parent?.parent?.parent?.is(
                    MemberBlockItemSyntax.self) == true
            {
                return Syntax(value)
            }
            current = node.parent
        }
        return nil
    }

    fileprivate func isOutside(_ body: Syntax) -> Bool {
        position < body.position || endPosition > body.endPosition
    }
}

extension TypeSyntax {
    /// The last component of the type's name, without the sign of an optional.
    fileprivate var lastName: String? {
        trimmedDescription.split(separator: ".").last.map { $0.filter { $0 != "?" && $0 != "!" } }
    }
}
