import PermafrostModel

/// Which of several declarations a fixture froze: the one rule for every command and for tests.
///
/// The declaration with the fixture's type and its name is the one. Else, of the one with the name and the one with the type, it
/// is the one with the fixture's hashes; else that with the name; else that with the type, which was given another name since. A
/// fixture that names no type, as FreezeRay's do, belongs to the one with its name; of several, to the one with its hashes.
package struct FixtureOwnership {
    /// What was found: positions among the declarations.
    package enum Owner: Sendable, Hashable {
        case declaration(Int)
        /// Several have the fixture's name, and nothing decides between them.
        case ambiguous([Int])
        /// None.
        case gone
    }

    private let declarations: [SchemaVersion]

    package init(among declarations: [SchemaVersion]) { self.declarations = declarations }

    /// Whose a fixture is.
    ///
    /// - Parameters:
    ///   - version: the fixture's name.
    ///   - schema: the type that it names.
    ///   - hasHashes: whether the declaration at a position has the fixture's version hashes; asked only if names do not decide.
    package func owner(of version: String, schema: String?, hasHashes: (Int) -> Bool) -> Owner {
        let named = declarations.indices.filter { declarations[$0].isNamed && declarations[$0].name == version }
        let typed = schema.map { schema in declarations.indices.filter { declarations[$0].schema == schema } } ?? []
        if let exact = named.first(where: typed.contains) { return .declaration(exact) }
        let candidates = named + typed
        guard candidates.count > 1 else { return candidates.first.map { .declaration($0) } ?? .gone }
        let same = candidates.filter(hasHashes)
        if let only = same.first, same.count == 1 { return .declaration(only) }
        if named.count == 1 { return .declaration(named[0]) }
        return named.isEmpty ? .declaration(typed[0]) : .ambiguous(same.isEmpty ? named : same)
    }
}
