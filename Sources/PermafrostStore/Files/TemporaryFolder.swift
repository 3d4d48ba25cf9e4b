import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A temporary folder that is removed when the last reference to this instance is released. By default, it is in the
/// system's temporary folder.
///
/// A process keeps its temporary folders in a ``LockedFolder``. If the process dies, the next one removes them.
package final class TemporaryFolder: Sendable {
    /// The location of the folder.
    package let url: URL
    private let owner: LockedFolder

    /// Creates an empty folder.
    ///
    /// - Parameters:
    ///   - purpose: a word in the folder's name that describes its use.
    ///   - parent: the folder to create it in, or nil for the system's temporary folder.
    /// - Throws: ``TemporaryFolderError`` if it can't be created.
    package init(for purpose: String, in parent: URL? = nil) throws(TemporaryFolderError) {
        let parent = parent ?? Self.parent
        do throws(FileError) { owner = try LockedFolder.ofProcess(in: parent.path) } catch {
            throw TemporaryFolderError(in: parent, code: error.code)
        }
        url = URL(fileURLWithPath: owner.path).appendingPathComponent("\(purpose)-\(UUID().uuidString)")
        try Self.make(url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Creates a folder that only this user can access. Does nothing if the folder exists. Its parent must exist.
    ///
    /// - Throws: ``TemporaryFolderError`` if it can't be created.
    package static func make(_ url: URL) throws(TemporaryFolderError) {
        guard mkdir(url.path, 0o700) == 0 || (errno == EEXIST && FileStatus(at: url.path)?.isFolder == true) else {
            throw TemporaryFolderError(in: url.deletingLastPathComponent(), code: errno)
        }
    }

    /// The system's folder for temporary files.
    package static var parent: URL { FileManager.default.temporaryDirectory }
}
