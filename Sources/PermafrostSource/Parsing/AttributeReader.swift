import SwiftSyntax

/// A reader for the attributes of a declaration, such as `@Attribute(.unique)`.
struct AttributeReader {
    let bytes: UnsafeBufferPointer<UInt8>

    /// Returns the attributes in a list.
    ///
    /// - Parameter conditions: the `#if` branches that contain the list.
    func attributes(
        _ list: AttributeListSyntax, conditions: [Condition] = []
    ) -> [ParsedAttribute] {
        var result: [ParsedAttribute] = []
        for element in list {
            guard case .attribute(let attribute) = element else {
                if case .ifConfigDecl(let node) = element { result += branches(of: node, conditions) }
                continue
            }
            let name: String
            if let plain = attribute.attributeName.as(IdentifierTypeSyntax.self) {
                name = plain.name.plainText
            } else if let member = attribute.attributeName.as(MemberTypeSyntax.self) {
                let module = member.baseType.trimmedDescription
                name = Self.modules.contains(module) ? member.name.plainText : "\(module).\(member.name.plainText)"
            } else {
                continue
            }
            var arguments: [ExpressionArgument] = []
            if case .argumentList(let list) = attribute.arguments {
                arguments = ExpressionReader(bytes: bytes).arguments(list)
            }
            result.append(
                ParsedAttribute(
                    name: name, offset: attribute.start, arguments: arguments,
                    isQualified: attribute.attributeName.is(MemberTypeSyntax.self), conditions: conditions))
        }
        return result
    }

    /// The modules whose attributes are known by their plain names. A macro of any other module isn't one of them, even
    /// if it is named `Attribute`.
    private static let modules: Set<String> = [
        "SwiftData", "Swift", "_Concurrency", "Foundation", "Observation", "SwiftUI", "Permafrost", "PermafrostMacros",
        "PermafrostFreezeRay", "FreezeRay",
    ]

    /// Returns the attributes in the branches of an `#if` that is in an attribute list.
    private func branches(of node: IfConfigDeclSyntax, _ conditions: [Condition]) -> [ParsedAttribute] {
        guard conditions.count < DeclarationReader.depthLimit else { return [] }
        let reader = ConditionReader(bytes: bytes)
        return zip(node.clauses, reader.conditions(of: node)).flatMap { clause, condition in
            guard case .attributes(let list) = clause.elements else { return [ParsedAttribute]() }
            return attributes(list, conditions: conditions + [condition])
        }
    }
}
