import SwiftSyntax

/// A reader for code such as a hook's closure. It finds the types that the code refers to, its fetches and calls, and
/// the outer values that it reads and writes. The code isn't evaluated.
final class HookReader: SyntaxVisitor {
    /// The maximum number of types to keep for a closure. The same limit applies to its reads and to its writes.
    private static let limit = 2_000
    /// Names of methods that mutate the standard library's collections.
    private static let mutatingMethods: Set<String> = [
        "append", "insert", "formUnion", "merge", "updateValue", "removeAll", "remove",
    ]

    private var hook = ParsedBody.Hook()
    private var locals: Set<String> = ["self", "super"]
    private let types: TypeReader

    private init(types: TypeReader) {
        self.types = types
        super.init(viewMode: .sourceAccurate)
    }

    /// Returns the types and values that an expression, such as a closure, refers to, and its fetches and calls.
    static func read(_ node: some ExprSyntaxProtocol, types: TypeReader) -> ParsedBody.Hook {
        let reader = HookReader(types: types)
        reader.walk(node)
        reader.hook.body = FetchReader.read(node)
        func isOutside(_ use: ParsedBody.Hook.VariableUse) -> Bool {
            use.path.first.map { !reader.locals.contains($0) && !$0.hasPrefix("$") } ?? false
        }
        reader.hook.writes.removeAll { !isOutside($0) }
        reader.hook.reads.removeAll { !isOutside($0) }
        return reader.hook
    }

    // MARK: Types

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind { addType(TypeSyntax(node)) }
    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind { addType(TypeSyntax(node)) }

    private func addType(_ node: TypeSyntax) -> SyntaxVisitorContinueKind {
        if hook.types.count < Self.limit { hook.types.append(.init(type: types.read(node), offset: node.start)) }
        return node.is(IdentifierTypeSyntax.self) ? .visitChildren : .skipChildren
    }

    /// Adds the root type of a key path. The parser treats only `V1` as the root type of `\V1.Post.title`, because the
    /// syntax doesn't show that `Post` is a type too.
    override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
        if let root = types.keyPath(node).root, hook.types.count < Self.limit {
            hook.types.append(.init(type: root, offset: node.root?.start ?? node.start))
        }
        walk(node.components)
        return .skipChildren
    }

    // MARK: Names in expressions

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        add([node.baseName.plainText], at: node.start)
        return .skipChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        guard let path = ExprSyntax(node).namePath else {
            // Skip the name after the dot, because it is a member.
            if let base = node.base { walk(base) }
            return .skipChildren
        }
        add(path, at: node.start)
        return .skipChildren
    }

    private func add(_ path: [String], at offset: Int32) {
        guard hook.reads.count < Self.limit, hook.types.count < Self.limit else { return }
        let names = path.prefix { $0.first?.isUppercase == true }
        if !names.isEmpty {
            hook.types.append(.init(type: .named(names.map { .init(name: $0) }), offset: offset))
        }
        let isValue = path.count > names.count && path[names.count] != "self" && path[names.count] != "init"
        if isValue { hook.reads.append(.init(path: path, offset: offset)) }
    }

    // MARK: Writes

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        for (target, sign) in zip(elements, elements.dropFirst()) where Self.assigns(sign) { addWrite(target) }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let callee = node.calledExpression.as(MemberAccessExprSyntax.self), let base = callee.base,
            Self.mutatingMethods.contains(callee.declName.baseName.text)
        {
            addWrite(base)
        }
        return .visitChildren
    }

    private static func assigns(_ sign: ExprSyntax) -> Bool {
        if sign.is(AssignmentExprSyntax.self) { return true }
        guard let name = sign.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
        return name.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(name)
    }

    private func addWrite(_ target: ExprSyntax) {
        var target = target
        while true {
            if let inner = target.as(SubscriptCallExprSyntax.self) {
                target = inner.calledExpression
            } else if let inner = target.as(OptionalChainingExprSyntax.self) {
                target = inner.expression
            } else if let inner = target.as(ForceUnwrapExprSyntax.self) {
                target = inner.expression
            } else {
                break
            }
        }
        guard let path = target.namePath, hook.writes.count < Self.limit else { return }
        hook.writes.append(.init(path: path, offset: target.start))
    }

    // MARK: Declarations in the closure

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
        locals.insert(node.identifier.plainText)
        return .visitChildren
    }

    override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
        locals.insert(node.name.plainText)
        return .visitChildren
    }

    override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
        locals.insert((node.secondName ?? node.firstName).plainText)
        return .visitChildren
    }

    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
        locals.insert((node.secondName ?? node.firstName).plainText)
        return .visitChildren
    }
}
