import Foundation

/// The measured store, as a file without rows and a file with rows.
struct RowStore {
    enum Source: String {
        case empty, filled
    }

    let folder: URL
    let rows: Int

    func path(of source: Source) -> String { folder.appending(path: source.rawValue + ".store").path }

    /// Creates the file without rows.
    func create() throws {
        _ = try StoreWork.create.outcome(.context, path: path(of: .empty), rows: 0)
    }

    /// Creates the file with rows from the file without rows.
    func fill() throws {
        try FileManager.default.copyItem(atPath: path(of: .empty), toPath: path(of: .filled))
        _ = try StoreWork.insert.outcome(.loop, path: path(of: .filled), rows: rows)
    }

    /// Copies a file, replacing the previous copy. Returns the path of the copy, which may be changed.
    func copy(of source: Source) throws -> String {
        let path = folder.appending(path: "copy.store").path
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        try FileManager.default.copyItem(atPath: self.path(of: source), toPath: path)
        return path
    }
}
