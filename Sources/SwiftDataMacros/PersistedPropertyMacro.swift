import SwiftSyntax
import SwiftSyntaxMacros

/// The accessors of a persistent property: plain storage, with a look at the observation registrar on the way and at
/// the store where the value has not been loaded.
enum PersistedPropertyMacro: AccessorMacro {
    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let property = StoredProperty.properties(of: variable).first,
            let arguments = node.arguments?.as(LabeledExprListSyntax.self), let own = arguments.first?.expression
        else { return [] }
        let index: ExprSyntax = arguments.count > 1 ? "Self.\(raw: InheritedCount.name) + \(own)" : own
        let storage = property.storage
        let keyPath = "\\.\(property.quoted)"
        return [
            """
            @storageRestrictions(initializes: \(raw: storage))
            init(initialValue) {
            \(raw: storage) = .some(initialValue)
            }
            """,
            """
            get {
            _modelStorage._willRead(self, \(raw: keyPath))
            if let value = \(raw: storage) { return value }
            return _modelStorage._resolve(self, \(index), \(raw: storage))
            }
            """,
            """
            set {
            _modelStorage._willSet(self, \(raw: keyPath))
            let oldValue = \(raw: storage)
            \(raw: storage) = .some(newValue)
            _modelStorage._didSet(self, \(raw: keyPath), \(index), oldValue, newValue)
            }
            """,
        ]
    }
}
