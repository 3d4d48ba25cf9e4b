import PermafrostModel
import SwiftSyntax

/// A reader for the bodies of `encode(to:)` and `init(from:)`. It finds the containers that the code requests, the
/// members that it encodes, and the keys that it decodes.
final class CoderReader: SyntaxVisitor {
    private typealias Reading = ValueDecoding.Reading

    private var coder: ParsedCoder
    private let body: CodeBlockSyntax
    /// The names of the parameter and the constants that refer to the encoder or decoder.
    private var coderNames: Set<String>
    private var containerNames: Set<String> = []
    /// The references to the encoder or decoder that have already been analyzed, such as the argument of
    /// `values.encode(to: encoder)`.
    private var followed: Set<SyntaxIdentifier> = []
    /// The keys that the code passes to `contains(_:)`.
    private var testedKeys: Set<String> = []
    private var readings: [String: [Reading]] = [:]

    private init(
        _ direction: ParsedCoder.Direction, name: String, body: CodeBlockSyntax, conditions: [Condition]
    ) {
        coder = ParsedCoder(direction: direction, digest: Self.digest(of: body), conditions: conditions)
        self.body = body
        coderNames = [name]
        super.init(viewMode: .sourceAccurate)
    }

    /// Reads an `encode(to:)`. Returns nil for any other function, or if the function has no body.
    static func read(_ node: FunctionDeclSyntax, conditions: [Condition]) -> ParsedCoder? {
        let isStatic = node.modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
        guard node.name.plainText == "encode", !isStatic, let body = node.body,
            let name = parameter(of: node.signature, labelled: "to", type: "Encoder")
        else { return nil }
        return CoderReader(.encoding, name: name, body: body, conditions: conditions).read()
    }

    /// Reads an `init(from:)`. Returns nil for any other initializer, or if the initializer has no body.
    static func read(_ node: InitializerDeclSyntax, conditions: [Condition]) -> ParsedCoder? {
        guard let body = node.body, let name = parameter(of: node.signature, labelled: "from", type: "Decoder") else {
            return nil
        }
        return CoderReader(.decoding, name: name, body: body, conditions: conditions).read()
    }

    /// Returns the code of a type's raw value or of its coding key's strings, whose digest a fixture records.
    ///
    /// - Parameters:
    ///   - name: the name of the property, or the label of the initializer's parameter.
    ///   - body: the accessors of the property, or the body of the initializer.
    static func representation(
        named name: String, _ body: some SyntaxProtocol, conditions: [Condition]
    ) -> ParsedCoder? {
        guard ["rawValue", "stringValue", "intValue"].contains(name) else { return nil }
        var coder = ParsedCoder(direction: .representation, digest: Self.digest(of: body), conditions: conditions)
        if name == "rawValue", body.is(AccessorBlockSyntax.self) { coder.rawLiterals = RawLiterals.values(in: body) }
        return coder
    }

    /// Returns a digest of the code's tokens, without white space and comments.
    private static func digest(of code: some SyntaxProtocol) -> String {
        let tokens = code.tokens(viewMode: .sourceAccurate).map(\.text).joined(separator: " ")
        return Digest.hex(Digest.sha256(Array(tokens.utf8)).prefix(8))
    }

    private static func parameter(
        of signature: FunctionSignatureSyntax, labelled label: String, type: String
    ) -> String? {
        let parameters = signature.parameterClause.parameters
        guard parameters.count == 1, let only = parameters.first, only.firstName.plainText == label,
            only.type.lastToken(viewMode: .sourceAccurate)?.text == type
        else { return nil }
        return (only.secondName ?? only.firstName).plainText
    }

    private func read() -> ParsedCoder {
        walk(body)
        for (key, found) in readings {
            coder.readings[key] = Self.merged(found, isTested: testedKeys.contains(key))
        }
        if coder.containers.contains(where: { $0.kind != .keyed }) { coder.readingsAreKnown = false }
        if coder.direction == .decoding, coder.readingsAreKnown { coder.plainTypes = plainTypes() }
        return coder
    }

