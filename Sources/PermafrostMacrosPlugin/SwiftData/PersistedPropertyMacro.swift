import SwiftSyntax
import SwiftSyntaxMacros

/// The `@_PersistedProperty` macro for a property of a model. It adds a variable that stores the value, and accessors
/// that notify the observation registrar and load the value from the store if necessary.
enum PersistedPropertyMacro {}

extension PersistedPropertyMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let property = StoredProperty.properties(of: variable).first
        else { return [] }
        return [storage(property)]
    }

    /// Returns the declaration of the variable that stores a property's value. In an object from a store, the variable
    /// is nil until the value is loaded.
    private static func storage(_ property: StoredProperty) -> DeclSyntax {
        // Reading a row passes the variable to the reader, which runs no code that accesses the same variable.
        let start = "@exclusivity(unchecked) nonisolated(unsafe) private var \(property.storage)"
        guard let type = property.type else {
            let value = property.initialValue?.trimmedDescription ?? "nil"
            // Creating the value may require the main actor.
            return "\(raw: start) = SwiftData._stored(SwiftData._formed { \(raw: value) })"
        }
        var written = type.trimmedDescription
        if let forced = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            written = forced.wrappedType.trimmedDescription + "?"
        }
        // An optional property without an initial value starts as nil. Any other property gets a value in its
        // declaration or in `init`.
        let isNil = type.isOptionalSugar && property.initialValue == nil
        return "\(raw: start): Swift.Optional<\(raw: written)>\(raw: isNil ? " = .some(nil)" : "")"
    }
}

extension PersistedPropertyMacro: AccessorMacro {
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
