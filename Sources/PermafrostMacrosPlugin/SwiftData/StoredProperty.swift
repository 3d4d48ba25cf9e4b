import SwiftSyntax

/// A stored property of a `@Model` class, as its declaration gives it.
struct StoredProperty {
    /// The name without backticks.
    var name: String
    /// The name as written.
    var identifier: String
    /// The declared type; nil if the initial value tells it.
    var type: TypeSyntax?
    /// The initial value.
    var initialValue: ExprSyntax?
    /// The arguments of `@Attribute`, if it is there.
    var attribute: LabeledExprListSyntax?
    /// The arguments of `@Relationship`, if it is there.
    var relationship: LabeledExprListSyntax?
    var isAttribute: Bool
    var isRelationship: Bool
    /// Whether it is a `let`. The compiler lets nothing compute it, so it has no storage of another name.
    var isConstant: Bool

    /// The name of the variable that holds the value.
    var storage: String { "_$" + name }

    /// The property's name in code.
    var quoted: String { identifier }

    /// The properties that a variable declaration adds to a model: none if it is computed, static, transient, an
    /// inherited one's override, or a macro's own.
    static func properties(of variable: VariableDeclSyntax) -> [StoredProperty] {
        guard !variable.isStatic, variable.attribute(named: "Transient") == nil, !variable.isLazy, !variable.isOverride
        else { return [] }
        var type: TypeSyntax?
        // `var a, b: Int`: the annotation counts for those before it too.
        var found: [StoredProperty] = []
        for binding in variable.bindings.reversed() {
            type = binding.typeAnnotation?.type.trimmed ?? (binding.initializer == nil ? type : nil)
            guard binding.isStored, let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
            let identifier = pattern.identifier.text
            let name = identifier.trimmingBackticks
            guard !name.hasPrefix("_$"), name != "_modelStorage" else { continue }
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
    /// Whether it belongs to the type, not to an instance.
    var isStatic: Bool {
        modifiers.contains { $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class) }
    }

    /// Whether it observes, or computes anew, what a superclass declares.
    var isOverride: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.override) } }

    var isLazy: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.lazy) } }

    var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

    /// The attribute of that name, qualified or not.
    func attribute(named name: String) -> AttributeSyntax? {
        attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
            let text = $0.attributeName.trimmedDescription
            return text == name || text.hasSuffix("." + name)
        }
    }
}

extension PatternBindingSyntax {
    /// Whether it has storage: no accessors, or observers alone.
    var isStored: Bool {
        guard let block = accessorBlock else { return true }
        guard case .accessors(let list) = block.accessors else { return false }
        return list.allSatisfy {
            $0.accessorSpecifier.tokenKind == .keyword(.willSet) || $0.accessorSpecifier.tokenKind == .keyword(.didSet)
        }
    }
}

extension String {
    /// The name inside backticks.
    var trimmingBackticks: String {
        count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
    }
}
