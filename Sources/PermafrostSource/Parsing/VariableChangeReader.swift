import SwiftSyntax

/// A reader for the code that changes the variables of types and global variables, such as `V1.models.append(…)`.
final class VariableChangeReader: SyntaxVisitor {
    private let names: Set<String>
    private var changes: [VariableChange] = []
    /// A local variable or a parameter.
    private struct Local {
        let value: ExprSyntax?
        let type: TypeSyntax?
    }

    private var locals: [SyntaxIdentifier: [String: Local]] = [:]
    /// The types that the file's type aliases have, keyed by alias.
    private let aliases: [String: String]

    private init(_ names: Set<String>, aliases: [String: String]) {
        self.names = names
        self.aliases = aliases
        super.init(viewMode: .sourceAccurate)
    }

    /// Returns the changes of variables with the given names in a file.
    static func changes(of names: Set<String>, in tree: SourceFileSyntax) -> [VariableChange] {
        let aliases = NodeFinder<TypeAliasDeclSyntax>.all(in: Syntax(tree)).compactMap { alias in
            alias.initializer.value.typeName.map { (alias.name.plainText, $0) }
        }
        let reader = VariableChangeReader(names, aliases: Dictionary(aliases, uniquingKeysWith: { first, _ in first }))
        reader.walk(tree)
        return reader.changes
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        for (target, sign) in zip(elements, elements.dropFirst()) {
            let isAssignment =
                sign.is(AssignmentExprSyntax.self)
                || sign.as(BinaryOperatorExprSyntax.self).map { Self.isAssignment($0.operator.text) } == true
            if isAssignment { add(target, method: nil, of: Syntax(node)) }
        }
        return .visitChildren
    }

    private static func isAssignment(_ sign: String) -> Bool {
        sign.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!=="].contains(sign)
    }

    override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
        add(node.expression, method: nil, of: Syntax(node))
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base {
            add(base, method: member.declName.baseName.plainText, of: Syntax(node))
        }
        return .visitChildren
    }

    private func add(_ target: ExprSyntax, method: String?, of node: Syntax) {
        var target = target
        while let element = target.as(SubscriptCallExprSyntax.self) { target = element.calledExpression }
        guard let path = target.namePath, let name = path.last, names.contains(name) else { return }
        let enclosing = Self.enclosingTypes(of: node)
        var owner: String?
        if path.count > 1 {
            owner = path[path.count - 2]
            if owner == "Self" || owner == "self" { owner = enclosing.last }
            // `let version = V1.self`
            if let name = owner, name.first?.isUppercase == false { owner = metatype(name, from: node) ?? name }
        } else if local(name, from: node) != nil {
            return
        } else {
            owner = Self.member(name, from: node)
        }
        changes.append(
            .init(
                owner: owner.map { aliases[$0] ?? $0 }, enclosing: enclosing, name: name, method: method,
                text: node.trimmedDescription,
                offset: node.start))
    }

    private static func enclosingTypes(of node: Syntax) -> [String] {
        var names: [String] = []
        var next = node.parent
        while let current = next {
            if let declaration = current.asProtocol((any DeclGroupSyntax).self) {
                let name =
                    declaration.as(ExtensionDeclSyntax.self)?.extendedType.typeName
                    ?? declaration.asProtocol((any NamedDeclSyntax).self)?.name.plainText
                if let name { names.insert(name, at: 0) }
            }
            next = current.parent
        }
        return names
    }

    /// Returns the innermost enclosing type whose body declares a variable, or nil if there is none.
    private static func member(_ name: String, from node: Syntax) -> String? {
        var next = node.parent
        while let current = next {
            if let declaration = current.asProtocol((any DeclGroupSyntax).self) {
                let isDeclared = declaration.memberBlock.members.contains { member in
                    member.decl.as(VariableDeclSyntax.self)?.bindings.contains {
                        $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText == name
                    } == true
                }
                if isDeclared { return enclosingTypes(of: Syntax(declaration.memberBlock)).last }
            }
            next = current.parent
        }
        return nil
    }

    /// Returns the type whose metatype a local constant or parameter has, or nil if it isn't known.
    private func metatype(_ name: String, from node: Syntax) -> String? {
        guard let local = local(name, from: node) else { return nil }
        if let member = local.value?.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "self" {
            return member.base?.namePath?.last
        }
        return local.type?.as(MetatypeTypeSyntax.self)?.baseType.typeName
    }

    /// Returns the innermost local variable or parameter with a name, or nil if there is none.
    private func local(_ name: String, from node: Syntax) -> Local? {
        var next = node.parent
        while let current = next, !current.is(MemberBlockSyntax.self), !current.is(SourceFileSyntax.self) {
            if let found = locals(of: current)[name] { return found }
            next = current.parent
        }
        return nil
    }

    /// Returns the variables and parameters that a block, function or closure declares, keyed by name. A block is read
    /// once, because each change in it looks for its name.
    private func locals(of scope: Syntax) -> [String: Local] {
        if let known = locals[scope.id] { return known }
        var found: [String: Local] = [:]
        func add(_ name: String, _ value: ExprSyntax? = nil, _ type: TypeSyntax? = nil) {
            if found[name] == nil { found[name] = Local(value: value, type: type) }
        }
        if let statements = scope.as(CodeBlockItemListSyntax.self), scope.parent?.is(SourceFileSyntax.self) != true {
            for case let variable? in statements.lazy.map({ $0.item.as(VariableDeclSyntax.self) }) {
                for binding in variable.bindings {
                    if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText {
                        add(name, binding.initializer?.value, binding.typeAnnotation?.type)
                    }
                }
            }
        } else if let function = scope.as(FunctionDeclSyntax.self) {
            for parameter in function.signature.parameterClause.parameters {
                add((parameter.secondName ?? parameter.firstName).plainText, nil, parameter.type)
            }
        } else if let closure = scope.as(ClosureExprSyntax.self) {
            switch closure.signature?.parameterClause {
            case .simpleInput(let names): for name in names { add(name.name.plainText) }
            case .parameterClause(let clause):
                for parameter in clause.parameters {
                    add((parameter.secondName ?? parameter.firstName).plainText, nil, parameter.type)
                }
            default: break
            }
        } else {
            return found
        }
        locals[scope.id] = found
        return found
    }
}

extension TypeSyntax {
    /// The last component of a type's name, without generic arguments.
    var typeName: String? {
        self.as(IdentifierTypeSyntax.self)?.name.plainText ?? self.as(MemberTypeSyntax.self)?.name.plainText
    }
}
