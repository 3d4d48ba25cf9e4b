import Foundation
import PermafrostStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A writer of new files in a folder. A file appears only when it is complete, and never replaces an existing file.
///
/// If the process dies, it leaves at most one hidden folder, which the user's next process removes.
package struct NewFiles {
    private let folder: String

    /// Creates a writer for a folder. ``add(_:as:)`` creates the folder if it doesn't exist.
    package init(in folder: String) {
        self.folder = folder
    }

    /// Adds a file. Throws a ``FileError`` with the code `EEXIST` if the name is in use.
    package func add(_ bytes: [UInt8], as name: String) throws {
        try RootFolder(making: folder).put(bytes, at: name, replacing: false)
    }

    /// Returns the bytes of the file at a path, or nil if nothing exists there. Throws a ``FileError`` if the item
    /// isn't a regular file or can't be read.
    package static func existing(_ path: String) throws -> [UInt8]? {
        try FileKind(of: path) == .absent ? nil : try FileAccess.read(path)
    }
}
