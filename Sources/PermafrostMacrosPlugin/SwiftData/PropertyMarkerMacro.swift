import SwiftSyntax
import SwiftSyntaxMacros

/// The `@Attribute`, `@Relationship`, and `@Transient` macros. ``ModelMacro`` reads them; by themselves, they add
/// nothing.
enum PropertyMarkerMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        []
    }
}

/// The `#Unique` and `#Index` macros in a class's body. ``ModelMacro`` reads them; by themselves, they add nothing.
enum ClassMarkerMacro: DeclarationMacro {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        []
    }
}
