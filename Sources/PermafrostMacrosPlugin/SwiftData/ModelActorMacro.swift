import SwiftSyntax
import SwiftSyntaxMacros

/// The `@ModelActor` macro. It conforms an actor to `ModelActor`, and adds the actor's executor, its container, and an
/// initializer that accepts the container and creates the executor.
enum ModelActorMacro {}

extension ModelActorMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard declaration.is(ActorDeclSyntax.self) else {
            let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? "It"
            context.report(.notAnActor(name: name), at: Syntax(declaration))
            return []
        }
        // A member that the protocol requires must be as visible as the actor.
        let modifier = declaration.modifiers.first { ["public", "package"].contains($0.name.text) }
        let access = modifier.map { $0.name.text + " " } ?? ""
        return [
            "\(raw: access)nonisolated let modelExecutor: any SwiftData.ModelExecutor",
            "\(raw: access)nonisolated let modelContainer: SwiftData.ModelContainer",
            """
            \(raw: access)init(modelContainer: SwiftData.ModelContainer) {
            self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: SwiftData.ModelContext(modelContainer))
            self.modelContainer = modelContainer
            }
            """,
        ]
    }
}

extension ModelActorMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard declaration.is(ActorDeclSyntax.self) else { return [] }
        return [try ExtensionDeclSyntax("extension \(type.trimmed): SwiftData.ModelActor {}")]
    }
}
