import SwiftSyntax

/// A reader for the body of a hook or function. It finds fetches of all rows of a model, code that ends the app, and
/// the functions that the body calls.
final class FetchReader: SyntaxVisitor {
    /// The maximum number of calls that are kept for a body.
    private static let limit = 500

    /// A fetch descriptor in a variable.
    private struct Descriptor {
        var model: String
        var isBounded: Bool
    }

    private var body = ParsedBody()
    private var descriptors: [String: Descriptor] = [:]
    /// The fetches whose descriptor is in a variable. They are added to the body last, because a later statement may
    /// limit the descriptor.
    private var open: [(name: String, offset: Int32)] = []

    /// The closure or block whose statements are read.
    private let root: SyntaxIdentifier

    private init(of root: some SyntaxProtocol) {
        self.root = root.id
        super.init(viewMode: .sourceAccurate)
    }

    /// Returns a body with the fetches and calls in a node.
    static func read(_ node: some SyntaxProtocol) -> ParsedBody {
        let reader = FetchReader(of: node)
        reader.walk(node)
        for fetch in reader.open {
            guard let descriptor = reader.descriptors[fetch.name], !descriptor.isBounded else { continue }
            reader.body.fetches.append(.init(model: descriptor.model, offset: fetch.offset))
        }
        return reader.body
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if isStatement(node), let rows = node.deletedSequence { addEmptied(by: rows, node.start) }
        guard let path = path(of: node), let name = path.last else { return .visitChildren }
        if Self.endings.contains(name), path.count == 1 || path[0] == "Swift", !node.isDeclaredFunction(name) {
            body.endings.append(.init(call: name, offset: node.start))
        }
        if name == "fetch", node.arguments.count == 1, let argument = node.arguments.first, argument.label == nil {
            if let descriptor = Self.descriptor(argument.expression, type: nil) {
                if !descriptor.isBounded { body.fetches.append(.init(model: descriptor.model, offset: node.start)) }
            } else if let variable = argument.expression.as(DeclReferenceExprSyntax.self) {
                open.append((variable.baseName.plainText, node.start))
            }
        } else if body.calls.count < Self.limit {
            body.calls.append(path)
        }
        if name == "delete", let only = node.arguments.first, node.arguments.count == 1, only.label?.text == "model",
            let type = only.expression.namePath, type.last == "self", isStatement(node)
        {
            body.emptied.append(.init(path: Array(type.dropLast()), offset: node.start))
        }
        return .visitChildren
    }

    /// Reads a loop such as `for post in try context.fetch(FetchDescriptor<Post>()) { context.delete(post) }`.
    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.pattern.name, node.whereClause == nil, node.parent?.parent?.parent?.id == root,
            node.body.statements.deletesOnly({ $0 == name })
        {
            addEmptied(by: node.sequence, node.start)
        }
        return .visitChildren
    }

    /// Adds the class whose rows a sequence contains, if it is a fetch of all rows.
    private func addEmptied(by sequence: ExprSyntax, _ offset: Int32) {
        var rows = sequence.unwrapped ?? sequence
        if let name = rows.as(DeclReferenceExprSyntax.self)?.baseName.plainText, let value = rows.value(named: name) {
            rows = value.unwrapped ?? value
        }
        guard let fetch = rows.as(FunctionCallExprSyntax.self), fetch.calledName == "fetch",
            fetch.arguments.count == 1, let argument = fetch.arguments.first?.expression
        else { return }
        let name = argument.as(DeclReferenceExprSyntax.self)?.baseName.plainText
        guard let descriptor = Self.descriptor(argument, type: nil) ?? name.flatMap({ descriptors[$0] }),
            !descriptor.isBounded, !descriptor.model.isEmpty
        else { return }
        body.emptied.append(
            .init(path: descriptor.model.split(separator: ".").map(String.init), offset: offset))
    }

    /// Returns whether a call is a statement of the body itself, so that it doesn't depend on a condition.
    private func isStatement(_ node: FunctionCallExprSyntax) -> Bool {
        var statement = Syntax(node)
        while let parent = statement.parent, let attempt = parent.as(TryExprSyntax.self) {
            guard attempt.questionOrExclamationMark == nil else { return false }
            statement = parent
        }
        return statement.parent?.is(CodeBlockItemSyntax.self) == true && statement.parent?.parent?.parent?.id == root
    }

    /// The names of functions that end the app.
    static let endings: Set<String> = ["fatalError", "preconditionFailure", "abort", "exit"]

    /// Returns the names in a called function's name. If the function is a method of a new value, as in
    /// `Filler(context).run()`, this is the type's name with the method's.
    private func path(of node: FunctionCallExprSyntax) -> [String]? {
        if let member = node.calledExpression.as(MemberAccessExprSyntax.self), var base = member.base {
            if let name = base.as(DeclReferenceExprSyntax.self)?.baseName.plainText, let value = node.value(named: name)
            {
                base = value.unwrapped ?? value
            }
            if let made = base.as(FunctionCallExprSyntax.self)?.calledExpression.namePath, made.last != "init",
                made.last?.first?.isUppercase == true
            {
                return made + [member.declName.baseName.plainText]
            }
        }
        return node.calledExpression.namePath
    }

    override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
        if node.questionOrExclamationMark?.text == "!", !node.expression.isConstant {
            body.endings.append(.init(call: "try!", offset: node.start))
        }
        return .visitChildren
    }

    override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
        if let path = node.expression.namePath, let name = path.first,
            node.value(named: name) == nil && node.parameter(named: name) == nil || path.count > 1
        {
            body.endings.append(
                .init(
                    call: node.trimmedDescription, variable: path.first == "Self" ? Array(path.dropFirst()) : path,
                    offset: node.start))
        }
        return .visitChildren
    }

    /// Skips code that no build for users compiles.
    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        node.isNeverShipped ? .skipChildren : .visitChildren
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.pattern.as(IdentifierPatternSyntax.self), let value = node.initializer?.value,
            let descriptor = Self.descriptor(value, type: node.typeAnnotation?.type)
        {
            descriptors[name.identifier.plainText] = descriptor
        }
        return .visitChildren
    }

    /// Reads an assignment such as `descriptor.fetchLimit = 100`, which limits the fetches with the descriptor.
    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        for (target, sign) in zip(elements, elements.dropFirst()) where sign.is(AssignmentExprSyntax.self) {
            guard let path = target.namePath, path.count == 2, ["fetchLimit", "predicate"].contains(path[1]) else {
                continue
            }
            descriptors[path[0]]?.isBounded = true
        }
        return .visitChildren
    }

    /// Returns the descriptor that an expression such as `FetchDescriptor<User>(…)` creates. For `.init(…)`, the given
    /// type annotation must be a `FetchDescriptor`. Returns nil for any other expression.
    private static func descriptor(_ node: ExprSyntax, type: TypeSyntax?) -> Descriptor? {
        guard let call = node.as(FunctionCallExprSyntax.self) else { return nil }
        var callee = call.calledExpression
        var typeName = type
        if let member = callee.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init" {
            if let base = member.base { callee = base } else if type == nil { return nil }
        }
        if let generic = callee.as(GenericSpecializationExprSyntax.self) {
            callee = generic.expression
            typeName = nil
        }
        let isImplicit = callee.as(MemberAccessExprSyntax.self)?.base == nil && callee.is(MemberAccessExprSyntax.self)
        if isImplicit {
            guard let name = typeName?.as(IdentifierTypeSyntax.self), name.name.text == "FetchDescriptor" else {
                return nil
            }
        } else {
            guard callee.namePath?.last == "FetchDescriptor" else { return nil }
        }
        let isBounded = call.arguments.contains { argument in
            argument.label?.text == "predicate" && !argument.expression.is(NilLiteralExprSyntax.self)
        }
        return Descriptor(model: model(of: call, type: type), isBounded: isBounded)
    }

    /// Returns the name of the class that a descriptor fetches, or an empty string if the statement doesn't name the
    /// class.
    private static func model(of call: FunctionCallExprSyntax, type: TypeSyntax?) -> String {
        var callee = call.calledExpression
        if let member = callee.as(MemberAccessExprSyntax.self), let base = member.base { callee = base }
        let arguments =
            callee.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause.arguments
            ?? type?.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments
        if let first = arguments?.first { return first.argument.trimmedDescription }
        // For example, `FetchDescriptor(sortBy: [SortDescriptor(\User.name)])`.
        let finder = KeyPathRoot(viewMode: .sourceAccurate)
        finder.walk(call.arguments)
        return finder.name
    }
}

