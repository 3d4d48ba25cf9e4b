import SwiftSyntax
import SwiftSyntaxMacros

/// The `@FreezeSchema(version: "2.0.0")` macro. It conforms a `VersionedSchema` to `FreezableSchema`, with the given
/// version as its `frozenVersion`.
enum FreezeSchemaMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        try expansion(of: node, declaration, type, protocols, in: context) { _, _ in [] }
    }

    /// Returns the extension that conforms a type to `FreezableSchema`.
    ///
    /// - Parameter members: a function that returns the source of further members, from the version's name and the
    ///   members' access modifier.
    static func expansion(
        of node: AttributeSyntax, _ declaration: some DeclGroupSyntax, _ type: some TypeSyntaxProtocol,
        _ protocols: [TypeSyntax], in context: some MacroExpansionContext,
        adding members: (_ version: String, _ access: String) -> [String]
    ) throws -> [ExtensionDeclSyntax] {
        let isSchema = mayBeSchema(declaration)
        if !isSchema { reportMissingConformance(declaration, in: context) }
        guard let version = version(of: node, in: context), isSchema else { return [] }
        let access = declaration.modifiers.first { ["public", "package"].contains($0.name.text) }
        // The compiler passes the protocol only if the type doesn't already conform.
        let conformance = protocols.isEmpty ? "" : ": Permafrost.FreezableSchema"
        let prefix = access.map { $0.name.text + " " } ?? ""
        let added = members(version.representedLiteralValue ?? "", prefix).map { "\n    " + $0 }.joined()
        return [
            try ExtensionDeclSyntax(
                """
                extension \(type.trimmed)\(raw: conformance) {
                    \(raw: prefix)static var frozenVersion: Swift.String { \(version) }\(raw: added)
                }
                """)
        ]
    }

    // MARK: The version

    /// Returns the literal of the attribute's `version` argument; nil if the argument is missing. If the argument isn't
    /// a string literal with a valid version name, reports an error and returns nil.
    private static func version(
        of node: AttributeSyntax, in context: some MacroExpansionContext
    ) -> StringLiteralExprSyntax? {
        guard case .argumentList(let arguments)? = node.arguments,
            let value = arguments.first(where: { $0.label?.text == "version" })?.expression
        else { return nil }
        guard let literal = value.as(StringLiteralExprSyntax.self), let name = literal.representedLiteralValue else {
            context.report(.notALiteral, at: value)
            return nil
        }
        guard let rejection = VersionNameRule.rejection(of: name) else { return literal.trimmed }
        var fixes: [FreezeSchemaDiagnostic.Fix] = []
        if let legal = VersionNameRule.legalName(like: name) {
            fixes.append(
                .init(
                    "use \"\(legal)\"", replacing: literal, with: StringLiteralExprSyntax(content: legal)))
        }
        context.report(.unsafeVersion(name, rejection), at: literal, fixes)
        return nil
    }

    // MARK: The conformance

    /// The names of common protocols that don't inherit from `VersionedSchema`.
    private static let otherProtocols: Set<Substring> = [
        "Sendable", "Equatable", "Hashable", "Comparable", "Codable", "Encodable", "Decodable", "CaseIterable",
        "Identifiable", "CustomStringConvertible",
    ]

    /// Returns whether the type may conform to `VersionedSchema`, because its declaration lists a type that isn't in
    /// `otherProtocols`. The compiler checks the actual conformance.
    private static func mayBeSchema(_ declaration: some DeclGroupSyntax) -> Bool {
        (declaration.inheritanceClause?.inheritedTypes ?? []).contains { inherited in
            guard let name = inherited.type.trimmedDescription.split(separator: ".").last else { return false }
            return !otherProtocols.contains(name)
        }
    }

    private static func reportMissingConformance(
        _ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
    ) {
        guard let named = declaration.asProtocol((any NamedDeclSyntax).self) else {
            context.report(.notASchema(name: "It"), at: Syntax(declaration))
            return
        }
        var fixed = declaration
        let schema = InheritedTypeSyntax(type: TypeSyntax("VersionedSchema"))
        if var clause = declaration.inheritanceClause {
            let last = clause.inheritedTypes.count - 1
            var types = clause.inheritedTypes.enumerated().map { index, type in
                index == last ? type.with(\.trailingComma, .commaToken(trailingTrivia: .space)).trimmedType : type
            }
            types.append(schema.with(\.trailingTrivia, clause.trailingTrivia))
            clause.inheritedTypes = InheritedTypeListSyntax(types)
            fixed.inheritanceClause = clause
        } else {
            fixed.inheritanceClause = InheritanceClauseSyntax(
                colon: .colonToken(trailingTrivia: .space), inheritedTypes: [schema], trailingTrivia: .space)
        }
        context.report(
            .notASchema(name: named.name.text), at: named.name,
            [.init("make it a VersionedSchema", replacing: declaration, with: fixed)])
    }
}

extension InheritedTypeSyntax {
    /// The inherited type without white space and comments around its name.
    fileprivate var trimmedType: InheritedTypeSyntax { with(\.type, type.trimmed) }
}
