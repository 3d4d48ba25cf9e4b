import PermafrostDeclarations
import PermafrostFixtures
import PermafrostStore

/// A fixture that an earlier release froze by a mapping that was wrong for its declaration.
struct FormerFixture {
    /// What the mapping got wrong.
    let mapping: FormerMapping
    /// Whether the declaration was edited as well.
    let isEdited: Bool

    private let frozen: FrozenVersion

    /// The fixture of a version; nil if today's mapping made it, or if what was wrong then does not concern it.
    ///
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)``.
    init?(_ frozen: FrozenVersion, of schema: DeclaredSchema, origins: FixtureOrigins? = nil) throws(ProjectError) {
        self.frozen = frozen
        let drift = try SchemaDrift(frozen.schemaVersion, schema) {
            origins?.declaration(of: schema.name, frozenIn: frozen.fixture)
        }
        guard let mapping = drift.formerMapping else { return nil }
        self.mapping = mapping
        isEdited = !drift.changes.isEmpty
    }

    /// Throws a ``ProjectError`` if more is wrong with the fixture than its mapping.
    func assertIntact() throws(ProjectError) {
        let version = frozen.version.description
        if !frozen.damage.isEmpty { throw .damagedFixture(version: version, path: frozen.fixture.path) }
        if isEdited { throw .editedSinceFreeze(version: version, path: frozen.fixture.path) }
    }

    /// The number of sample rows that each entity has, as far as constraints allow. Throws a `StoreError`.
    func rowsPerEntity() throws -> Int {
        let store = try StoreInspection(StoreReader(path: FixtureInspection(frozen.fixture).storePath))
        return store.rowCounts.values.max() ?? 0
    }
}
