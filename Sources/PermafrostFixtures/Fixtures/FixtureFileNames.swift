import PermafrostModel
import PermafrostStore

/// The names of a fixture's files.
package struct FixtureFileNames: Sendable, Hashable {
    /// The name of the store, such as `App-1_0_0.sqlite`.
    package let store: String
    /// The name of the file with the model's canonical JSON, such as `schema-1_0_0.json`.
    package let model: String
    /// The name of the file with the store's DDL, such as `schema-1_0_0.sql`.
    package let ddl: String
    /// The name of the file with the checksums, such as `schema-1_0_0.sha256`, in the format that `sha256sum -c`
    /// reads.
    package let checksums: String
    /// The name of the file with information about the freeze, such as its date and the tool's version.
    package let metadata = "export_metadata.txt"

    package init(_ version: VersionName) {
        let part = version.filePart
        store = "App-\(part).sqlite"
        model = "schema-\(part).json"
        ddl = "schema-\(part).sql"
        checksums = "schema-\(part).sha256"
    }

    /// Creates the file names in the earliest FreezeRay fixtures. These names don't contain the version.
    init(withoutVersion: Void) {
        store = "App.sqlite"
        model = "schema.json"
        ddl = "schema.sql"
        checksums = "schema.sha256"
    }

    /// The start of the line in ``metadata`` that records the store's SHA-256.
    static let storeChecksumLabel = "Store checksum: "
    /// The start of the line in ``metadata`` that records the version.
    static let versionLabel = "Version: "

    /// The names of the files that the checksum file lists, in order.
    package var checked: [String] { [store, model, ddl] }

    package var all: [String] { [store, model, ddl, checksums, metadata] }

    /// Returns whether a fixture of any version can contain a file with the given name, including the files that
    /// SQLite keeps next to the store.
    package static func isName(_ name: String) -> Bool {
        let companions = ["", "-journal", "-wal", "-shm"]
        return name == "export_metadata.txt"
            || [".json", ".sql", ".sha256"].contains { name.hasPrefix("schema") && name.hasSuffix($0) }
            || companions.contains { name.hasPrefix("App") && name.hasSuffix(".sqlite" + $0) }
    }
}
