/// The fetches and calls in the body of a function or hook. The code isn't evaluated.
package struct ParsedBody: Sendable, Hashable {
    /// A fetch of all rows of a model, without a limit and a predicate. ``model`` is the class as written, or empty if
    /// the statement doesn't name the class.
    package struct Fetch: Sendable, Hashable {
        var model: String
        var offset: Int32
    }

    /// The fetches of all rows of a model.
    var fetches: [Fetch] = []
    /// The names of the called functions, each as an array of components, such as `["Cache", "shared", "clear"]` for
    /// `Cache.shared.clear()`.
    var calls: [[String]] = []
}

extension ParsedBody {
    /// A function or initializer, with the fetches and calls in its body.
    package struct Function: Sendable, Hashable {
        /// The function's name or, for an initializer, the name of the enclosing type.
        var name: String
        /// The index of the enclosing type in the file, or -1 outside any type.
        var scope: Int32
        /// The actor isolation that the function's own attributes and modifiers specify.
        var isolation = ParsedType.Isolation.unspecified
        var body: ParsedBody
    }
}

extension ParsedBody {
    /// The types and values that a hook's closure or an operation's arguments refer to, with the fetches and calls in
    /// the closure. The code isn't evaluated.
    package struct Hook: Sendable, Hashable {
        /// A chain of names that may start with a type's name, such as `AppV1.Post.title`. It isn't resolved yet.
        package struct TypeUse: Sendable, Hashable {
            var path: [String]
            var offset: Int32
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
}

extension ParsedBody {
    /// An operation in a stage of a `MigrationPlan`, such as `Rename(…)`, with its arguments. The operation isn't
    /// evaluated.
    package struct Operation: Sendable, Hashable {
        /// A key path in the arguments.
        package struct KeyPathUse: Sendable, Hashable {
            var root: TypeExpression?
            var names: [String]
        }

        /// A closure in the arguments.
        package struct Closure: Sendable, Hashable {
            /// The argument's label, or nil if it has none.
            var label: String?
            var hook: ParsedBody.Hook
        }

        /// The operation's name without generic arguments, such as `Rename` or `Assert.unique`. If the operation isn't
        /// a call of a type or function by name, its source.
        var name: String
        var offset: Int32
        var keyPaths: [KeyPathUse] = []
        /// The types and values that the called expression and the arguments refer to. Omits the contents of closures.
        var arguments = ParsedBody.Hook()
        var closures: [Closure] = []
        /// The labels of the arguments, except for trailing closures.
        var labels: Set<String> = []
        /// The text of the `because` argument. Nil if there is no such argument, or if it isn't a string literal
        /// without interpolations.
        var reason: String?
        /// The conditions of the `#if` blocks that contain the operation.
        var conditions: [Condition] = []
    }
}
