import SwiftSyntax
import SwiftSyntaxMacros

/// The `@FreezeSchema(version: "2.0.0")` macro of `PermafrostFreezeRay`. In addition to the conformance, it adds the
/// functions that FreezeRay's macro of the same name adds.
enum FreezeRaySchemaMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        try FreezeSchemaMacro.expansion(of: node, declaration, type, protocols, in: context) { version, access in
            // As in FreezeRay, every character that isn't a letter or a number becomes an underscore.
            let suffix = String(version.map { $0.isLetter || $0.isNumber ? $0 : "_" })
            return [("freeze", "freeze"), ("check", "checkDrift")].map { name, function in
                "\(access)static func __freezeray_\(name)_\(suffix)() throws { "
                    + "try PermafrostFreezeRay.FreezeRayRuntime.\(function)(schema: Self.self, version: frozenVersion) }"
            }
        }
    }
}
