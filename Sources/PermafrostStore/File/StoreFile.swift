import Foundation

/// A store: its file, and what belongs to it beside that file.
///
/// A store that is reached through symbolic links has everything that belongs to it beside the file itself, as SQLite has
/// its `-wal` there. So the links are followed once, here, and everything else is about ``resolved``.
package struct StoreFile: Sendable, Hashable {
    /// The file as the caller names it.
    package let url: URL
    /// The file itself: the same as ``url`` unless that is a symbolic link, or goes through one.
    package let resolved: URL

    /// The endings of the files that SQLite takes for one database; that of the database itself is empty.
    package static let endings = ["", "-wal", "-shm", "-journal"]

    /// The store at a URL, whether there is one or not.
    package init(_ url: URL) {
        self.url = url.absoluteURL.standardizedFileURL
        resolved = URL(fileURLWithPath: Self.resolved(self.url.path, links: 32))
    }

    /// The path of the file that a path leads to, which need not be there: SQLite makes it where a link leads to.
    private static func resolved(_ path: String, links: Int) -> String {
        let resolved = FileStatus.resolved(path)
        guard resolved == path, links > 0 else { return resolved }
        let folder = path.parentPath
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
            return Self.resolved(target.hasPrefix("/") ? target : folder + "/" + target, links: links - 1)
        }
        return FileStatus.resolved(folder) + "/" + (path as NSString).lastPathComponent
    }

    /// The store at a path, whether there is one or not.
    package init(path: String) { self.init(URL(fileURLWithPath: path)) }

    /// The path of the file itself.
    package var path: String { resolved.path }

    /// The folder that the file itself is in.
    package var folder: String { resolved.deletingLastPathComponent().path }

    /// The store's large values.
    package var externalStorage: ExternalStorage { ExternalStorage(store: self) }
}
