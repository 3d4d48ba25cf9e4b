/// What the body of a hook or function does that matters for stores: code is not evaluated, only looked at.
package struct ParsedBody: Sendable, Hashable {
    /// A fetch without a limit or predicate, by the class as written; empty if the line does not show it.
    package struct Fetch: Sendable, Hashable {
        var model: String
        var offset: Int32
    }

    /// The fetches of every row of a model.
    var fetches: [Fetch] = []
    /// What it calls, each by its plain chain of names.
    var calls: [[String]] = []
}

extension ParsedBody {
    /// A function or initialiser, and what its body does.
    package struct Function: Sendable, Hashable {
        /// The name; `init` for an initialiser.
        var name: String
        /// The enclosing type's index in the file; -1 outside any.
        var scope: Int32
        var body: ParsedBody
    }
}

extension ParsedBody {
    /// What the closure of a migration stage's hook names: code is not evaluated, only looked at.
    package struct Hook: Sendable, Hashable {
        /// A type, or what may be one: a name in upper case.
        package struct TypeUse: Sendable, Hashable {
            var type: TypeExpression
            var offset: Int32
        }

        /// A variable that the closure does not declare, by its path.
        package struct VariableUse: Sendable, Hashable {
            var path: [String]
            var offset: Int32
        }

        var types: [TypeUse] = []
        var writes: [VariableUse] = []
        var reads: [VariableUse] = []
        /// What it fetches and calls.
        var body = ParsedBody()
    }
}

extension ParsedBody {
    /// An operation among those of a stage in a `MigrationPlan`: what it is called with, not what it does.
    package struct Operation: Sendable, Hashable {
        /// A key path that it is called with.
        package struct KeyPathUse: Sendable, Hashable {
            var root: TypeExpression?
            var names: [String]
        }

        /// A closure that it is called with.
        package struct Closure: Sendable, Hashable {
            /// The argument's label; nil if there is none.
            var label: String?
            var hook: ParsedBody.Hook
        }

        /// The type's name, or the text of what stands in its place.
        var name: String
        var offset: Int32
        var keyPaths: [KeyPathUse] = []
        /// What the arguments name, closures left out.
        var arguments = ParsedBody.Hook()
        var closures: [Closure] = []
        /// The `#if` around the operation.
        var conditions: [Condition] = []
    }
}
