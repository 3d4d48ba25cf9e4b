/// The parts of a hook's or function's body that affect stores. The code isn't evaluated.
package struct ParsedBody: Sendable, Hashable {
    /// A fetch without a limit or predicate. The class is as written, and empty if the line doesn't show it.
    package struct Fetch: Sendable, Hashable {
        var model: String
        var offset: Int32
    }

    /// The fetches of every row of a model.
    var fetches: [Fetch] = []
    /// The called functions, each as a plain chain of names.
    var calls: [[String]] = []
}

extension ParsedBody {
    /// A function or initializer, with the relevant parts of its body.
    package struct Function: Sendable, Hashable {
        /// The function's name; `init` for an initializer.
        var name: String
        /// The index of the enclosing type in the file; -1 outside of any type.
        var scope: Int32
        var body: ParsedBody
    }
}

extension ParsedBody {
    /// The names in a hook's closure. The code isn't evaluated.
    package struct Hook: Sendable, Hashable {
        /// A name that may be a type, because its first letter is uppercase.
        package struct TypeUse: Sendable, Hashable {
            var type: TypeExpression
            var offset: Int32
        }

        /// A variable that isn't declared in the closure, with its path.
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
    /// An operation of a stage in a `MigrationPlan`, with its arguments but not its effects.
    package struct Operation: Sendable, Hashable {
        /// A key path among the arguments.
        package struct KeyPathUse: Sendable, Hashable {
            var root: TypeExpression?
            var names: [String]
        }

        /// A closure among the arguments.
        package struct Closure: Sendable, Hashable {
            /// The argument's label; nil if there is none.
            var label: String?
            var hook: ParsedBody.Hook
        }

        /// The operation's type, or the expression used instead of one, as written.
        var name: String
        var offset: Int32
        var keyPaths: [KeyPathUse] = []
        /// The names that the arguments refer to, without closures.
        var arguments = ParsedBody.Hook()
        var closures: [Closure] = []
        /// The `#if` conditions around the operation.
        var conditions: [Condition] = []
    }
}
