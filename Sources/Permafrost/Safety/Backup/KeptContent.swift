import Foundation
import PermafrostModel
import PermafrostStore

/// The rows and the large values of a kept store. Two stores with equal content are kept once.
struct KeptContent: Equatable {
    private let bytes: Int
    private let rows: String
    /// The SHA-256 of each large value, keyed by file name.
    private let values: [String: String]

    /// Reads the content of the store in a folder. Returns nil if the content can't be read, if the folder contains more
    /// than one store, or if the content certainly differs from another store's, because the databases' sizes differ.
    init?(in path: String, _ folder: SafetyFolder, like other: KeptContent? = nil) {
        let store = path + "/" + folder.storeName
        bytes = FileStatus.bytes(at: store)
        guard bytes > 0, other == nil || other?.bytes == bytes else { return nil }
        do {
            guard try !MovedStores.hasSecond(in: path, of: folder) else { return nil }
            rows = try StoreState.rowsDigest(of: store)
            values = try Dictionary(
                uniqueKeysWithValues: StoreFile(path: store).externalStorage.files().map { value in
                    (value.name, Digest.hex(try FileAccess.digest(value.path).hash))
                })
        } catch {
            return nil
        }
    }
}
