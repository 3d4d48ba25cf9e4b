import Foundation
import PermafrostFiles
import PermafrostModel

/// The data that a store keeps in files of its own: `.App_SUPPORT/_EXTERNAL_DATA` beside `App.store`.
///
/// A cell of an attribute with external storage begins with a byte that says where the data is: 1 for in the cell, behind
/// it; 2 for in the file whose name follows. [A]
public struct ExternalData: Sendable, Hashable {
    /// The folder, whether it exists or not.
    public let folder: String

    /// A folder's content is counted up to this many files.
    private static let fileLimit = 100_000

    /// The folder of the store at the path.
    public init(store path: String) {
        let url = URL(fileURLWithPath: path)
        folder =
            url.deletingLastPathComponent().path + "/." + url.deletingPathExtension().lastPathComponent
            + "_SUPPORT/_EXTERNAL_DATA"
    }

    /// How many files there are, and how many bytes they have.
    public struct Count: Sendable, Hashable {
        public var files = 0
        public var bytes = 0
    }

    /// Counts the files; nothing where there is no such folder.
    public func count() -> Count? {
        guard FileStatus(at: folder, followsLink: false)?.isFolder == true,
            let entries = FileManager.default.enumerator(
                at: URL(fileURLWithPath: folder), includingPropertiesForKeys: [], options: .skipsSubdirectoryDescendants
            )
        else { return nil }
        var count = Count()
        for case let entry as URL in entries {
            guard let size = Self.size(entry.path) else { continue }
            count.files += 1
            count.bytes += size
            if count.files == Self.fileLimit { break }
        }
        return count
    }

    /// What a cell says of its data. A cell that begins otherwise is shown as it is.
    func value(of cell: [UInt8]) -> StoredValue {
        switch cell.first {
        case 1: return .data(Array(cell.dropFirst()))
        case 2:
            let name = cell.dropFirst().prefix { $0 != 0 }
            guard let text = String(validUTF8: name), UUID(uuidString: text) != nil else {
                return .unexpected(.blob(cell))
            }
            return .externalData(file: text, bytes: Self.size(folder + "/" + text))
        default: return .data(cell)
        }
    }

    /// The size of a file; nil for what is none. A symbolic link is not followed.
    private static func size(_ path: String) -> Int? {
        guard let status = FileStatus(at: path, followsLink: false), status.isRegular else { return nil }
        return status.bytes
    }
}
