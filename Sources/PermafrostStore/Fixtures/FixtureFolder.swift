import PermafrostModel

/// One frozen version's folder in a ``FixtureTree``: its place and the names of its files, not what they hold.
package struct FixtureFolder: Sendable, Hashable {
    /// The version that the folder is named after.
    package let version: VersionName
    /// The tree's folder.
    package let tree: String
    /// The folder relative to the tree: `1.0.0`, or `Posts/1.0.0`.
    package let folder: String

    /// The folder of a version in a tree.
    package init(version: VersionName, tree: String, folder: String) {
        self.version = version
        self.tree = tree
        self.folder = folder
    }

    /// The folder's path.
    package var path: String { tree + "/" + folder }

    /// The folder that holds it: the tree's, or its group's.
    package var parent: String {
        folder.lastIndex(of: "/").map { tree + "/" + folder[..<$0] } ?? tree
    }

    /// The names of its files.
    package var files: FileNames { FileNames(version) }

    /// The path of one of its files.
    package func path(of file: String) -> String { path + "/" + file }

    /// The path of the store; the earliest FreezeRay names it without the version.
    package var storePath: String { FreezeRayFixture(self)?.storePath ?? path(of: files.store) }

    /// The program that wrote the files.
    package var format: FrozenVersion.Format { FreezeRayFixture(self) == nil ? .permafrost : .freezeRay }
}

extension FixtureFolder {
    /// The names of the files of one fixture.
    package struct FileNames: Sendable, Hashable {
        /// The real store: `App-1_0_0.sqlite`.
        package let store: String
        /// The canonical model: `schema-1_0_0.json`.
        package let model: String
        /// The store's DDL: `schema-1_0_0.sql`.
        package let ddl: String
        /// The files' checksums, as `sha256sum -c` reads them: `schema-1_0_0.sha256`.
        package let checksums: String
        /// When and by what it was frozen: `export_metadata.txt`.
        package let metadata = "export_metadata.txt"

        /// The names for a version.
        package init(_ version: VersionName) {
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

        /// The beginning of the line of ``metadata`` that records the store's SHA-256.
        static let storeChecksumLabel = "Store checksum: "

        /// The files that ``checksums`` holds a line for, in its order.
        package var checked: [String] { [store, model, ddl] }

        /// Every file of a fixture.
        package var all: [String] { [store, model, ddl, checksums, metadata] }

        /// Whether a file may be one of some version's fixture, by its name, or what SQLite keeps next to its store.
        package static func isName(_ name: String) -> Bool {
            let companions = ["", "-journal", "-wal", "-shm"]
            return name == "export_metadata.txt"
                || [".json", ".sql", ".sha256"].contains { name.hasPrefix("schema") && name.hasSuffix($0) }
                || companions.contains { name.hasPrefix("App") && name.hasSuffix(".sqlite" + $0) }
        }
    }
}
