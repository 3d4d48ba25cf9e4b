import PermafrostModel

/// What the files of one fixture hold and whether they are intact. Reading it changes nothing, and a damaged fixture
/// still gives whatever of it can be read.
package struct FixtureInspection: Sendable {
    /// Who wrote the fixture.
    package enum Format: String, Sendable, Hashable {
        /// Permafrost: its checksums cover every file.
        case permafrost
        /// FreezeRay: its checksum is the DDL's, and the model is the one in its store.
        case freezeRay
    }

    /// The fixture.
    package let fixture: Fixture
    /// Who wrote it.
    package let format: Format
    /// What is wrong with its files; empty for an intact fixture.
    package let damage: [FixtureDamage]
    /// SHA-256 of each checked file that could be read, in lower-case hex, by file name.
    package let checksums: [String: String]
    /// The bytes of the model's JSON, where they could be read.
    package let modelBytes: [UInt8]?

    /// Reads a fixture's files and compares them with their checksums. It does not open the store.
    package init(_ fixture: Fixture) {
        self.fixture = fixture
        let freezeRay = FreezeRayFixture(fixture)
        guard freezeRay == nil else {
            format = .freezeRay
            damage = freezeRay?.damage ?? []
            checksums = [:]
            modelBytes = nil
            return
        }
        format = .permafrost
        let files = FixtureFileCheck(fixture)
        damage = files.damage
        checksums = files.checksums
        modelBytes = files.modelBytes
    }

    /// The path of the store; the earliest FreezeRay names it without the version.
    package var storePath: String {
        FreezeRayFixture(fixture)?.storePath ?? fixture.path(of: fixture.files.store)
    }

    /// SHA-256 of the DDL file, which is the DDL's checksum.
    package var ddlChecksum: String? { checksums[fixture.files.ddl] }

    /// Reads the frozen document, and compares the store with it.
    ///
    /// For a fixture of FreezeRay the document is made from the store's own model; it has no group and no schema.
    ///
    /// - Parameter isKnownSound: whether a store with these bytes was compared with this document before.
    package func read(isKnownSound: Bool = false) -> FrozenVersion {
        switch format {
        case .permafrost: FrozenVersion(reading: self, comparesStore: !isKnownSound)
        case .freezeRay: FrozenVersion(freezeRay: fixture, damage: damage)
        }
    }
}