/// A visitor that finds the root type of the first key path.
private final class KeyPathRoot: SyntaxVisitor {
    private(set) var name = ""

    override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
        if name.isEmpty, let root = node.root { name = root.trimmedDescription }
        return .skipChildren
    }
}

extension FunctionCallExprSyntax {
    /// The sequence of which a call of `forEach` deletes every row, and does nothing else. Nil for any other call.
    fileprivate var deletedSequence: ExprSyntax? {
        guard let member = calledExpression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "forEach",
            let action = trailingClosure.map({ ExprSyntax($0) }) ?? arguments.first?.expression
        else { return nil }
        let isDeletion =
            action.as(ClosureExprSyntax.self).map { $0.statements.deletesOnly($0.names) }
            ?? (action.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "delete")
        return isDeletion ? member.base : nil
    }
}

extension CodeBlockItemListSyntax {
    /// Returns whether the code only deletes the row in a variable.
    fileprivate func deletesOnly(_ isRow: (String) -> Bool) -> Bool {
        guard count == 1, case .expr(let only)? = first?.item, let call = only.as(FunctionCallExprSyntax.self),
            call.calledName == "delete", call.arguments.count == 1, let argument = call.arguments.first,
            argument.label == nil, let row = argument.expression.as(DeclReferenceExprSyntax.self)
        else { return false }
        return isRow(row.baseName.plainText)
    }
}

extension SyntaxProtocol {
    /// Returns whether a scope around the node declares a function with a name.
    fileprivate func isDeclaredFunction(_ name: String) -> Bool {
        var current = parent
        while let node = current {
            let functions =
                node.as(CodeBlockItemListSyntax.self)?.compactMap { $0.item.as(FunctionDeclSyntax.self) }
                ?? node.as(MemberBlockItemListSyntax.self)?.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
            if functions?.contains(where: { $0.name.plainText == name }) == true { return true }
            current = node.parent
        }
        return false
    }
}

extension ExprSyntax {
    /// Whether the expression creates a value from literals, so that its result is always the same.
    fileprivate var isConstant: Bool {
        guard let call = self.as(FunctionCallExprSyntax.self), call.calledName?.first?.isUppercase == true else {
            return false
        }
        return call.trailingClosure == nil
            && call.arguments.allSatisfy { argument in
                argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue != nil
                    || argument.expression.is(IntegerLiteralExprSyntax.self)
            }
    }

    /// The names in a plain chain such as `Cache.shared.names`. Nil for any other expression, such as a chain with a
    /// call or subscript.
    var namePath: [String]? {
        var names: [String] = []
        var next = self
        while let member = next.as(MemberAccessExprSyntax.self) {
            guard let base = member.base else { return nil }
            names.append(member.declName.baseName.plainText)
            next = base
        }
        guard let reference = next.as(DeclReferenceExprSyntax.self) else { return nil }
        names.append(reference.baseName.plainText)
        return names.reversed()
    }
}
