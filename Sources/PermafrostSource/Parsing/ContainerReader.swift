import SwiftSyntax

extension DeclarationReader {
    /// Finds the file's calls that list models for a container.
    mutating func readContainers(in tree: SourceFileSyntax) {
        let visitor = ContainerVisitor(reader: expressions, conditions: ConditionReader(bytes: bytes))
        visitor.walk(tree)
        for var call in visitor.calls {
            call.scope = enclosingType(of: call.offset, visitor: visitor)
            file.containers.append(call)
        }
    }

    /// Returns the index of the innermost type whose body contains an offset, or -1 outside any type.
    private func enclosingType(of offset: Int32, visitor: ContainerVisitor) -> Int32 {
        let enclosing = visitor.typeBodies.filter { $0.range.contains(offset) }.max {
            $0.range.lowerBound < $1.range.lowerBound
        }
        guard let enclosing else { return -1 }
        return Int32(file.types.firstIndex { $0.offset == enclosing.name } ?? -1)
    }
}

/// A visitor that collects calls of `ModelContainer(for:)`, `.modelContainer(for:)`, `DocumentGroup(editing:)`,
/// `DocumentGroup(viewing:)` and `Schema(…)`.
private final class ContainerVisitor: SyntaxVisitor {
    var calls: [ParsedContainer] = []
    var typeBodies: [(name: Int32, range: Range<Int32>)] = []
    /// The local constants with their values, each with the range of the code where the constant is visible.
    private var locals: [(name: String, value: Expression, block: Range<Int32>)] = []
    private let reader: ExpressionReader
    private let conditions: ConditionReader

    init(reader: ExpressionReader, conditions: ConditionReader) {
        self.reader = reader
        self.conditions = conditions
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        guard let block = node.parent?.parent?.as(CodeBlockItemListSyntax.self) else { return .visitChildren }
        for binding in node.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self), let initial = binding.initializer
            else { continue }
            locals.append(
                (
                    name.identifier.plainText, reader.read(initial.value),
                    Int32(binding.endPosition.utf8Offset)..<Int32(block.endPosition.utf8Offset + 1)
                ))
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let name: String
        if let reference = node.calledExpression.as(DeclReferenceExprSyntax.self) {
            name = reference.baseName.text
        } else if let member = node.calledExpression.as(MemberAccessExprSyntax.self) {
            let isSchema = member.declName.baseName.text == "init" && makesSchema(node, member)
            name = isSchema ? "Schema" : member.declName.baseName.text
        } else {
            return .visitChildren
        }
        guard let first = node.arguments.first else { return .visitChildren }
        switch (name, first.label?.text) {
        case ("ModelContainer", "for"), ("modelContainer", "for"), ("DocumentGroup", "editing"),
            ("DocumentGroup", "viewing"), ("Schema", nil):
            add(node)
        default: break
        }
        return .visitChildren
    }

    /// Adds a call with the models in its first argument and in the unlabeled arguments after it. Omits generic
    /// parameters. Doesn't add the call if no argument remains, or if a list contains a generic parameter, because the
    /// store's models then depend on the caller.
    private func add(_ node: FunctionCallExprSyntax) {
        let arguments = reader.arguments(node.arguments)
        let rest = arguments.dropFirst().prefix { $0.label == nil }
        // A generic parameter isn't a class of the project.
        let models = (arguments.prefix(1) + rest).map { following($0.value, at: node.start) }.filter { model in
            model.typeName.map { !node.isGenericParameter(named: $0) } ?? true
        }
        guard !models.isEmpty, !models.contains(where: { lists(generic: $0, at: node) }) else { return }
        calls.append(
            ParsedContainer(
                models: models, conditions: conditions.conditions(around: node), scope: -1,
                offset: node.callStart))
    }

    /// Returns whether a list of models contains a generic parameter of the code around a node.
    private func lists(generic list: Expression, at node: FunctionCallExprSyntax) -> Bool {
        switch list.kind {
        case .array(let elements):
            elements.contains { $0.typeName.map { node.isGenericParameter(named: $0) } ?? lists(generic: $0, at: node) }
        case .infix(let left, _, let right): lists(generic: left, at: node) || lists(generic: right, at: node)
        case .call(let callee, let arguments):
            callee.lastName == "Schema" && arguments.contains { lists(generic: $0.value, at: node) }
        default: false
        }
    }

    /// Returns a local constant's value if the expression is the constant's name and the value contains the list of
    /// models. Returns any other expression unchanged.
    private func following(_ expression: Expression, at offset: Int32) -> Expression {
        guard case .name(let name) = expression.kind else { return expression }
        let local = locals.last { $0.name == name && $0.block.contains(offset) }
        guard let local, isList(local.value) else { return expression }
        return local.value
    }

    /// Returns whether a constant's value contains the list of models itself: an array literal, an operator expression,
    /// a call of a closure, or a `Schema(…)` call. Function results and other constants are evaluated where they are
    /// declared.
    private func isList(_ value: Expression) -> Bool {
        switch value.kind {
        case .array, .infix: return true
        case .call(let callee, _):
            if case .closure = callee.kind { return true }
            return callee.lastName == "Schema"
        default: return false
        }
    }

    /// Returns whether an `.init(…)` call creates a schema, as in `Schema.init(…)` or `let schema: Schema = .init(…)`.
    private func makesSchema(_ node: FunctionCallExprSyntax, _ callee: MemberAccessExprSyntax) -> Bool {
        if let base = callee.base {
            return base.as(DeclReferenceExprSyntax.self)?.baseName.text == "Schema"
        }
        let binding = node.parent?.as(InitializerClauseSyntax.self)?.parent?.as(PatternBindingSyntax.self)
        return binding?.typeAnnotation?.type.as(IdentifierTypeSyntax.self)?.name.text == "Schema"
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, name: node.name.start) }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, name: node.name.start) }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, name: node.name.start) }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, name: node.name.start) }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node, name: node.extendedType.start)
    }

    private func enter(_ node: some DeclGroupSyntax, name: Int32) -> SyntaxVisitorContinueKind {
        typeBodies.append((name, node.memberBlock.start..<Int32(node.endPosition.utf8Offset)))
        return .visitChildren
    }
}
