import PermafrostModel
import PermafrostStore

/// A kind of damage to a fixture's files.
package enum FixtureDamage: Sendable, Hashable {
    /// A file of the fixture doesn't exist.
    case missing(file: String)
    /// A file can't be read, or isn't a regular file. The reason is a clause without a period.
    case unreadable(file: String, reason: String)
    /// A file is a symbolic link. Links are never followed.
    case symbolicLink(file: String)
    /// A file's bytes don't match the recorded checksum, because it was changed, truncated or swapped.
    case checksumMismatch(file: String, recorded: String, found: String)
    /// The store's bytes match the checksum file, but not `export_metadata.txt`, because both the store and the
    /// checksum file were changed.
    case otherStore(file: String, recorded: String, found: String)
    /// The checksum file has an invalid line, or no line for one of the fixture's files.
    case malformedChecksums(file: String)
    /// The folder's model JSON isn't a valid model document, or has a newer format.
    case unreadableModel(file: String, ModelDocumentError)
    /// The model's JSON belongs to a version other than the fixture's version. The associated value is the version in
    /// the JSON.
    case otherVersion(found: String)
    /// The folder contains the given version's files, but has the name of a different version.
    case misnamedFolder(of: VersionName)
    /// The store can't be read as a store. The reason is a clause without a period.
    case unreadableStore(file: String, reason: String)
    /// A `-wal`, `-journal` or `-shm` file is next to the store. SQLite would read it as part of the store.
    case companion(file: String)
    /// The store's pages, rows or keys are damaged. The problems are clauses without a period.
    case damagedStore(file: String, problems: [String])
    /// The version hashes or the model cache's descriptions of some entities in the store don't match the fixture's
    /// model.
    case storeOfAnotherModel(file: String, entities: [String])
    /// The DDL in the store or in the DDL file doesn't match the recorded checksum.
    case ddlMismatch(file: String, recorded: String, found: String)
}

extension FixtureDamage {
    /// The name of the damaged file. Nil if the folder contains the files of a version other than the one in its name.
    package var file: String? {
        switch self {
        case .missing(let file), .unreadable(let file, _), .symbolicLink(let file), .checksumMismatch(let file, _, _),
            .otherStore(let file, _, _), .malformedChecksums(let file), .unreadableModel(let file, _),
            .unreadableStore(let file, _), .companion(let file), .damagedStore(let file, _),
            .storeOfAnotherModel(let file, _), .ddlMismatch(let file, _, _):
            file
        case .otherVersion, .misnamedFolder: nil
        }
    }

    /// The user's store that the damaged file belongs to. Nil if the file is one of the fixture's own.
    package var namedStore: VersionName? {
        let parts = file?.split(separator: "/", maxSplits: 2) ?? []
        guard parts.count > 1, parts[0] == NamedStore.folderName else { return nil }
        return try? VersionName(String(parts[1]))
    }
}
