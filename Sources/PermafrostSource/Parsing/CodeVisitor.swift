import SwiftSyntax

/// A visitor that collects a file's functions, accessors and calls as syntax nodes.
final class CodeVisitor: SyntaxVisitor {
    /// A function or initializer with a body, and the name that callers use. For an initializer, this is the type's
    /// name.
    struct Function {
        var name: String
        var isolation: ActorIsolation
        var body: CodeBlockSyntax
        var parameters: FunctionParameterListSyntax
        /// The declaration of the function or initializer.
        var declaration: Syntax
    }

    private(set) var functions: [Function] = []
    /// The accessor blocks of variables, keyed by the variable's name.
    private(set) var accessors: [String: [AccessorBlockSyntax]] = [:]
    /// All calls, keyed by the last component of the called function's name.
    private(set) var calls: [String: [FunctionCallExprSyntax]] = [:]
    /// The variables that are members of a type, keyed by their name.
    private(set) var members: [String: [PatternBindingSyntax]] = [:]

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if let body = node.body {
            functions.append(
                Function(
                    name: node.name.plainText, isolation: .init(node.attributes, node.modifiers), body: body,
                    parameters: node.signature.parameterClause.parameters, declaration: Syntax(node)))
        }
        return .visitChildren
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        if let body = node.body, let type = node.enclosingType {
            functions.append(
                Function(
                    name: type.name, isolation: .init(node.attributes, node.modifiers), body: body,
                    parameters: node.signature.parameterClause.parameters, declaration: Syntax(node)))
        }
        return .visitChildren
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.pattern.name else { return .visitChildren }
        if let block = node.accessorBlock { accessors[name, default: []].append(block) }
        if node.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) == true {
            members[name, default: []].append(node)
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.calledName { calls[name, default: []].append(node) }
        return .visitChildren
    }
}

extension ActorIsolation {
    /// Creates the isolation that a declaration's attributes and modifiers specify.
    init(_ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax) {
        let names = attributes.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription }
        if modifiers.contains(where: { $0.name.tokenKind == .keyword(.nonisolated) }) {
            self = .nonisolated
        } else {
            self = names.contains("MainActor") ? .mainActor : .unspecified
        }
    }
}

extension FunctionCallExprSyntax {
    /// The last component of the called function's name, such as `make` in `Store.make()`. For an initializer, this is
    /// the type's name, such as `Store` in `Store.init()`, or `init` in `.init()`. Nil if the called expression isn't a
    /// name, as in `Store<Int>()` or the call of a closure.
    var calledName: String? {
        if let reference = calledExpression.as(DeclReferenceExprSyntax.self) { return reference.baseName.plainText }
        guard let member = calledExpression.as(MemberAccessExprSyntax.self) else { return nil }
        let name = member.declName.baseName.plainText
        guard name == "init" else { return name }
        return member.base?.namePath?.last ?? name
    }

    /// The byte offset to report for the call. This is the start of the function's name for `.modelContainer(…)`, and
    /// for a call with a line break before that name. For any other call, it is the start of the expression.
    var callStart: Int32 {
        guard let member = calledExpression.as(MemberAccessExprSyntax.self) else { return start }
        let isModifier = calledName == "modelContainer"
        let isOnOtherLine =
            member.period.leadingTrivia.contains(where: \.isNewline)
            || member.base?.trimmedDescription.contains("\n") ?? false
        return isModifier || isOnOtherLine ? member.declName.start : start
    }

    func value(of label: String) -> ExprSyntax? { arguments.first { $0.label?.text == label }?.expression }
}

extension SyntaxProtocol {
    // Only declarations conform to these protocols. For any other kind of node, the first cast to a protocol would
    // search all conformances in the process.

    /// The node as a declaration with a name, or nil if it isn't one.
    var namedDeclaration: (any NamedDeclSyntax)? { self.as(DeclSyntax.self)?.asProtocol((any NamedDeclSyntax).self) }
    /// The node as a declaration with members, or nil if it isn't one.
    var declarationGroup: (any DeclGroupSyntax)? { self.as(DeclSyntax.self)?.asProtocol((any DeclGroupSyntax).self) }
    /// The node's generic parameters, or nil if the node isn't a generic declaration.
    var genericParameters: GenericParameterClauseSyntax? {
        self.as(DeclSyntax.self)?.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
    }
}

extension SyntaxProtocol {
    /// The innermost type that encloses the node, or nil for top-level code.
    var enclosingType: CodeVisitor.EnclosingType? {
        var current = parent
        while let node = current {
            if let group = node.declarationGroup {
                let inherited =
                    group.inheritanceClause?.inheritedTypes.compactMap {
                        $0.type.trimmedDescription.split(separator: ".").last.map(String.init)
                    } ?? []
                if let named = node.namedDeclaration {
                    return CodeVisitor.EnclosingType(
                        name: named.name.plainText, offset: named.name.start, inherited: inherited)
                }
                if let extended = node.as(ExtensionDeclSyntax.self)?.extendedType {
                    let name = extended.trimmedDescription.split(separator: ".").last.map(String.init) ?? ""
                    return CodeVisitor.EnclosingType(name: name, offset: extended.start, inherited: inherited)
                }
            }
            current = node.parent
        }
        return nil
    }

    /// Whether the code is only for previews: inside a declaration or macro whose name contains `preview`, such as
    /// `#Preview`, or inside a type that conforms to a protocol with such a name, such as `PreviewProvider`. Ignores
    /// case.
    var isPreview: Bool {
        func tells(_ name: String) -> Bool { name.lowercased().contains("preview") }
        var current = parent
        while let node = current {
            if let macro = node.as(MacroExpansionExprSyntax.self), tells(macro.macroName.text) { return true }
            if let macro = node.as(MacroExpansionDeclSyntax.self), tells(macro.macroName.text) { return true }
            if let named = node.namedDeclaration, tells(named.name.text) { return true }
            if let binding = node.as(PatternBindingSyntax.self), let name = binding.pattern.name, tells(name) {
                return true
            }
            if let clause = node.declarationGroup?.inheritanceClause,
                clause.inheritedTypes.contains(where: { tells($0.type.trimmedDescription) })
            {
                return true
            }
            current = node.parent
        }
        return false
    }
}

extension CodeVisitor {
    /// A type that encloses code, with its name and the offset of the name.
    struct EnclosingType {
        var name: String
        var offset: Int32
        var inherited: [String]
    }
}
