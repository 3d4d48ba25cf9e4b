import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// An error in the use of `@Model` or `@ModelActor`.
enum ModelDiagnostic: DiagnosticMessage {
    /// A `@Model` attribute on a declaration that isn't a class.
    case notAClass(kind: String, name: String)
    /// A property without a type, whose initial value is missing or `nil`. Its type can't be inferred.
    case untyped(property: String)
    /// A `let` without an initial value. Its value couldn't be loaded from a store.
    case constantWithoutValue(property: String)
    /// A type that can't be stored: a tuple, a function, a metatype, or an optional or collection of one of these.
    case unsupportedType(property: String, type: String)
    /// A tuple pattern that declares several variables.
    case tuplePattern
    /// A `@Transient` property that has no initial value, and whose type isn't written as `T?` or `T!`. An object
    /// fetched from a store would lack the value.
    case transientWithoutValue(property: String)
    /// A `@ModelActor` attribute on a declaration that isn't an actor.
    case notAnActor(name: String)

    var message: String {
        switch self {
        case .notAClass(let kind, let name):
            "'@Model' requires a class; '\(name)' is \(kind == "enum" || kind == "actor" ? "an" : "a") \(kind)"
        case .untyped(let property): "'\(property)' needs a type or an initial value to be stored"
        case .constantWithoutValue(let property):
            "'\(property)' is a 'let' without an initial value, so its value can't be loaded from a store; make the "
                + "property a 'var'"
        case .unsupportedType(let property, let type):
            "'\(property)' has type '\(type)', which can't be stored; mark the property '@Transient' or use a "
                + "'Codable' type"
        case .tuplePattern: "declare each stored property separately"
        case .transientWithoutValue(let property):
            "'\(property)' is '@Transient' and needs an initial value for objects that are loaded from a store"
        case .notAnActor(let name): "'@ModelActor' requires an actor; '\(name)' isn't one"
        }
    }

    var diagnosticID: MessageID {
        let name: String =
            switch self {
            case .notAClass: "notAClass"
            case .untyped: "untyped"
            case .constantWithoutValue: "constantWithoutValue"
            case .unsupportedType: "unsupportedType"
            case .tuplePattern: "tuplePattern"
            case .transientWithoutValue: "transientWithoutValue"
            case .notAnActor: "notAnActor"
            }
        return MessageID(domain: "SwiftData", id: name)
    }

    var severity: DiagnosticSeverity { .error }
}

extension MacroExpansionContext {
    func report(_ message: ModelDiagnostic, at node: some SyntaxProtocol, fixes: [FixIt] = []) {
        diagnose(Diagnostic(node: Syntax(node), message: message, fixIts: fixes))
    }
}
