import PermafrostModel

/// A type declaration or an extension.
package struct ParsedType: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case enumeration, structure, classType, actor, protocolType, extensionOf
    }

    var kind: Kind
    /// The type's unqualified name or, for an extension, the extended type as written.
    var name: String
    /// The byte offset of the name.
    var offset: Int32
    /// The index of the enclosing type in the file, or -1 for a top-level declaration.
    var parent: Int32
    /// The type that an extension extends, or nil if this isn't an extension.
    var extended: TypeExpression?
    /// The types in the inheritance clause.
    var inherited: [TypeExpression] = []
    var generics: [String] = []
    var attributes: [ParsedType.Attribute] = []
    /// The platform versions that the type's own `@available` attributes require.
    var availability = Availability()
    var access = ParsedType.Access.inside
    var conditions: [Condition] = []
    var aliases: [ParsedType.Alias] = []
    var values: [ParsedType.Value] = []
    var cases: [ParsedType.Case] = []
    /// The macro expansions in the members, such as `#Unique` and `#Index`.
    var macros: [ParsedFile.Macro] = []
    /// Whether the body declares an initializer.
    var hasInitializer = false
    /// The type of the parameter of `init(rawValue:)`, or nil if the body doesn't declare this initializer.
    var rawValueParameter: TypeExpression?
    /// The `encode(to:)` and `init(from:)` that the body declares. Empty for a class or an actor.
    var coders: [ParsedCoder] = []
}

extension ParsedType {
    /// A declaration's access level.
    package enum Access: String, Sendable, Hashable {
        /// `private` or `fileprivate`.
        case file
        case inside
        /// `package`, `public` or `open`.
        case outside
    }
}

extension ParsedType {
    /// The actor isolation that a declaration's own attributes and modifiers specify.
    package enum Isolation: String, Sendable, Hashable {
        case unspecified, nonisolated
        /// The declaration has a `@MainActor` attribute that isn't in an `#if`.
        case mainActor
    }
}

extension ParsedType {
    package struct Alias: Sendable, Hashable {
        var name: String
        var offset: Int32
        var generics: [String]
        var target: TypeExpression
        var access: ParsedType.Access
        var conditions: [Condition]
    }
}

extension ParsedType {
    /// A property, constant or variable, or a static or global function that returns a value. Functions with parameters
    /// are included only if they may return types, stages or versions.
    package struct Value: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable {
            case stored, computed, function
            /// A pattern with several names, such as `let (a, b) = …`. The value's name is the pattern as written.
            case pattern
        }

        var kind: Kind
        var name: String
        /// The byte offset of the name.
        var offset: Int32
        var isStatic: Bool
        var isLazy: Bool
        /// Whether a property is declared with `let`.
        var isConstant = false
        var type: TypeExpression?
        /// The value after `=` in a property's declaration. Nil for a property without such a value, and for a
        /// function.
        var initial: Expression?
        /// The statements of a static or global getter or function. Nil for any other value.
        var body: [Statement]?
        var parameters: [ParsedType.Parameter] = []
        /// The names of a function's generic parameters.
        var generics: [String] = []
        var attributes: [ParsedType.Attribute]
        var isolation = ParsedType.Isolation.unspecified
        var access: ParsedType.Access
        var conditions: [Condition]
    }
}

extension ParsedType {
    package struct Parameter: Sendable, Hashable {
        /// The argument label, or nil for `_`.
        var label: String?
        var name: String
        var type: TypeExpression
        var initial: Expression?
        var isVariadic: Bool
    }
}

extension ParsedType {
    /// An attribute such as `@Model` or `@Attribute(.unique)`.
    package struct Attribute: Sendable, Hashable {
        /// The attribute's name, without a module.
        var name: String
        var offset: Int32
        var arguments: [Expression.Argument]
        /// The conditions of the `#if` branches that contain the attribute but not the declaration, such as an `#if
        /// canImport(SwiftData)` around only `@Model`.
        var conditions: [Condition] = []
    }
}

extension ParsedType {
    package struct Case: Sendable, Hashable {
        var name: String
        var rawValue: Expression?
        /// The associated values, in order. The label of an unlabeled value is nil.
        var associated: [AssociatedValue]
        var conditions: [Condition]
        var offset: Int32

        package struct AssociatedValue: Sendable, Hashable {
            var label: String?
            var type: TypeExpression
        }
    }
}
