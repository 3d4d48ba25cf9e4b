import Foundation

/// Puts new files into a folder: each appears whole or not at all, and none over what is there.
///
/// A process that dies leaves at most a hidden folder, which the next one removes.
package struct NewFiles {
    private let folder: String

    /// New files of a folder, which is made where it is absent.
    package init(in folder: String) {
        self.folder = folder
    }

    /// Adds a file. Throws a ``FileError``, with the code `EEXIST` where something of that name is there.
    package func add(_ bytes: [UInt8], as name: String) throws {
        // The folder itself may be a symbolic link.
        if try FileKind(of: folder + "/.") != .directory {
            try FileAccess.createDirectory(folder, isDurable: true)
        }
        try PartialFolder.removeStale(in: folder)
        let partial = try PartialFolder(in: folder)
        // What cannot be removed is hidden, and goes with the next file.
        defer { try? FileAccess.removeDirectory(partial.path) }
        try FileAccess.write(bytes, to: partial.path + "/" + name)
        try FileAccess.moveNew(partial.path + "/" + name, to: folder + "/" + name)
        try FileAccess.sync(folder)
    }

    /// The bytes of a file that is there; nil if nothing is. Throws a ``FileError`` if it is no plain file or cannot
    /// be read.
    package static func existing(_ path: String) throws -> [UInt8]? {
        try FileKind(of: path) == .absent ? nil : try FileAccess.read(path)
    }
}
