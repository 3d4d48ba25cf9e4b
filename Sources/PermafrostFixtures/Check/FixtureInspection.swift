import PermafrostModel
import PermafrostStore

/// What the files of one fixture hold and whether they are intact. Reading it changes nothing, and a damaged fixture
/// still gives whatever of it can be read.
public struct FixtureInspection: Sendable {
    /// Who wrote the fixture.
    public enum Format: String, Sendable, Hashable {
        /// Permafrost: its checksums cover every file.
        case permafrost
        /// FreezeRay: its checksum is the DDL's, and the model is the one in its store.
        case freezeRay
    }

    /// The fixture.
    public let fixture: Fixture
    /// Who wrote it.
    public let format: Format
    /// What is wrong with its files; empty for an intact fixture.
    public let damage: [FixtureDamage]
    /// SHA-256 of each checked file that could be read, in lower-case hex, by file name.
    public let checksums: [String: String]
    /// The bytes of the model's JSON, where they could be read.
    public let modelBytes: [UInt8]?

    /// Reads a fixture's files and compares them with their checksums. It does not open the store.
    public init(_ fixture: Fixture) {
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
    public var storePath: String {
        FreezeRayFixture(fixture)?.storePath ?? fixture.path(of: fixture.files.store)
    }

    /// SHA-256 of the DDL file, which is the DDL's checksum.
    public var ddlChecksum: String? { checksums[fixture.files.ddl] }

    /// Reads the frozen document, and compares the store with it.
    ///
    /// For a fixture of FreezeRay the document is made from the store's own model; it has no group and no schema.
    public func read() -> FrozenVersion {
        switch format {
        case .permafrost: FrozenVersion(reading: self)
        case .freezeRay: FrozenVersion(freezeRay: fixture, damage: damage)
        }
    }
}
