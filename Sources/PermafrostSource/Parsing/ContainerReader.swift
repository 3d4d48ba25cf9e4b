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

    /// The value of a local constant that stands before a place, the nearest one first.
    private func local(_ name: String, around place: Syntax) -> ExprSyntax? {
        var node = place
        while let parent = node.parent {
            if let statements = parent.as(CodeBlockItemListSyntax.self), parent.parent?.is(SourceFileSyntax.self) != true {
                for statement in statements where statement.position < node.position {
                    guard case .decl(let declaration) = statement.item else { continue }
                    for binding in declaration.as(VariableDeclSyntax.self)?.bindings ?? [] {
                        let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
                        guard pattern?.identifier.plainText == name, let value = binding.initializer?.value else { continue }
                        return value
                    }
                }
            }
            node = parent
        }
        return nil
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
