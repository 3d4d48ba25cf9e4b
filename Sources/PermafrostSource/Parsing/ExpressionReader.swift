import SwiftSyntax

/// A reader that creates an ``Expression`` from a syntax node.
struct ExpressionReader {
    /// The maximum nesting depth. More deeply nested expressions are kept as strings.
    static let depthLimit = 120
    /// The maximum number of statements in a closure. A longer closure is kept as a string.
    private static let closureLimit = 40
    /// The argument labels for closures that a migration runs.
    private static let hooks: Set<String> = ["willMigrate", "didMigrate", "preMigration", "postMigration"]

    let bytes: UnsafeBufferPointer<UInt8>
    var depth = 0

    var inner: ExpressionReader { ExpressionReader(bytes: bytes, depth: depth + 1) }
    var types: TypeReader { TypeReader(bytes: bytes) }

    func read(_ node: ExprSyntax) -> Expression {
        Expression(depth < Self.depthLimit ? kind(node) : text(node), at: node.start)
    }

    func arguments(_ list: LabeledExprListSyntax) -> [ExpressionArgument] {
        list.map(argument)
    }

    private func argument(_ node: LabeledExprSyntax) -> ExpressionArgument {
        let label = node.label?.plainText
        // A migration's hooks are code and not declarations.
        let isHook = label.map(Self.hooks.contains) ?? false
        return ExpressionArgument(label: label, value: isHook ? hook(node.expression) : inner.read(node.expression))
    }

    private func hook(_ node: ExprSyntax) -> Expression {
        let kind: Expression.Kind
        if let closure = node.as(ClosureExprSyntax.self) {
            kind = .hook(HookReader.read(closure, types: types))
        } else if let function = node.namePath {
            // For example, `didMigrate: fillSlugs`.
            kind = .hook(ParsedHook(body: ParsedBody(calls: [function])))
        } else {
            kind = node.is(NilLiteralExprSyntax.self) ? .nilLiteral : .other("{…}")
        }
        return Expression(kind, at: node.start)
    }

    private func text(_ node: some SyntaxProtocol) -> Expression.Kind {
        .other(SourceText(bytes: bytes).collapsed(node))
    }

    private func kind(_ node: ExprSyntax) -> Expression.Kind {
        switch node.kind {
        case .declReferenceExpr:
            guard let node = node.as(DeclReferenceExprSyntax.self) else { break }
            return .name(node.baseName.plainText)
        case .memberAccessExpr:
            guard let node = node.as(MemberAccessExprSyntax.self) else { break }
            return .member(node.base.map(inner.read), node.declName.baseName.plainText)
        case .stringLiteralExpr:
            guard let node = node.as(StringLiteralExprSyntax.self) else { break }
            return node.representedLiteralValue.map { .string($0) }
                ?? .interpolation(parts(node), text: SourceText(bytes: bytes).collapsed(node))
        case .integerLiteralExpr:
            guard let node = node.as(IntegerLiteralExprSyntax.self) else { break }
            return .integer(node.literal.text.filter { $0 != "_" })
        case .floatLiteralExpr:
            guard let node = node.as(FloatLiteralExprSyntax.self) else { break }
            return .float(node.literal.text.filter { $0 != "_" })
        case .booleanLiteralExpr:
            guard let node = node.as(BooleanLiteralExprSyntax.self) else { break }
            return .boolean(node.literal.tokenKind == .keyword(.true))
        case .nilLiteralExpr: return .nilLiteral
        case .arrayExpr:
            guard let node = node.as(ArrayExprSyntax.self) else { break }
            return .array(node.elements.map { inner.read($0.expression) })
        case .dictionaryExpr:
            guard let node = node.as(DictionaryExprSyntax.self) else { break }
            guard case .elements(let elements) = node.content else { return .dictionary([]) }
            return .dictionary(elements.map { .init(key: inner.read($0.key), value: inner.read($0.value)) })
        case .functionCallExpr:
            guard let node = node.as(FunctionCallExprSyntax.self) else { break }
            return call(node)
        case .sequenceExpr:
            guard let node = node.as(SequenceExprSyntax.self) else { break }
            var sequence = OperatorSequence(elements: Array(node.elements), reader: inner)
            return sequence.fold()?.kind ?? text(node)
        case .tupleExpr:
            guard let node = node.as(TupleExprSyntax.self) else { break }
            let elements = arguments(node.elements)
            if elements.count == 1, elements[0].label == nil { return elements[0].value.kind }
            return .tuple(elements)
        case .closureExpr:
            guard let node = node.as(ClosureExprSyntax.self) else { break }
            return closure(node)
        default: return rareKind(node)
        }
        return text(node)
    }

    /// Returns the texts and values of a string literal with interpolations, or an empty array if they can't simply be
    /// joined.
    private func parts(_ node: StringLiteralExprSyntax) -> [Expression] {
        guard node.openingPounds == nil, node.openingQuote.tokenKind == .stringQuote else { return [] }
        var parts: [Expression] = []
        for segment in node.segments {
            switch segment {
            case .stringSegment(let text):
                guard !text.content.text.contains("\\") else { return [] }
                parts.append(Expression(.string(text.content.text), at: text.start))
            case .expressionSegment(let value):
                guard value.expressions.count == 1, let only = value.expressions.first, only.label == nil else {
                    return []
                }
                parts.append(inner.read(only.expression))
            @unknown default: return []
            }
        }
        return parts
    }

