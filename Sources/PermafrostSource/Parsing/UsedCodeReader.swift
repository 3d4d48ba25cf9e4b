import SwiftSyntax

/// A reader that creates a ``ParsedCode`` from a file's syntax tree.
final class UsedCodeReader: SyntaxVisitor {
    private var code = ParsedCode()
    /// The names of the enclosing types.
    private var owners: [String] = []

    static func code(in tree: SourceFileSyntax) -> ParsedCode {
        let reader = UsedCodeReader(viewMode: .sourceAccurate)
        reader.walk(tree)
        return reader.code
    }

    private func add(
        _ kind: ParsedCode.Part.Kind, _ name: String, _ node: some DeclSyntaxProtocol, isMutating: Bool = false
    ) {
        code.parts.append(
            .init(
                kind: kind, owner: owners.last, name: name, digest: CodeReferences.digest(of: node),
                references: CodeReferences.found(in: node), isMutating: isMutating))
    }

    // MARK: Types

    private func open(_ name: String, _ members: MemberBlockSyntax?, raw: InheritedTypeSyntax? = nil) {
        if let members {
            let stored =
                ([raw].compactMap { $0.map(Syntax.init) })
                + members.members.filter(Self.isStored).map { Syntax($0.decl) }
            code.parts.append(
                .init(
                    kind: .type, owner: owners.last, name: name, digest: CodeReferences.digest(of: stored),
                    references: stored.reduce(into: []) { $0.formUnion(CodeReferences.found(in: $1)) }))
        }
        owners.append(name)
    }

    /// Whether a member determines the stored form of a type's values.
    private static func isStored(_ member: MemberBlockItemSyntax) -> Bool {
        if let value = member.decl.as(VariableDeclSyntax.self) {
            return !value.isStatic && !value.bindings.allSatisfy { $0.accessorBlock?.isComputed == true }
        }
        if let keys = member.decl.as(EnumDeclSyntax.self) { return keys.name.text == "CodingKeys" }
        return member.decl.is(EnumCaseDeclSyntax.self) || member.decl.is(IfConfigDeclSyntax.self)
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        open(node.name.plainText, node.memberBlock)
        return .visitChildren
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        open(node.name.plainText, node.memberBlock, raw: node.inheritanceClause?.inheritedTypes.first)
        return .visitChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        open(node.name.plainText, node.memberBlock)
        return .visitChildren
    }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        open(node.name.plainText, nil)
        return .visitChildren
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        open(node.extendedType.typeName ?? "", nil)
        return .visitChildren
    }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        add(.type, node.name.plainText, node)
        return .skipChildren
    }

    override func visitPost(_ node: StructDeclSyntax) { owners.removeLast() }
    override func visitPost(_ node: EnumDeclSyntax) { owners.removeLast() }
    override func visitPost(_ node: ClassDeclSyntax) { owners.removeLast() }
    override func visitPost(_ node: ActorDeclSyntax) { owners.removeLast() }
    override func visitPost(_ node: ExtensionDeclSyntax) { owners.removeLast() }

    // MARK: Members

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.name.text == "encode", node.signature.parameterClause.parameters.first?.firstName.text == "to" {
            addCoder(node)
        }
        add(.function, node.name.plainText, node, isMutating: node.modifiers.contains { $0.name.text == "mutating" })
        return .skipChildren
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.signature.parameterClause.parameters.first?.firstName.text == "from" { addCoder(node) }
        add(.function, "init", node)
        return .skipChildren
    }

    /// Adds an `encode(to:)` or `init(from:)` to the code of the enclosing type.
    private func addCoder(_ node: some DeclSyntaxProtocol) {
        guard let owner = owners.last else { return }
        code.parts.append(
            .init(
                kind: .type, owner: owners.dropLast().last, name: owner, digest: CodeReferences.digest(of: node),
                references: CodeReferences.found(in: node)))
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        for binding in node.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText,
                node.isStatic || owners.isEmpty || binding.accessorBlock?.isComputed == true
            else { continue }
            add(.value, name, node)
        }
        return .skipChildren
    }

    override func visit(_ node: MacroDeclSyntax) -> SyntaxVisitorContinueKind {
        add(.macro, node.name.plainText, node)
        // The type in `#externalMacro(module: "Macros", type: "Audited")`.
        let type = node.definition?.value.as(MacroExpansionExprSyntax.self)?.arguments.first {
            $0.label?.text == "type"
        }
        if let name = type?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
            code.parts[code.parts.count - 1].references.insert(.init(base: nil, name: name))
        }
        return .skipChildren
    }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        node.item.is(DeclSyntax.self) ? .visitChildren : .skipChildren
    }
}

extension VariableDeclSyntax {
    fileprivate var isStatic: Bool {
        modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
    }
}

extension AccessorBlockSyntax {
    /// Whether the property isn't stored.
    fileprivate var isComputed: Bool {
        guard case .accessors(let accessors) = accessors else { return true }
        return !accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }
}

extension TypeSyntax {
    /// The last component of a type's name, without generic arguments.
    var typeName: String? {
        self.as(IdentifierTypeSyntax.self)?.name.plainText ?? self.as(MemberTypeSyntax.self)?.name.plainText
    }
}
