import PermafrostModel

/// What is wrong with a fixture's files.
package enum FixtureDamage: Sendable, Hashable {
    /// A file of the fixture is absent.
    case missing(file: String)
    /// A file could not be read; the system's reason.
    case unreadable(file: String, reason: String)
    /// A file is a symbolic link, which is never followed.
    case symbolicLink(file: String)
    /// A file's bytes do not have the recorded checksum: it was changed, truncated or swapped.
    case checksumMismatch(file: String, recorded: String, found: String)
    /// The store's bytes have the checksum of the checksum file, and not that of `export_metadata.txt`: both were changed.
    case otherStore(file: String, recorded: String, found: String)
    /// The checksum file has no line for a file, or a line that cannot be read.
    case malformedChecksums(file: String)
    /// The model's JSON cannot be read.
    case unreadableModel(file: String, ModelDocumentError)
    /// The folder holds the fixture of another version.
    case otherVersion(found: String)
    /// The store cannot be read; the reason.
    case unreadableStore(file: String, reason: String)
    /// A file of SQLite's is beside the store, which would change what the store holds: a `-wal`, `-journal` or `-shm`.
    case companion(file: String)
    /// The store's pages, rows or keys are damaged; what is wrong, in clauses.
    case damagedStore(file: String, problems: [String])
    /// The store's version hashes are not those of the model beside it; the entities concerned.
    case storeOfAnotherModel(file: String, entities: [String])
    /// The store's DDL does not have the recorded checksum.
    case ddlMismatch(file: String, recorded: String, found: String)
}

extension FixtureDamage {
    /// The name of the damaged file; nil if the damage is that of the folder.
    package var file: String? {
        switch self {
        case .missing(let file), .unreadable(let file, _), .symbolicLink(let file), .checksumMismatch(let file, _, _),
            .otherStore(let file, _, _), .malformedChecksums(let file), .unreadableModel(let file, _),
            .unreadableStore(let file, _), .companion(let file), .damagedStore(let file, _),
            .storeOfAnotherModel(let file, _), .ddlMismatch(let file, _, _):
            file
        case .otherVersion: nil
        }
    }
}