    private func rareKind(_ node: ExprSyntax) -> Expression.Kind {
        switch node.kind {
        case .prefixOperatorExpr:
            guard let node = node.as(PrefixOperatorExprSyntax.self) else { break }
            return .prefix(node.operator.text, inner.read(node.expression))
        case .genericSpecializationExpr:
            guard let node = node.as(GenericSpecializationExprSyntax.self) else { break }
            return .specialised(inner.read(node.expression), types.arguments(node.genericArgumentClause))
        case .typeExpr:
            guard let node = node.as(TypeExprSyntax.self) else { break }
            return .type(types.read(node.type))
        case .optionalChainingExpr:
            guard let node = node.as(OptionalChainingExprSyntax.self) else { break }
            return .optional(inner.read(node.expression))
        case .forceUnwrapExpr:
            guard let node = node.as(ForceUnwrapExprSyntax.self) else { break }
            return .forced(inner.read(node.expression))
        case .tryExpr:
            guard let node = node.as(TryExprSyntax.self), node.questionOrExclamationMark?.text != "?" else { break }
            return inner.read(node.expression).kind
        case .keyPathExpr:
            guard let node = node.as(KeyPathExprSyntax.self) else { break }
            let names = node.components.compactMap {
                $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.plainText
            }
            return .keyPath(node.root.map { types.read($0) }, names)
        case .subscriptCallExpr:
            guard let node = node.as(SubscriptCallExprSyntax.self), node.trailingClosure == nil else { break }
            return .subscripted(
                inner.read(node.calledExpression), arguments(node.arguments),
                text: SourceText(bytes: bytes).collapsed(node))
        case .superExpr: return .name("super")
        default: break
        }
        return text(node)
    }

    private func call(_ node: FunctionCallExprSyntax) -> Expression.Kind {
        let callee = inner.read(node.calledExpression)
        switch PlanCall(callee: callee, labels: node.arguments.map { $0.label?.plainText }) {
        case .stage: return .call(callee, stageArguments(node))
        case .plan: return .call(callee, planArguments(node))
        case .planOfType, nil: break
        }
        var arguments = arguments(node.arguments)
        let isStage = arguments.contains { $0.label == "fromVersion" }
        if let closure = node.trailingClosure {
            let label = arguments.contains { $0.label == "willMigrate" } ? "didMigrate" : "willMigrate"
            arguments.append(
                isStage
                    ? .init(label: label, value: hook(ExprSyntax(closure)))
                    : .init(label: nil, value: inner.read(ExprSyntax(closure))))
        }
        for closure in node.additionalTrailingClosures {
            let value = ExprSyntax(closure.closure)
            arguments.append(.init(label: closure.label.plainText, value: isStage ? hook(value) : inner.read(value)))
        }
        return .call(callee, arguments)
    }

    /// Returns the arguments of a stage, which are its two versions and its operations.
    private func stageArguments(_ node: FunctionCallExprSyntax) -> [ExpressionArgument] {
        let versions = node.arguments.prefix(2).map(argument)
        guard
            let operations = node.arguments.dropFirst(2).first?.expression ?? node.trailingClosure.map(ExprSyntax.init)
        else { return versions }
        let reader = OperationReader(bytes: bytes)
        let read = operations.as(ClosureExprSyntax.self).map(reader.read) ?? [reader.opaque(operations)]
        return versions + [.init(label: nil, value: Expression(.operations(read), at: operations.start))]
    }

    /// Returns the arguments of a plan: its versions, its hooks, and a closure with its stages. The closure always gets
    /// the label `stages`, even if it is a trailing closure.
    private func planArguments(_ node: FunctionCallExprSyntax) -> [ExpressionArgument] {
        var read: [ExpressionArgument] = node.arguments.map { argument in
            guard argument.label?.plainText == "stages", let closure = argument.expression.as(ClosureExprSyntax.self)
            else { return self.argument(argument) }
            return .init(label: "stages", value: stages(closure))
        }
        // The first trailing closure contains the stages, unless a later one has the label `stages`.
        let labelled = node.additionalTrailingClosures.first { $0.label.plainText == "stages" }?.closure
        if let closure = labelled ?? node.trailingClosure {
            read.append(.init(label: "stages", value: stages(closure)))
        }
        return read
    }

    private func stages(_ node: ClosureExprSyntax) -> Expression {
        Expression(.closure([], inner.statements(node.statements, isBody: true)), at: node.start)
    }

    private func closure(_ node: ClosureExprSyntax) -> Expression.Kind {
        guard node.statements.count <= Self.closureLimit else { return text(node) }
        var names: [String] = []
        if case .simpleInput(let list) = node.signature?.parameterClause {
            names = list.map(\.name.plainText)
        } else if case .parameterClause(let clause) = node.signature?.parameterClause {
            names = clause.parameters.map { ($0.secondName ?? $0.firstName).plainText }
        }
        return .closure(names, inner.statements(node.statements, isBody: true))
    }

    /// Reads a list of statements.
    ///
    /// - Parameter isBody: whether the list is a complete body, whose only expression becomes its result.
    func statements(_ items: CodeBlockItemListSyntax, isBody: Bool) -> [Statement] {
        StatementReader(expressions: self).statements(items, isBody: isBody)
    }
}
