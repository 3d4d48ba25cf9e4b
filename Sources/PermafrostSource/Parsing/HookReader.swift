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

    private var hook = ParsedHook()
    private var locals: Set<String> = ["self", "super"]
    private let types: TypeReader

    private init(types: TypeReader) {
        self.types = types
        super.init(viewMode: .sourceAccurate)
    }

    /// Returns the types and values that code, such as a closure or a function's body, refers to, and its fetches and calls.
    static func read(_ node: some SyntaxProtocol, types: TypeReader) -> ParsedHook {
        let reader = HookReader(types: types)
        reader.walk(node)
        reader.hook.body = FetchReader.read(node)
        func isOutside(_ use: ParsedHook.VariableUse) -> Bool {
            use.path.first.map { !reader.locals.contains($0) && !$0.hasPrefix("$") } ?? false
        }
        reader.hook.writes.removeAll { !isOutside($0) }
        reader.hook.reads.removeAll { !isOutside($0) }
        reader.hook.types.removeAll { use in use.path.first.map(reader.locals.contains) ?? true }
        return reader.hook
    }

    // MARK: Types

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        addType([node.name.plainText], at: node)
        return .visitChildren
    }

    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
        if case .named(let components) = types.read(TypeSyntax(node)) { addType(components.map(\.name), at: node) }
        walkArguments(of: TypeSyntax(node))
        return .skipChildren
    }

    /// Reads the generic arguments of each component of a type's name.
    private func walkArguments(of node: TypeSyntax) {
        if let member = node.as(MemberTypeSyntax.self) {
            walkArguments(of: member.baseType)
            if let arguments = member.genericArgumentClause { walk(arguments) }
        } else if let plain = node.as(IdentifierTypeSyntax.self) {
            if let arguments = plain.genericArgumentClause { walk(arguments) }
        } else {
            walk(node)
        }
    }

    /// Adds a chain of names that starts with a type. Adds nothing if the first name is a type that the code itself
    /// declares.
    private func addType(_ path: [String], at node: some SyntaxProtocol, isExpression: Bool = false) {
        guard hook.types.count < Self.limit, let first = path.first, !node.isLocalType(first) else { return }
        hook.types.append(.init(path: path, offset: node.start, isExpression: isExpression))
    }

    /// Adds the names of a key path. The parser treats only `V1` as the root type of `\V1.Post.title`, because the
    /// syntax doesn't show that `Post` is a type too.
    override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
        if let root = node.root {
            if case .named(let components)? = types.keyPath(node).root {
                addType(components.map(\.name) + types.keyPath(node).names, at: root)
            }
            walkArguments(of: root)
        }
        walk(node.components)
        return .skipChildren
    }

    /// Reads only a property's generic arguments, because its name isn't a type's name.
    override func visit(_ node: KeyPathPropertyComponentSyntax) -> SyntaxVisitorContinueKind {
        if let arguments = node.genericArgumentClause { walk(arguments) }
        return .skipChildren
    }

    /// Skips code that no build for users compiles.
    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        node.isNeverShipped ? .skipChildren : .visitChildren
    }

    // MARK: Names in expressions

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        add([node.baseName.plainText], at: node)
        return .skipChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        guard let path = ExprSyntax(node).namePath else {
            // Skip the name after the dot, because it is a member.
            if let base = node.base { walk(base) }
            return .skipChildren
        }
        add(path, at: node)
        return .skipChildren
    }

    private func add(_ path: [String], at node: some SyntaxProtocol) {
        addType(path, at: node, isExpression: true)
        guard hook.reads.count < Self.limit else { return }
        let names = path.prefix { $0.first?.isUppercase == true }
        let isValue = path.count > names.count && path[names.count] != "self" && path[names.count] != "init"
        if isValue { hook.reads.append(.init(path: path, offset: node.start)) }
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
