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
        try RootFolder(making: folder).put(bytes, at: name, replacing: false)
    }

    /// The bytes of a file that is there; nil if nothing is. Throws a ``FileError`` if it is no plain file or cannot
    /// be read.
    package static func existing(_ path: String) throws -> [UInt8]? {
        try FileKind(of: path) == .absent ? nil : try FileAccess.read(path)
    }
}
