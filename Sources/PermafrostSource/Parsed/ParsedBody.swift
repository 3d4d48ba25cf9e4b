/// What the body of a hook or function does that matters for stores: code is not evaluated, only looked at.
package struct ParsedBody: Sendable, Hashable, Codable {
    /// A fetch without a limit or predicate, by the class as written; empty where the line does not tell.
    package struct Fetch: Sendable, Hashable, Codable {
        var model: String
        var offset: Int32
    }

    /// The fetches of every row of a model.
    var fetches: [Fetch] = []
    /// What it calls, each by its plain chain of names.
    var calls: [[String]] = []
}

/// A function or initialiser, and what its body does.
package struct ParsedFunction: Sendable, Hashable, Codable {
    /// The name; `init` for an initialiser.
    var name: String
    /// The enclosing type's index in the file; -1 outside any.
    var scope: Int32
    var body: ParsedBody
}
