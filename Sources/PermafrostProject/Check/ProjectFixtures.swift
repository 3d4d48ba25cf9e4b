import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A project's fixtures, each read once, with the declarations that own them.
///
/// Reports that are made together, such as those of a check and a lint, share one value.
package struct ProjectFixtures: Sendable {
    /// What the tree holds.
    let contents: FixtureTree.Contents
    /// The fixtures in the tree's order, each with its owner.
    let pairs: [(fixture: FrozenState, owner: FixtureOwner)]
    /// What later runs need not read again.
    package private(set) var known: KnownFixtures

    /// Reads the fixtures as far as is needed to say whose they are. Throws a `FileError` if the tree cannot be listed.
    ///
    /// - Parameter known: what earlier runs learned of fixtures.
    package init(_ project: Project, known: KnownFixtures = KnownFixtures()) throws {
        contents = project.tree.exists ? try project.tree.contents() : FixtureTree.Contents()
        let groups = project.groups
        pairs =
            FixturePairing(
                project, contents.fixtures.parallelMap { FrozenState($0, groups: groups, known: known) }
            ).pairs
        self.known = known
        for (state, owner) in pairs {
            if let entry = state.entry ?? Self.entry(state, owner) { self.known.remember(entry, for: state.inspection) }
        }
    }

    /// The content of a fixture that nothing declares any more, or that is just what its owner declares. Its document may list other
    /// assumptions.
    private static func entry(_ state: FrozenState, _ owner: FixtureOwner) -> KnownFixtures.Entry? {
        guard let frozen = state.frozen else { return nil }
        switch owner {
        case .declared(_, let schema): return KnownFixtures.Entry(frozen, equalTo: schema)
        case .gone, .leftOut: return KnownFixtures.Entry(frozen)
        case .superseded, .ambiguous: return nil
        }
    }
}

extension FrozenState {
    /// The version, as it is compared with others. It is decoded only if it is not just what its owner declares.
    func schemaVersion(ownedBy owner: FixtureOwner) -> SchemaVersion {
        guard let declared = owner.declaration?.schema, matches(declared) else { return read.schemaVersion }
        return SchemaVersion(
            schema: schema, name: fixture.version.description, origin: .frozen(folder: fixture.folder),
            content: declared.model)
    }
}
