import PermafrostModel

/// A type declaration or an extension.
package struct ParsedType: Sendable, Hashable {
    /// What declares it.
    package enum Kind: String, Sendable, Hashable {
        case enumeration, structure, classType, actor, protocolType, extensionOf
    }

    var kind: Kind
    /// The name without nesting; for an extension the extended type's text.
    var name: String
    /// Where the name stands.
    var offset: Int32
    /// The enclosing type's index in the file; -1 outside any.
    var parent: Int32
    /// The type that an extension extends.
    var extended: TypeExpression?
    /// What follows the colon.
    var inherited: [TypeExpression] = []
    var generics: [String] = []
    var attributes: [ParsedType.Attribute] = []
    /// What the type's own `@available` says.
    var availability = Availability()
    var access = ParsedType.Access.inside
    var conditions: [Condition] = []
    var aliases: [ParsedType.Alias] = []
    var values: [ParsedType.Value] = []
    var cases: [ParsedType.Case] = []
    /// `#Unique`, `#Index` and other macros among the members.
    var macros: [ParsedFile.Macro] = []
    /// Whether the body declares an initialiser.
    var hasInitializer = false
    /// The type of the parameter of `init(rawValue:)`, if the body declares it.
    var rawValueParameter: TypeExpression?
}

extension ParsedType {
    /// Who sees a declaration.
    package enum Access: String, Sendable, Hashable {
        /// `private` or `fileprivate`
        case file
        case inside
        /// `package`, `public` or `open`
        case outside
    }
}

extension ParsedType {
    /// A typealias.
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
    /// A property, a constant, or a function that makes types, stages or versions.
    package struct Value: Sendable, Hashable {
        /// How the value comes about.
        package enum Kind: String, Sendable, Hashable {
            case stored, computed, function
            /// A pattern with several names, `let (a, b) = …`, under its text.
            case pattern
        }

        var kind: Kind
        var name: String
        /// Where the name stands.
        var offset: Int32
        var isStatic: Bool
        var isLazy: Bool
        var type: TypeExpression?
        /// The initial value of a stored one.
        var initial: Expression?
        /// The statements of a static or global computed property or function.
        var body: [Statement]?
        /// The parameters of a function.
        var parameters: [ParsedType.Parameter] = []
        /// The generic parameters of a function.
        var generics: [String] = []
        var attributes: [ParsedType.Attribute]
        var access: ParsedType.Access
        var conditions: [Condition]
    }
}

extension ParsedType {
    /// A parameter of a function.
    package struct Parameter: Sendable, Hashable {
        /// The label that a call writes; nil for `_`.
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
        /// The name without a module.
        var name: String
        var offset: Int32
        var arguments: [Expression.Argument]
        /// The `#if` around the attribute alone: `#if canImport(SwiftData)`, `@Model`, `#endif`.
        var conditions: [Condition] = []
    }
}

extension ParsedType {
    /// A case of an enum.
    package struct Case: Sendable, Hashable {
        var name: String
        /// The explicit raw value.
        var rawValue: Expression?
        /// Labels (nil if there is none) and types of the associated values.
        var associated: [AssociatedValue]
        var conditions: [Condition]
        var offset: Int32

        /// An associated value.
        package struct AssociatedValue: Sendable, Hashable {
            var label: String?
            var type: TypeExpression
        }
    }
}
