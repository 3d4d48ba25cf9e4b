import Foundation

/// A store's database file and the files that belong to it.
///
/// If a store's path contains symbolic links, the store's other files are next to the actual file, because SQLite keeps
/// the `-wal` there. This type resolves the links once. Other code uses ``resolved``.
package struct StoreFile: Sendable, Hashable {
    /// The file's URL as passed by the caller, made absolute and standardized.
    package let url: URL
    /// The URL of the actual file. It differs from ``url`` only if the path contains a symbolic link.
    package let resolved: URL

    /// The suffixes of the files that SQLite treats as one database. The suffix of the database itself is empty.
    package static let endings = ["", "-wal", "-shm", "-journal"]

    /// Creates a value for the store at a URL. The store doesn't have to exist.
    package init(_ url: URL) {
        self.url = url.absoluteURL.standardizedFileURL
        resolved = URL(fileURLWithPath: Self.resolved(self.url.path, links: 32))
    }

    /// Returns the path after following symbolic links, even if no file exists there. If a link's target doesn't exist,
    /// SQLite creates the store at the target.
    private static func resolved(_ path: String, links: Int) -> String {
        let resolved = FileStatus.resolved(path)
        guard resolved == path, links > 0 else { return resolved }
        let folder = path.parentPath
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
            return Self.resolved(target.hasPrefix("/") ? target : folder + "/" + target, links: links - 1)
        }
        return FileStatus.resolved(folder) + "/" + (path as NSString).lastPathComponent
    }

    /// Creates a value for the store at a path. The store doesn't have to exist.
    package init(path: String) { self.init(URL(fileURLWithPath: path)) }

    /// The path of the actual file.
    package var path: String { resolved.path }

    /// The folder of the actual file.
    package var folder: String { resolved.deletingLastPathComponent().path }

    /// The files of the store's large values.
    package var externalStorage: ExternalStorage { ExternalStorage(store: self) }
}
