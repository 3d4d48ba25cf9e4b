import SwiftSyntax
import SwiftSyntaxMacros

// The compiler finds a macro by its type's name, so the names match those in Apple's interface.

/// A macro that adds nothing and that `@Model` reads.
protocol MarkerMacro: PeerMacro {}

extension MarkerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}

enum AttributePropertyMacro: MarkerMacro {}
enum RelationshipPropertyMacro: MarkerMacro {}
enum TransientPropertyMacro: MarkerMacro {}

/// A macro for a constraint or an index. It adds nothing, and `@Model` reads it.
protocol ConstraintMacro: DeclarationMacro {}

extension ConstraintMacro {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}

enum UniqueConstraintsMacro: ConstraintMacro {}
enum IndexMacro: ConstraintMacro {}

/// The `@ModelActor` macro. It adds the actor's executor, its container, and an initializer.
enum PersistentModelActorMacro: MemberMacro, ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let access = declaration.modifiers.contains { $0.name.text == "public" } ? "public " : ""
        return [
            "nonisolated \(raw: access)let modelExecutor: any SwiftData.ModelExecutor",
            "nonisolated \(raw: access)let modelContainer: SwiftData.ModelContainer",
            """
            \(raw: access)init(modelContainer: SwiftData.ModelContainer) {
            let modelContext = ModelContext(modelContainer)
            self.modelExecutor = DefaultSerialModelExecutor(modelContext: modelContext)
            self.modelContainer = modelContainer
            }
            """,
        ]
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        [try ExtensionDeclSyntax("extension \(type.trimmed): SwiftData.ModelActor {}")]
    }
}
