import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Checks for errors in the declaration of a `@Model` class.
enum ModelChecks {
    /// Returns whether the declaration is a class, and reports an error if it isn't.
    static func isClass(_ declaration: some DeclGroupSyntax, _ context: some MacroExpansionContext) -> Bool {
        if declaration.is(ClassDeclSyntax.self) { return true }
        if let structure = declaration.as(StructDeclSyntax.self) {
            let keyword = structure.structKeyword
            let fix = ModelFix.replacing(
                keyword, with: keyword.with(\.tokenKind, .keyword(.class)), "make it a class")
            context.report(.notAClass(kind: "struct", name: structure.name.text), at: keyword, fixes: [fix])
        } else if let enumeration = declaration.as(EnumDeclSyntax.self) {
            context.report(.notAClass(kind: "enum", name: enumeration.name.text), at: enumeration.enumKeyword)
        } else if let actor = declaration.as(ActorDeclSyntax.self) {
            let fix = ModelFix.replacing(
                actor.actorKeyword, with: actor.actorKeyword.with(\.tokenKind, .keyword(.class)), "make it a class")
            context.report(.notAClass(kind: "actor", name: actor.name.text), at: actor.actorKeyword, fixes: [fix])
        } else {
            context.report(.notAClass(kind: "declaration", name: ""), at: Syntax(declaration))
        }
        return false
    }

    /// Returns whether a variable of a `@Model` class is valid, and reports an error if it isn't. Computed, static,
    /// lazy and overriding variables are always valid.
    static func check(_ variable: VariableDeclSyntax, _ context: some MacroExpansionContext) -> Bool {
        guard !variable.isStatic, !variable.isLazy, !variable.isOverride, variable.bindings.contains(where: \.isStored)
        else { return true }
        let isTransient = variable.attribute(named: "Transient") != nil
        var isFine = true
        for binding in variable.bindings where binding.isStored {
            guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
                if isTransient { continue }
                context.report(.tuplePattern, at: binding.pattern)
                isFine = false
                continue
            }
            let name = pattern.identifier.text
            if StoredProperty.isGenerated(name) { continue }
            let type = binding.typeAnnotation?.type ?? variable.bindings.last?.typeAnnotation?.type
            if isTransient {
                if binding.initializer == nil, type.map({ !$0.isOptionalSugar }) ?? true {
                    context.report(.transientWithoutValue(property: name), at: pattern)
                    isFine = false
                }
                continue
            }
            isFine = check(binding, name, type, of: variable, context) && isFine
        }
        return isFine
    }

    private static func check(
        _ binding: PatternBindingSyntax, _ name: String, _ type: TypeSyntax?, of variable: VariableDeclSyntax,
        _ context: some MacroExpansionContext
    ) -> Bool {
        if variable.isConstant, binding.initializer == nil {
            let keyword = variable.bindingSpecifier
            let fix = ModelFix.replacing(
                keyword, with: keyword.with(\.tokenKind, .keyword(.var)), "make it a 'var'")
            context.report(.constantWithoutValue(property: name), at: keyword, fixes: [fix])
            return false
        }
        guard type != nil || binding.initializer.map({ !$0.value.is(NilLiteralExprSyntax.self) }) ?? false else {
            let fixed = binding.with(
                \.typeAnnotation,
                TypeAnnotationSyntax(
                    colon: .colonToken(trailingTrivia: .space),
                    type: IdentifierTypeSyntax(name: .identifier("<#Type#>"))))
            context.report(
                .untyped(property: name), at: binding.pattern,
                fixes: [ModelFix.replacing(binding, with: fixed, "add a type")])
            return false
        }
        if let type, type.isUnstorable {
            let transient = variable.with(
                \.attributes,
                [.attribute("@Transient").with(\.trailingTrivia, .space)] + variable.attributes)
            context.report(
                .unsupportedType(property: name, type: type.trimmedDescription), at: type,
                fixes: [ModelFix.replacing(variable, with: transient, "mark it '@Transient'")])
            return false
        }
        return true
    }
}

extension TypeSyntax {
    /// Whether the type is written as `T?` or `T!`. A variable of such a type is nil by default.
    var isOptionalSugar: Bool {
        self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
    }

    /// Whether the type is a tuple, a function, or a metatype, or contains one of these in `T?`, `[T]`, `[K: V]`, or
    /// parentheses.
    var isUnstorable: Bool {
        if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.isUnstorable }
        if let array = self.as(ArrayTypeSyntax.self) { return array.element.isUnstorable }
        if let dictionary = self.as(DictionaryTypeSyntax.self) {
            return dictionary.key.isUnstorable || dictionary.value.isUnstorable
        }
        if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.isUnstorable }
        if let tuple = self.as(TupleTypeSyntax.self) {
            guard tuple.elements.count == 1, let only = tuple.elements.first else { return true }
            return only.type.isUnstorable
        }
        return self.is(FunctionTypeSyntax.self) || self.is(MetatypeTypeSyntax.self)
    }
}
