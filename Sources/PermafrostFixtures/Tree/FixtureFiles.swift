import PermafrostModel

/// The names of the files of one fixture.
public struct FixtureFiles: Sendable, Hashable {
    /// The real store: `App-1_0_0.sqlite`.
    public let store: String
    /// The canonical model: `schema-1_0_0.json`.
    public let model: String
    /// The store's DDL: `schema-1_0_0.sql`.
    public let ddl: String
    /// The files' checksums, as `sha256sum -c` reads them: `schema-1_0_0.sha256`.
    public let checksums: String
    /// When and by what it was frozen: `export_metadata.txt`.
    public let metadata = "export_metadata.txt"

    /// The names for a version.
    public init(_ version: VersionName) {
        let part = version.filePart
        store = "App-\(part).sqlite"
        model = "schema-\(part).json"
        ddl = "schema-\(part).sql"
        checksums = "schema-\(part).sha256"
    }

    /// The names that the earliest FreezeRay wrote, without the version.
    init(withoutVersion: Void) {
        store = "App.sqlite"
        model = "schema.json"
        ddl = "schema.sql"
        checksums = "schema.sha256"
    }

    /// How the line of ``metadata`` begins that records the store's SHA-256.
    static let storeChecksumLabel = "Store checksum: "

    /// The files that ``checksums`` holds a line for, in its order.
    public var checked: [String] { [store, model, ddl] }

    /// Every file of a fixture.
    public var all: [String] { [store, model, ddl, checksums, metadata] }
}
