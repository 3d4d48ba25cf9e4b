import SwiftSyntax
import SwiftSyntaxMacros

/// The `@Model` macro. It conforms a class to `PersistentModel`, and adds the class's metadata and the functions that
/// read and write rows. It also adds the `@_PersistedProperty` macro to every persistent variable. That macro declares
/// the variable's storage and accessors.
enum ModelMacro {}

extension ModelMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let model = declaration.as(ClassDeclSyntax.self) else { return [] }
        var isFine = true
        for variable in model.storedCandidates { isFine = ModelChecks.check(variable, context) && isFine }
        // The compiler doesn't request the conformance if the class inherits it or declares it itself.
        let inherits = protocols.isEmpty && model.mayInherit && !model.declaresConformance
        return isFine ? ModelMembers(of: model, inherits: inherits).declarations : []
    }
}

extension ModelMacro: MemberAttributeMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard let model = declaration.as(ClassDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
            !variable.isConstant, let property = StoredProperty.properties(of: variable).first,
            let index = model.storedProperties.firstIndex(where: { $0.name == property.name })
        else { return [] }
        return [
            model.mayInherit
                ? "@SwiftData._PersistedProperty(\(raw: index), mayInherit: true)"
                : "@SwiftData._PersistedProperty(\(raw: index))"
        ]
    }
}

extension ModelMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        // The compiler requests extensions for any declaration that the macro is attached to, but members only if they
        // are used.
        guard ModelChecks.isClass(declaration, context), !protocols.isEmpty else { return [] }
        return [try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): SwiftData.PersistentModel {}")]
    }
}

extension ClassDeclSyntax {
    /// Whether the class may have a superclass, because it has an inheritance clause. The macro can't distinguish a
    /// superclass from a protocol there.
    var mayInherit: Bool { inheritanceClause != nil }

    /// Whether the inheritance clause lists `PersistentModel`, the protocol that the macro would add.
    var declaresConformance: Bool {
        inheritanceClause?.inheritedTypes.contains {
            let name = $0.type.trimmedDescription
            return name == "PersistentModel" || name.hasSuffix(".PersistentModel")
        } ?? false
    }

    /// The `var` and `let` declarations in the class's body, including computed and static ones.
    var storedCandidates: [VariableDeclSyntax] {
        memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    }

    /// The persistent properties, in declaration order. The generated code refers to a property by its position in this
    /// order.
    var storedProperties: [StoredProperty] {
        storedCandidates.flatMap(StoredProperty.properties(of:))
    }
}
