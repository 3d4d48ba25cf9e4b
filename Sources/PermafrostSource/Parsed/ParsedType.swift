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
    var attributes: [ParsedAttribute] = []
    /// The platform versions that the type's own `@available` attributes require.
    var availability = Availability()
    var access = ParsedAccess.inside
    var conditions: [Condition] = []
    var aliases: [ParsedAlias] = []
    var values: [ParsedValue] = []
    var cases: [ParsedCase] = []
    /// The macro expansions in the members, such as `#Unique` and `#Index`.
    var macros: [ParsedMacro] = []
    /// The initializers that the body declares.
    var initializers: [ParsedInitializer] = []
    /// The type of the parameter of `init(rawValue:)`, or nil if the body doesn't declare this initializer.
    var rawValueParameter: TypeExpression?
    /// The `encode(to:)`, the `init(from:)` and the code of raw values that the body declares. Empty for a class or an
    /// actor.
    var coders: [ParsedCoder] = []
}

/// A declaration's access level.
package enum ParsedAccess: String, Sendable, Hashable {
    /// `private` or `fileprivate`.
    case file
    case inside
    /// `package`, `public` or `open`.
    case outside
}

/// The actor isolation that a declaration's own attributes and modifiers specify.
package enum ActorIsolation: String, Sendable, Hashable {
    case unspecified, nonisolated
    /// The declaration has a `@MainActor` attribute that isn't in an `#if`.
    case mainActor
}

package struct ParsedAlias: Sendable, Hashable {
    var name: String
    var offset: Int32
    var generics: [String]
    var target: TypeExpression
    var access: ParsedAccess
    var conditions: [Condition]
}

package struct ParsedInitializer: Sendable, Hashable {
    var parameters: [ParsedParameter]
    /// The assigned expressions, keyed by property, or nil if the body does anything else than to assign each of its
    /// parameters, or an expression without them, to a property.
    var assignments: [String: Expression]?
    var conditions: [Condition]
}

package struct ParsedParameter: Sendable, Hashable {
    /// The argument label, or nil for `_`.
    var label: String?
    var name: String
    var type: TypeExpression
    var initial: Expression?
    var isVariadic: Bool
}

/// An attribute such as `@Model` or `@ParsedAttribute(.unique)`.
package struct ParsedAttribute: Sendable, Hashable {
    /// The attribute's name. The name of another module than SwiftData's and the system's precedes it, as in
    /// `Macros.Attribute`.
    var name: String
    var offset: Int32
    var arguments: [ExpressionArgument]
    /// Whether a known module precedes the name, as in `@SwiftData.Model`.
    var isQualified = false
    /// The conditions of the `#if` branches that contain the attribute but not the declaration, such as an `#if
    /// canImport(SwiftData)` around only `@Model`.
    var conditions: [Condition] = []
}

package struct ParsedCase: Sendable, Hashable {
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
