import SwiftSyntax

extension DeclarationReader {
    /// Finds the calls that list models for a container, wherever they stand.
    mutating func readContainers(in tree: SourceFileSyntax) {
        let visitor = ContainerVisitor(reader: expressions)
        visitor.walk(tree)
        for var call in visitor.calls {
            call.scope = enclosingType(of: call.offset, visitor: visitor)
            file.containers.append(call)
        }
    }

    /// The innermost type whose body holds the byte.
    private func enclosingType(of offset: Int32, visitor: ContainerVisitor) -> Int32 {
        let enclosing = visitor.typeBodies.filter { $0.range.contains(offset) }.max {
            $0.range.lowerBound < $1.range.lowerBound
        }
        guard let enclosing else { return -1 }
        return Int32(file.types.firstIndex { $0.offset == enclosing.name } ?? -1)
    }
}

/// Collects `ModelContainer(for:)`, `.modelContainer(for:)` and `Schema(…)`.
private final class ContainerVisitor: SyntaxVisitor {
    var calls: [ParsedContainer] = []
    var typeBodies: [(name: Int32, range: Range<Int32>)] = []
    private let reader: ExpressionReader

    init(reader: ExpressionReader) {
        self.reader = reader
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let name: String
        if let reference = node.calledExpression.as(DeclReferenceExprSyntax.self) {
            name = reference.baseName.text
        } else if let member = node.calledExpression.as(MemberAccessExprSyntax.self) {
            name = member.declName.baseName.text
            if name == "init", makesSchema(node, member), node.arguments.first?.label == nil, !node.arguments.isEmpty {
                add(node)
            }
        } else {
            return .visitChildren
        }
        switch name {
        case "ModelContainer", "modelContainer":
            guard node.arguments.first?.label?.text == "for" else { return .visitChildren }
            add(node)
        case "Schema":
            guard let first = node.arguments.first, first.label == nil else { return .visitChildren }
            add(node)
        default: break
        }
        return .visitChildren
    }

    /// The first argument and those without a label that follow it.
    private func add(_ node: FunctionCallExprSyntax) {
        let arguments = reader.arguments(node.arguments)
        let rest = arguments.dropFirst().prefix { $0.label == nil }
        let values = (arguments.prefix(1) + rest).map(\.value)
        let models = values.map { value in
            guard case .name(let name) = value.kind, let local = local(name, around: Syntax(node)) else { return value }
            return reader.read(local)
        }
        calls.append(ParsedContainer(models: models, scope: -1, offset: node.start))
    }

    /// The list or schema that a local constant before a place holds, the nearest one first.
    private func local(_ name: String, around place: Syntax) -> ExprSyntax? {
        var node = place
        while let parent = node.parent {
            if let statements = parent.as(CodeBlockItemListSyntax.self),
                parent.parent?.is(SourceFileSyntax.self) != true
            {
                for statement in statements where statement.position < node.position {
                    guard case .decl(let declaration) = statement.item,
                        let value = value(of: name, in: declaration)
                    else { continue }
                    return isList(value) ? value : nil
                }
            }
            node = parent
        }
        return nil
    }

    private func value(of name: String, in declaration: DeclSyntax) -> ExprSyntax? {
        let bindings = declaration.as(VariableDeclSyntax.self)?.bindings
        let binding = bindings?.first { binding in
            binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText == name
        }
        return binding?.initializer?.value
    }

    /// Whether an expression spells a list out; what a function or another constant gives is read where it is made.
    private func isList(_ value: ExprSyntax) -> Bool {
        if let call = value.as(FunctionCallExprSyntax.self) {
            return call.calledExpression.is(ClosureExprSyntax.self)
                || call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "Schema"
        }
        return value.is(ArrayExprSyntax.self) || value.is(SequenceExprSyntax.self)
    }

    /// Whether `.init(…)` makes a schema: `Schema.init(…)`, `let schema: Schema = .init(…)`.
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
