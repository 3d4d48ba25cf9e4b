import SwiftSyntax

/// A reader for the code that changes the variables of types and global variables, such as `V1.models.append(…)`.
final class VariableChangeReader: SyntaxVisitor {
    private let names: Set<String>
    private var changes: [ParsedCode.Change] = []
    /// The types that the file's type aliases have, keyed by alias.
    private let aliases: [String: String]

    private init(_ names: Set<String>, aliases: [String: String]) {
        self.names = names
        self.aliases = aliases
        super.init(viewMode: .sourceAccurate)
    }

    /// Returns the changes of variables with the given names in a file.
    static func changes(of names: Set<String>, in tree: SourceFileSyntax) -> [ParsedCode.Change] {
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
            if let name = owner, name.first?.isUppercase == false { owner = Self.metatype(name, from: node) ?? name }
        } else if Self.isLocal(name, from: node) {
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
    private static func metatype(_ name: String, from node: Syntax) -> String? {
        var found: String?
        forEachLocal(from: node) { local, value, type in
            guard local == name, found == nil else { return }
            if let member = value?.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "self" {
                found = member.base?.namePath?.last
            } else if let metatype = type?.as(MetatypeTypeSyntax.self) {
                found = metatype.baseType.typeName
            }
        }
        return found
    }

    /// Returns whether a name refers to a local variable or a parameter.
    private static func isLocal(_ name: String, from node: Syntax) -> Bool {
        var isLocal = false
        forEachLocal(from: node) { local, _, _ in isLocal = isLocal || local == name }
        return isLocal
    }

    /// Calls `body` with the names, values and types of the variables and parameters in the functions around a node.
    private static func forEachLocal(from node: Syntax, _ body: (String, ExprSyntax?, TypeSyntax?) -> Void) {
        var next = node.parent
        while let current = next, !current.is(MemberBlockSyntax.self), !current.is(SourceFileSyntax.self) {
            if let statements = current.as(CodeBlockItemListSyntax.self),
                current.parent?.is(SourceFileSyntax.self) != true
            {
                for item in statements {
                    guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
                    for binding in variable.bindings {
                        if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText {
                            body(name, binding.initializer?.value, binding.typeAnnotation?.type)
                        }
                    }
                }
            } else if let function = current.as(FunctionDeclSyntax.self) {
                for parameter in function.signature.parameterClause.parameters {
                    body((parameter.secondName ?? parameter.firstName).plainText, nil, parameter.type)
                }
            } else if let closure = current.as(ClosureExprSyntax.self) {
                switch closure.signature?.parameterClause {
                case .simpleInput(let names): for name in names { body(name.name.plainText, nil, nil) }
                case .parameterClause(let clause):
                    for parameter in clause.parameters {
                        body((parameter.secondName ?? parameter.firstName).plainText, nil, parameter.type)
                    }
                default: break
                }
            }
            next = current.parent
        }
    }
}
