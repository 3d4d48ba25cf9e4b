/// The parts of a hook's or function's body that affect stores. Code isn't evaluated, only inspected.
package struct ParsedBody: Sendable, Hashable {
    /// A fetch without a limit or predicate, by the class as written; empty if the line doesn't show it.
    package struct Fetch: Sendable, Hashable {
        var model: String
        var offset: Int32
    }

    /// The fetches of every row of a model.
    var fetches: [Fetch] = []
    /// The functions that it calls, each as a plain chain of names.
    var calls: [[String]] = []
}

extension ParsedBody {
    /// A function or initializer, with the relevant parts of its body.
    package struct Function: Sendable, Hashable {
        /// The name; `init` for an initializer.
        var name: String
        /// The enclosing type's index in the file; -1 outside any type.
        var scope: Int32
        var body: ParsedBody
    }
}

extension ParsedBody {
    /// The names in the closure of a migration stage's hook. Code isn't evaluated, only inspected.
    package struct Hook: Sendable, Hashable {
        /// A possible type: a name with an uppercase first letter.
        package struct TypeUse: Sendable, Hashable {
            var type: TypeExpression
            var offset: Int32
        }

        /// A variable that the closure doesn't declare, by its path.
        package struct VariableUse: Sendable, Hashable {
            var path: [String]
            var offset: Int32
        }

        var types: [TypeUse] = []
        var writes: [VariableUse] = []
        var reads: [VariableUse] = []
        /// Its fetches and calls.
        var body = ParsedBody()
    }
}

extension ParsedBody {
    /// An operation of a stage in a `MigrationPlan`: its arguments, not its effects.
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

        /// The type's name, or the text of the expression in its place.
        var name: String
        var offset: Int32
        var keyPaths: [KeyPathUse] = []
        /// The names in the arguments, except in closures.
        var arguments = ParsedBody.Hook()
        var closures: [Closure] = []
        /// The `#if` around the operation.
        var conditions: [Condition] = []
    }
}
