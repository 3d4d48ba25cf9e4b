import SwiftSyntax
import SwiftSyntaxMacros

/// The `@FreezeSchema(version: "2.0.0")` macro. It conforms a `VersionedSchema` to `FreezableSchema`, with the given
/// version as its `frozenVersion`. It also adds the functions that FreezeRay's macro of the same name adds.
enum FreezeSchemaMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        let isSchema = mayBeSchema(declaration)
        if !isSchema { reportMissingConformance(declaration, in: context) }
        guard let version = version(of: node, in: context), isSchema else { return [] }
        let access = declaration.modifiers.first { ["public", "package"].contains($0.name.text) }
        // The compiler passes the protocol only if the type doesn't already conform.
        let conformance = protocols.isEmpty ? "" : ": Permafrost.FreezableSchema"
        let prefix = access.map { $0.name.text + " " } ?? ""
        let suffix = functionSuffix(version)
        return [
            try ExtensionDeclSyntax(
                """
                extension \(type.trimmed)\(raw: conformance) {
                    \(raw: prefix)static var frozenVersion: Swift.String { \(version) }
                    \(raw: prefix)static func __freezeray_freeze_\(raw: suffix)() throws { try freezeForFreezeRay() }
                    \(raw: prefix)static func __freezeray_check_\(raw: suffix)() throws { try requireNoDrift() }
                }
                """)
        ]
    }

    /// Returns the end of the generated functions' names, such as `2_0_0` for the version `2.0.0`. As in FreezeRay,
    /// every character that isn't a letter or a number becomes an underscore.
    private static func functionSuffix(_ version: StringLiteralExprSyntax) -> String {
        String((version.representedLiteralValue ?? "").map { $0.isLetter || $0.isNumber ? $0 : "_" })
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