    /// Combines the ways that several calls read the same key. If the code tests whether the key exists, the key may be
    /// missing. Otherwise, it is required if at least one of the calls requires it.
    private static func merged(_ readings: [Reading], isTested: Bool) -> Reading {
        // `if container.contains(.key) { … }` reads the key only if it exists.
        if isTested { return .ifPresent }
        return [.required, .unknown, .ifPresent, .tolerant].first(where: readings.contains) ?? .unknown
    }

    // MARK: Plain code

    /// Returns ``ParsedCoder/plainTypes``.
    private func plainTypes() -> [String: String]? {
        var types: [String: String] = [:]
        for item in body.statements {
            switch item.item {
            case .decl(let declaration):
                guard let bindings = declaration.as(VariableDeclSyntax.self)?.bindings, bindings.count == 1,
                    let name = bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText,
                    containerNames.contains(name)
                else { return nil }
            case .expr(let expression):
                guard let (name, type) = plainAssignment(expression) else { return nil }
                types[name] = type
            default: return nil
            }
        }
        return types
    }

    /// Returns the property and the type in `self.name = try values.decode(String.self, forKey: .name)`, which a
    /// default may follow, or nil for any other expression.
    private func plainAssignment(_ node: ExprSyntax) -> (name: String, type: String)? {
        guard let elements = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }), elements.count >= 3,
            elements[1].is(AssignmentExprSyntax.self), let name = Self.member(elements[0]),
            let call = Self.withoutTry(elements[2]).as(FunctionCallExprSyntax.self), call.arguments.count == 2,
            let callee = call.calledExpression.as(MemberAccessExprSyntax.self),
            ["decode", "decodeIfPresent"].contains(callee.declName.baseName.text),
            let container = callee.base, isContainer(container),
            let type = call.arguments.first?.expression.as(MemberAccessExprSyntax.self),
            type.declName.baseName.text == "self", let base = type.base,
            let key = call.value(of: "forKey"), Self.name(ofKey: key) == name
        else { return nil }
        if elements.count > 3 {
            guard elements.count == 5, elements[3].as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
                Self.isHarmless(elements[4])
            else { return nil }
        }
        return (name, base.trimmedDescription)
    }

    private func isContainer(_ node: ExprSyntax) -> Bool {
        if let call = node.as(FunctionCallExprSyntax.self) { return containerKind(of: call) == .keyed }
        return node.as(DeclReferenceExprSyntax.self).map { containerNames.contains($0.baseName.plainText) } ?? false
    }

    private static func withoutTry(_ node: ExprSyntax) -> ExprSyntax {
        if let attempt = node.as(TryExprSyntax.self) {
            // `try!` ends the app.
            return attempt.questionOrExclamationMark?.text == "!" ? node : withoutTry(attempt.expression)
        }
        if let tuple = node.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return withoutTry(only.expression)
        }
        return node
    }

    /// Whether a default is a literal, a case, or a new value of a standard type, such as `Date()`, so that it neither
    /// throws nor ends the app.
    private static func isHarmless(_ node: ExprSyntax) -> Bool {
        if let call = node.as(FunctionCallExprSyntax.self) {
            return call.arguments.isEmpty && call.trailingClosure == nil
                && ScalarMapping.named(call.calledExpression.trimmedDescription) != nil
        }
        switch node.kind {
        case .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr:
            return true
        case .arrayExpr: return node.as(ArrayExprSyntax.self)?.elements.isEmpty == true
        case .dictionaryExpr:
            return node.as(DictionaryExprSyntax.self)?.content.is(DictionaryElementListSyntax.self) == false
        case .memberAccessExpr: return node.as(MemberAccessExprSyntax.self)?.base == nil
        default: return false
        }
    }

    // MARK: Names

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        bind(node.pattern, to: node.initializer?.value)
        return .visitChildren
    }

    override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
        bind(node.pattern, to: node.initializer?.value)
        return .visitChildren
    }

    private func bind(_ pattern: PatternSyntax, to value: ExprSyntax?) {
        guard let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText, var value else { return }
        while let attempt = value.as(TryExprSyntax.self) { value = attempt.expression }
        if let reference = coderReference(value) {
            followed.insert(reference.id)
            coderNames.insert(name)
        } else if let call = value.as(FunctionCallExprSyntax.self), containerKind(of: call) == .keyed {
            containerNames.insert(name)
        }
    }

    /// Returns an expression as a reference to the encoder or decoder, or nil for any other expression.
    private func coderReference(_ node: ExprSyntax?) -> DeclReferenceExprSyntax? {
        guard let reference = node?.as(DeclReferenceExprSyntax.self), coderNames.contains(reference.baseName.plainText)
        else { return nil }
        return reference
    }

    private static let coderMembers: Set<String> = [
        "container", "unkeyedContainer", "singleValueContainer", "userInfo", "codingPath",
    ]
    private static let containerMembers: Set<String> = [
        "decode", "decodeIfPresent", "decodeNil", "contains", "allKeys", "codingPath",
    ]

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.baseName.plainText
        let isCoder = coderNames.contains(name)
        guard isCoder || containerNames.contains(name), !followed.contains(node.id) else { return .visitChildren }
        if let member = node.parent?.as(MemberAccessExprSyntax.self) {
            let known = isCoder ? Self.coderMembers : Self.containerMembers
            if member.declName.id == node.id || known.contains(member.declName.baseName.text) { return .visitChildren }
        }
        coder.readingsAreKnown = false
        if isCoder, coder.unfollowed == nil { coder.unfollowed = node.start }
        return .visitChildren
    }

    // MARK: Calls

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let kind = containerKind(of: node) {
            // The strings of other keys aren't read.
            let keys = node.value(of: "keyedBy")?.namePath?.dropLast()
            if kind == .keyed, keys != ["CodingKeys"], keys != ["Self", "CodingKeys"] {
                coder.readingsAreKnown = false
            }
            coder.containers.append(.init(kind: kind, offset: node.start))
            return .visitChildren
        }
        if let argument = node.arguments.first, node.arguments.count == 1,
            argument.label?.text == (coder.direction == .encoding ? "to" : "from"),
            let reference = coderReference(argument.expression)
        {
            delegate(node, reference)
            return .visitChildren
        }
        guard let callee = node.calledExpression.as(MemberAccessExprSyntax.self) else { return .visitChildren }
        readCall(node, of: callee.declName.baseName.text)
        return .visitChildren
    }

    private func containerKind(of node: FunctionCallExprSyntax) -> CoderContainer.Kind? {
        guard let callee = node.calledExpression.as(MemberAccessExprSyntax.self), coderReference(callee.base) != nil
        else { return nil }
        return switch callee.declName.baseName.text {
        case "container": .keyed
        case "unkeyedContainer": .unkeyed
        case "singleValueContainer": .singleValue
        default: nil
        }
    }

    /// Records a call that passes on the encoder or decoder, such as `values.encode(to: encoder)` or
    /// `String(from: decoder)`. Ignores a call whose container and member aren't known.
    private func delegate(_ node: FunctionCallExprSyntax, _ reference: DeclReferenceExprSyntax) {
        let value: ExprSyntax?
        if coder.direction == .encoding {
            guard let callee = node.calledExpression.as(MemberAccessExprSyntax.self),
                callee.declName.baseName.text == "encode"
            else { return }
            value = callee.base
        } else {
            value = node.calledExpression
        }
        if let kind = value.flatMap({ Self.kind(of: $0, coder.direction) }) {
            followed.insert(reference.id)
            coder.containers.append(.init(kind: kind, offset: node.start))
        } else if coder.direction == .encoding, let member = Self.member(value) {
            followed.insert(reference.id)
            coder.delegates.append(.init(member: member, offset: node.start))
        }
    }

    /// Returns the kind of container that a literal is encoded in, such as `.unkeyed` for `[x, y]`, or that a standard
    /// type is decoded from. Returns nil if the kind isn't known.
    private static func kind(
        of node: ExprSyntax, _ direction: ParsedCoder.Direction
    ) -> CoderContainer.Kind? {
        switch node.kind {
        case .arrayExpr: return .unkeyed
        case .dictionaryExpr where direction == .encoding: return .keyed
        case .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr: return .singleValue
        case .declReferenceExpr where direction == .decoding:
            let name = node.trimmedDescription
            return ScalarMapping.named(name) == nil ? nil : .singleValue
        default: return nil
        }
    }

    /// Returns the member in `name` or `self.name`, or nil for any other expression.
    private static func member(_ node: ExprSyntax?) -> String? {
        guard let path = node?.namePath else { return nil }
        if path.count == 1 { return path[0] == "self" ? nil : path[0] }
        return path.count == 2 && path[0] == "self" ? path[1] : nil
    }

    private func readCall(_ node: FunctionCallExprSyntax, of name: String) {
        switch name {
        case "encode", "encodeIfPresent", "encodeConditional":
            if let first = node.arguments.first, first.label == nil, let member = Self.member(first.expression) {
                coder.encodedMembers.insert(member)
            }
        case "decode", "decodeIfPresent", "decodeNil":
            guard let key = node.value(of: "forKey") else { return }
            let reading = reading(at: Syntax(node))
            add(
                name == "decode"
                    ? reading : name == "decodeNil" ? .unknown : reading == .tolerant ? .tolerant : .ifPresent, key)
        case "contains":
            if let key = node.arguments.first?.expression, let name = Self.name(ofKey: key) { testedKeys.insert(name) }
        case "nestedContainer", "nestedUnkeyedContainer", "superDecoder":
            coder.readingsAreKnown = false
        default: break
        }
    }

    private func add(_ reading: Reading, _ key: ExprSyntax) {
        guard let name = Self.name(ofKey: key) else {
            coder.readingsAreKnown = false
            return
        }
        readings[name, default: []].append(reading)
    }

    /// Returns the name of the case in `.name` or `CodingKeys.name`, or nil for any other expression.
    private static func name(ofKey node: ExprSyntax) -> String? {
        guard let member = node.as(MemberAccessExprSyntax.self) else { return nil }
        if let base = member.base, base.namePath?.last?.first?.isUppercase != true { return nil }
        return member.declName.baseName.plainText
    }

    /// Returns the way that a plain `decode` call reads its key: `tolerant` if an error is ignored, as with `try?`,
    /// `unknown` if the call can be skipped or its error can be caught, and `required` otherwise.
    private func reading(at node: Syntax) -> Reading {
        var child = node
        var isConditional = false
        while let parent = child.parent, child.id != body.id {
            if let attempt = parent.as(TryExprSyntax.self), attempt.questionOrExclamationMark?.text == "?" {
                return .tolerant
            }
            if child.is(CodeBlockSyntax.self), parent.as(DoStmtSyntax.self)?.handlesEveryError == true {
                return .tolerant
            }
            isConditional = isConditional || Self.isConditional(child, in: parent)
            child = parent
        }
        return isConditional ? .unknown : .required
    }

    /// Returns whether a part of a statement or expression can be skipped, or whether its errors can be caught.
    private static func isConditional(_ child: Syntax, in parent: Syntax) -> Bool {
        switch parent.kind {
        case .ifExpr: return !child.is(ConditionElementListSyntax.self)
        case .guardStmt: return !child.is(ConditionElementListSyntax.self)
        case .switchCase, .closureExpr, .catchClause, .forStmt, .whileStmt, .repeatStmt, .deferStmt, .ifConfigClause,
            .unresolvedTernaryExpr:
            return true
        case .doStmt: return parent.as(DoStmtSyntax.self)?.catchClauses.isEmpty == false
        case .exprList:
            // The elements after `??` and after a ternary's `?` and `:` aren't always evaluated.
            return ExprListSyntax(parent)?.contains { element in
                element.position < child.position
                    && (element.is(UnresolvedTernaryExprSyntax.self)
                        || ["??", "&&", "||"].contains(element.as(BinaryOperatorExprSyntax.self)?.operator.text))
            } == true
        default: return false
        }
    }
}

extension DoStmtSyntax {
    /// Whether the last `catch` handles every error and throws none.
    fileprivate var handlesEveryError: Bool {
        guard let last = catchClauses.last, last.catchItems.isEmpty else { return false }
        return !last.body.tokens(viewMode: .sourceAccurate).contains { token in
            [.keyword(.throw), .keyword(.try)].contains(token.tokenKind)
        }
    }
}
