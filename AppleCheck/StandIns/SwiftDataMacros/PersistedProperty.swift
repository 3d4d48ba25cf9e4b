import SwiftSyntax
import SwiftSyntaxMacros

/// A stored property of a model class.
struct PersistedProperty {
    let name: String
    let type: TypeSyntax?
    let initialValue: ExprSyntax?
    let isConstant: Bool
    private let attributes: AttributeListSyntax

    /// The name of the variable that represents the storage.
    var storage: String { "_" + (name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name) }

    /// Returns the properties that a variable declares. Returns an empty array if objects don't store the variable,
    /// such as a computed, static, or transient one.
    static func all(of variable: VariableDeclSyntax) -> [PersistedProperty] {
        guard variable.isStored else { return [] }
        return variable.bindings.compactMap { binding in
            guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { return nil }
            return PersistedProperty(
                name: pattern.identifier.text, type: binding.typeAnnotation?.type.trimmed,
                initialValue: binding.initializer?.value.trimmed,
                isConstant: variable.bindingSpecifier.tokenKind == .keyword(.let), attributes: variable.attributes)
        }
    }

    /// Returns the expression that describes the property to the schema.
    func metadata(of model: String) -> String {
        let value = initialValue.map { value in type.map { "(\(value) as \($0))" } ?? "(\(value))" } ?? "nil"
        return "SwiftData.Schema.PropertyMetadata(name: \"\(name)\", keypath: \\\(model).\(name), "
            + "defaultValue: \(value), metadata: \(schemaProperty))"
    }

    /// The expression for the property's `@Attribute` or `@Relationship`, or the text `nil` if it has neither.
    private var schemaProperty: String {
        for kind in ["Attribute", "Relationship"] {
            guard let attribute = attributes.named(kind) else { continue }
            return "SwiftData.Schema.\(kind)(\(attribute.arguments?.trimmedDescription ?? ""))"
        }
        return "nil"
    }

    /// Whether a value transformer stores the value.
    var isTransformable: Bool {
        attributes.named("Attribute")?.arguments?.trimmedDescription.contains(".transformable(") ?? false
    }

    /// Whether the initial value omits its type, which Apple's macro rejects.
    var leavesOutType: Bool {
        var expression = initialValue
        while let value = expression {
            if let call = value.as(FunctionCallExprSyntax.self) {
                expression = call.calledExpression
            } else if let member = value.as(MemberAccessExprSyntax.self) {
                guard let base = member.base else { return true }
                expression = base
            } else {
                return false
            }
        }
        return false
    }
}

extension VariableDeclSyntax {
    /// Whether every object stores a value for the variable.
    var isStored: Bool {
        let excluded = ["static", "class", "lazy", "override"]
        return attributes.named("Transient") == nil && !modifiers.contains { excluded.contains($0.name.text) }
            && bindings.allSatisfy(\.isStored)
    }

    /// Whether the variable's value is in the backing data.
    var isPersisted: Bool { isStored && bindingSpecifier.tokenKind == .keyword(.var) }
}

extension PatternBindingSyntax {
    fileprivate var isStored: Bool {
        guard let block = accessorBlock else { return true }
        guard case .accessors(let accessors) = block.accessors else { return false }
        return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }
}

extension AttributeListSyntax {
    /// Returns the attribute with the given name, with or without the module's name.
    func named(_ name: String) -> AttributeSyntax? {
        lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
            let text = $0.attributeName.trimmedDescription
            return text == name || text == "SwiftData." + name
        }
    }
}

/// The accessors of a persisted property, and the variable that represents its storage.
enum PersistedPropertyMacro: AccessorMacro, PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let property = property(declaration) else { return [] }
        if property.leavesOutType { throw ExpansionError("A default value requires a fully qualified domain name") }
        let kind = property.isTransformable ? "TransformableValue" : "Value"
        return [
            """
            @storageRestrictions(accesses: _$backingData, initializes: \(raw: property.storage))
            init(initialValue) {
            _$backingData.set\(raw: kind)(forKey: \\.\(raw: property.name), to: initialValue)
            \(raw: property.storage) = _SwiftDataNoType()
            }
            """,
            """
            get {
            _$observationRegistrar.access(self, keyPath: \\.\(raw: property.name))
            return self.get\(raw: kind)(forKey: \\.\(raw: property.name))
            }
            """,
            """
            set {
            _$observationRegistrar.withMutation(of: self, keyPath: \\.\(raw: property.name)) {
            self.set\(raw: kind)(forKey: \\.\(raw: property.name), to: newValue)
            }
            }
            """,
        ]
    }

    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = property(declaration) else { return [] }
        return ["@Transient private var \(raw: property.storage): _SwiftDataNoType = _SwiftDataNoType()"]
    }

    private static func property(_ declaration: some DeclSyntaxProtocol) -> PersistedProperty? {
        declaration.as(VariableDeclSyntax.self).flatMap { PersistedProperty.all(of: $0).first }
    }
}

/// The accessors of a property that a value transformer stores. The expansion is that of ``PersistedPropertyMacro``,
/// which checks for the transformer.
enum TransformablePersistedPropertyMacro: AccessorMacro, PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        try PersistedPropertyMacro.expansion(of: node, providingAccessorsOf: declaration, in: context)
    }

    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        try PersistedPropertyMacro.expansion(of: node, providingPeersOf: declaration, in: context)
    }
}
