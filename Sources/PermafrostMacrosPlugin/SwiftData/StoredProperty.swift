import SwiftSyntax

/// A stored property in the declaration of a `@Model` class.
struct StoredProperty {
    /// The property's name without backticks.
    var name: String
    /// The property's name as written in the source.
    var identifier: String
    /// The declared type; nil if it is inferred from the initial value.
    var type: TypeSyntax?
    /// The initial value in the declaration; nil if the declaration has no initial value.
    var initialValue: ExprSyntax?
    /// The arguments of `@Attribute`; nil if the attribute is missing or has no arguments.
    var attribute: LabeledExprListSyntax?
    /// The arguments of `@Relationship`; nil if the attribute is missing or has no arguments.
    var relationship: LabeledExprListSyntax?
    var isAttribute: Bool
    var isRelationship: Bool
    /// Whether the property is a `let`. A `let` can't have accessors, so its value isn't in a separate storage
    /// variable.
    var isConstant: Bool

    /// The name of the generated variable that stores the value. A constant has no such variable.
    var storage: String { "_$" + name }

    /// The property's name for generated code. It has backticks if the source has them.
    var quoted: String { identifier }

    /// Returns whether a macro has added the variable with the given name.
    static func isGenerated(_ name: String) -> Bool {
        name.hasPrefix("_$") || name == "_modelState" || name == "_modelStorage"
    }

    /// Returns the properties that a variable declaration adds to a model, in declaration order. There are none if the
    /// variable is computed, static, transient, lazy, an override, or added by a macro.
    static func properties(of variable: VariableDeclSyntax) -> [StoredProperty] {
        guard !variable.isStatic, variable.attribute(named: "Transient") == nil, !variable.isLazy, !variable.isOverride
        else { return [] }
        var type: TypeSyntax?
        // In `var a, b: Int`, the type also applies to the preceding names.
        var found: [StoredProperty] = []
        for binding in variable.bindings.reversed() {
            type = binding.typeAnnotation?.type.trimmed ?? (binding.initializer == nil ? type : nil)
            guard binding.isStored, let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
            let identifier = pattern.identifier.text
            let name = identifier.trimmingBackticks
            guard !isGenerated(name) else { continue }
            let attribute = variable.attribute(named: "Attribute")
            let relationship = variable.attribute(named: "Relationship")
            found.append(
                StoredProperty(
                    name: name, identifier: identifier, type: type, initialValue: binding.initializer?.value.trimmed,
                    attribute: attribute?.arguments?.as(LabeledExprListSyntax.self),
                    relationship: relationship?.arguments?.as(LabeledExprListSyntax.self),
                    isAttribute: attribute != nil, isRelationship: relationship != nil,
                    isConstant: variable.isConstant))
        }
        return found.reversed()
    }
}

extension VariableDeclSyntax {
    /// Whether the variable belongs to the type rather than to an instance.
    var isStatic: Bool {
        modifiers.contains { $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class) }
    }

    /// Whether the variable overrides a superclass's property, with observers or new accessors.
    var isOverride: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.override) } }

    var isLazy: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.lazy) } }

    var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

    /// Returns the first attribute with the given name, with or without a module prefix; nil if the variable has no
    /// such attribute.
    func attribute(named name: String) -> AttributeSyntax? {
        attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
            let text = $0.attributeName.trimmedDescription
            return text == name || text.hasSuffix("." + name)
        }
    }
}

extension PatternBindingSyntax {
    /// Whether the variable has storage. A variable has storage if it has no accessors, or only observers.
    var isStored: Bool {
        guard let block = accessorBlock else { return true }
        guard case .accessors(let list) = block.accessors else { return false }
        return list.allSatisfy {
            $0.accessorSpecifier.tokenKind == .keyword(.willSet) || $0.accessorSpecifier.tokenKind == .keyword(.didSet)
        }
    }
}

extension String {
    /// The string without the backticks that enclose it, if there are any.
    var trimmingBackticks: String {
        count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
    }
}
