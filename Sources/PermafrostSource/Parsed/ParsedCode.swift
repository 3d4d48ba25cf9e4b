/// The code in a file that other code may use. Only the digests of the code are kept.
package struct ParsedCode: Sendable, Hashable {
    /// A name in code that may refer to a declaration of the project.
    package struct Reference: Sendable, Hashable {
        /// The last name before the dot, such as `Self` in `Self.parse`. Nil if there is no dot, and an empty string for
        /// any other expression.
        var base: String?
        var name: String
    }

    /// A function, an initializer, a static or global value, the stored parts of a type, or a macro.
    package struct Part: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case function, value, type, macro
        }

        var kind: Kind
        /// The name of the enclosing or extended type, or nil for a global declaration.
        var owner: String?
        /// The declaration's name, or `init`.
        var name: String
        /// A digest of the declaration's tokens, without comments. For a type, only of its stored parts.
        var digest: String
        /// The names in the declaration.
        var references: Set<Reference>
        var isMutating = false
    }

    var parts: [Part] = []

    /// A change of a variable. Whether the variable is the one that a list uses is known from its owner.
    package struct Change: Sendable, Hashable {
        /// The last name before the dot, the enclosing type for `Self`, or nil for a global variable or a variable of an
        /// enclosing type.
        var owner: String?
        /// The types that enclose the code, outermost first.
        var enclosing: [String]
        var name: String
        /// The name of the called method, or nil for an assignment.
        var method: String?
        var text: String
        var offset: Int32
    }
}
