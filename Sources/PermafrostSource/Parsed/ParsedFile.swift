import PermafrostModel

/// What one file declares, without its syntax tree, as plain values.
package struct ParsedFile: Sendable, Hashable {
    /// The path relative to the project's folder.
    package var path: String
    /// Where each line starts, in bytes.
    var lineStarts: [Int32] = [0]
    /// The modules that the file imports.
    var imports: [String] = []
    /// Every type and extension, an enclosing one before those inside it.
    var types: [ParsedType] = []
    /// Typealiases outside any type.
    var aliases: [ParsedAlias] = []
    /// Constants, variables and functions without parameters outside any type.
    var values: [ParsedValue] = []
    /// Calls that list models for a container.
    var containers: [ParsedContainer] = []
    /// Functions with bodies, where code is read.
    var functions: [ParsedFunction] = []
    /// Calls that make containers, where code is read.
    var containerCalls: [ParsedContainerCall] = []
    /// Copies of stores' files alone, where code is read.
    var storeCopies: [ParsedStoreCopy] = []
    /// The parser's first complaints.
    var syntaxErrors: [SyntaxError] = []

    /// One complaint of the parser.
    package struct SyntaxError: Sendable, Hashable {
        var message: String
        var offset: Int32
        /// Whether the file was not parsed at all.
        var isBeyondBounds = false
    }

    /// An empty file.
    init(path: String) {
        self.path = path
    }

    /// The place of a byte.
    func location(_ offset: Int32) -> SourceLocation {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return SourceLocation(file: path, line: low + 1, column: Int(offset - lineStarts[low]) + 1)
    }
}

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
    var attributes: [ParsedAttribute] = []
    /// What the type's own `@available` says.
    var availability = Availability()
    var access = ParsedAccess.inside
    var conditions: [Condition] = []
    var aliases: [ParsedAlias] = []
    var values: [ParsedValue] = []
    var cases: [ParsedCase] = []
    /// `#Unique`, `#Index` and other macros among the members.
    var macros: [ParsedMacro] = []
    /// Whether the body declares an initialiser.
    var hasInitializer = false
    /// The type of the parameter of `init(rawValue:)`, if the body declares it.
    var rawValueParameter: TypeExpression?
}

/// Who sees a declaration.
package enum ParsedAccess: String, Sendable, Hashable {
    /// `private` or `fileprivate`
    case file
    case inside
    /// `package`, `public` or `open`
    case outside
}

/// A typealias.
package struct ParsedAlias: Sendable, Hashable {
    var name: String
    var offset: Int32
    var generics: [String]
    var target: TypeExpression
    var access: ParsedAccess
    var conditions: [Condition]
}

/// A property, a constant, or a function that makes types, stages or versions.
package struct ParsedValue: Sendable, Hashable {
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
    var parameters: [ParsedParameter] = []
    /// The generic parameters of a function.
    var generics: [String] = []
    var attributes: [ParsedAttribute]
    var access: ParsedAccess
    var conditions: [Condition]
}

/// A parameter of a function.
package struct ParsedParameter: Sendable, Hashable {
    /// The label that a call writes; nil for `_`.
    var label: String?
    var name: String
    var type: TypeExpression
    var initial: Expression?
    var isVariadic: Bool
}

/// An attribute such as `@Model` or `@Attribute(.unique)`.
package struct ParsedAttribute: Sendable, Hashable {
    /// The name without a module.
    var name: String
    var offset: Int32
    var arguments: [Expression.Argument]
    /// The `#if` around the attribute alone: `#if canImport(SwiftData)`, `@Model`, `#endif`.
    var conditions: [Condition] = []
}

/// A case of an enum.
package struct ParsedCase: Sendable, Hashable {
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

/// A macro among a type's members.
package struct ParsedMacro: Sendable, Hashable {
    var name: String
    var offset: Int32
    var arguments: [Expression.Argument]
    var conditions: [Condition]
}

/// A call that lists models: `ModelContainer(for:)`, `.modelContainer(for:)` or `Schema(…)`.
package struct ParsedContainer: Sendable, Hashable {
    /// The expressions that stand for classes or lists of classes.
    var models: [Expression]
    /// The enclosing type's index in the file; -1 outside any.
    var scope: Int32
    var offset: Int32
}
