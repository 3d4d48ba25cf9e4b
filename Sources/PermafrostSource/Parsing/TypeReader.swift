import SwiftSyntax

/// A reader that creates a ``TypeExpression`` from a syntax node.
struct TypeReader {
    let bytes: UnsafeBufferPointer<UInt8>

    /// Reads a type. Parts that are too deeply nested are kept as strings.
    func read(_ node: TypeSyntax, depth: Int = 0) -> TypeExpression {
        guard depth < 60 else { return other(node) }
        switch node.kind {
        case .identifierType, .memberType:
            var components: [TypeExpression.Component] = []
            return collect(node, into: &components, depth: depth) ? .named(components) : other(node)
        case .optionalType:
            guard let node = node.as(OptionalTypeSyntax.self) else { return other(node) }
            return .optional(read(node.wrappedType, depth: depth + 1))
        case .implicitlyUnwrappedOptionalType:
            guard let node = node.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return other(node) }
            return .optional(read(node.wrappedType, depth: depth + 1))
        case .arrayType:
            guard let node = node.as(ArrayTypeSyntax.self) else { return other(node) }
            return .array(read(node.element, depth: depth + 1))
        case .dictionaryType:
            guard let node = node.as(DictionaryTypeSyntax.self) else { return other(node) }
            return .dictionary(read(node.key, depth: depth + 1), read(node.value, depth: depth + 1))
        case .tupleType:
            guard let node = node.as(TupleTypeSyntax.self) else { return other(node) }
            let elements = node.elements.map { read($0.type, depth: depth + 1) }
            return elements.count == 1 ? elements[0] : .tuple(elements)
        case .someOrAnyType:
            guard let node = node.as(SomeOrAnyTypeSyntax.self) else { return other(node) }
            return .existential(read(node.constraint, depth: depth + 1))
        case .compositionType:
            guard let node = node.as(CompositionTypeSyntax.self) else { return other(node) }
            return .composition(node.elements.map { read($0.type, depth: depth + 1) })
        case .metatypeType:
            guard let node = node.as(MetatypeTypeSyntax.self) else { return other(node) }
            return .metatype(read(node.baseType, depth: depth + 1))
        case .attributedType:
            guard let node = node.as(AttributedTypeSyntax.self) else { return other(node) }
            return read(node.baseType, depth: depth + 1)
        default: return other(node)
        }
    }

    func arguments(_ clause: GenericArgumentClauseSyntax?, depth: Int = 0) -> [TypeExpression] {
        guard let clause else { return [] }
        return clause.arguments.map {
            // A value argument, as in `InlineArray<3, Int>`, is kept as a string.
            if let type = Syntax($0.argument).as(TypeSyntax.self) { return read(type, depth: depth + 1) }
            return .other(SourceText(bytes: bytes).collapsed($0))
        }
    }

    private func collect(_ node: TypeSyntax, into components: inout [TypeExpression.Component], depth: Int) -> Bool {
        guard components.count < 32, depth < 60 else { return false }
        if let plain = node.as(IdentifierTypeSyntax.self) {
            components.append(
                .init(name: plain.name.plainText, arguments: arguments(plain.genericArgumentClause, depth: depth)))
            return true
        }
        guard let member = node.as(MemberTypeSyntax.self),
            collect(member.baseType, into: &components, depth: depth + 1)
        else { return false }
        components.append(
            .init(name: member.name.plainText, arguments: arguments(member.genericArgumentClause, depth: depth)))
        return true
    }

    private func other(_ node: some SyntaxProtocol) -> TypeExpression {
        .other(SourceText(bytes: bytes).collapsed(node))
    }
}

extension TypeReader {
    /// Returns a key path's root type and the names of the properties that follow. The root is nil if the key path has
    /// none, as in `\.title`.
    ///
    /// In `\V1.Post.title`, the parser treats only `V1` as the root. This function also adds each following name that
    /// starts with an uppercase letter, so the root is `V1.Post`.
    func keyPath(_ node: KeyPathExprSyntax) -> (root: TypeExpression?, names: [String]) {
        var names = node.components.compactMap {
            $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.plainText
        }
        guard case .named(var components)? = node.root.map({ read($0) }) else {
            return (node.root.map { read($0) }, names)
        }
        while let name = names.first, name.first?.isUppercase == true {
            components.append(.init(name: name))
            names.removeFirst()
        }
        return (.named(components), names)
    }
}
