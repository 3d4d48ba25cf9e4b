/// The fetches and calls in the body of a function or hook. The code isn't evaluated.
package struct ParsedBody: Sendable, Hashable {
    /// A fetch of all rows of a model, without a limit and a predicate. ``model`` is the class as written, or empty if
    /// the statement doesn't name the class.
    package struct Fetch: Sendable, Hashable {
        var model: String
        var offset: Int32
    }

    /// Code that ends the app: a call of a function such as `fatalError`, a `try!`, or the use of a variable that may be
    /// nil, such as `Stores.shared!`.
    package struct Ending: Sendable, Hashable {
        var call: String
        /// The names in the variable's name. Empty for other code.
        var variable: [String] = []
        var offset: Int32
    }

    /// The code that ends the app. Omits code that no build for users compiles.
    var endings: [Ending] = []
    /// The fetches of all rows of a model.
    var fetches: [Fetch] = []
    /// The classes of which a statement of the body itself deletes all rows, as in `delete(model: AppV1.Post.self)` or in a
    /// loop over a fetch of all rows. The names are as written.
    var emptied: [ParsedHook.TypeUse] = []
    /// The names of the called functions, each as an array of components, such as `["Cache", "shared", "clear"]` for
    /// `Cache.shared.clear()`.
    var calls: [[String]] = []
}

/// A function or initializer, with the types, fetches and calls in its body.
package struct ParsedFunction: Sendable, Hashable {
    /// The function's name or, for an initializer, the name of the enclosing type.
    var name: String
    /// The index of the enclosing type in the file, or -1 outside any type.
    var scope: Int32
    /// The actor isolation that the function's own attributes and modifiers specify.
    var isolation = ActorIsolation.unspecified
    /// The deletions of files that the function's parameters locate.
    var deletions: [Deletion] = []
    /// Whether a parameter is a `ModelContext`.
    var takesContext = false
    /// The types that the body may refer to.
    var types: [ParsedHook.TypeUse] = []
    var body: ParsedBody
}

extension ParsedFunction {
    /// A call in a function, or in a function that it calls, that deletes the file at a parameter's URL or path.
    package struct Deletion: Sendable, Hashable {
        /// The parameter's argument label, or nil for `_`.
        var label: String?
        /// The parameter's index.
        var position: Int
        /// The name of the called function, such as `removeItem`.
        var call: String
        var offset: Int32
    }
}

/// The types and values that a hook's closure or an operation's arguments refer to, with the fetches and calls in
/// the closure. The code isn't evaluated.
package struct ParsedHook: Sendable, Hashable {
    /// A chain of names that may start with a type's name, such as `AppV1.Post.title`. It isn't resolved yet.
    package struct TypeUse: Sendable, Hashable {
        var path: [String]
        var offset: Int32
        /// Whether the names after the type's name are members of the type, and not properties in a key path.
        var isExpression = false
    }

    /// A use of a variable or another value, such as a function, that is declared outside the closure.
    package struct VariableUse: Sendable, Hashable {
        var path: [String]
        var offset: Int32
    }

    var types: [TypeUse] = []
    var writes: [VariableUse] = []
    var reads: [VariableUse] = []
    var body = ParsedBody()
}
