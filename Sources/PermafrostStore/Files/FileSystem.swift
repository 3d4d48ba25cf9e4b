import Foundation

/// What a safe migration does to files beside what SQLite does: one value, so that each step can be watched, or made to
/// fail. All paths are absolute; no symbolic link is followed.
package struct FileSystem: Sendable {
    /// Makes a folder and those above it.
    package var makeFolder: @Sendable (String) throws -> Void = { try FileAccess.createDirectory($0) }
    /// Writes a file where none is, and syncs it.
    package var write: @Sendable ([UInt8], String) throws -> Void = { try FileAccess.write($0, to: $1) }
    /// Makes an empty file where none is, with the permissions, the owner, the extended attributes and the protection class of
    /// another one.
    package var create: @Sendable (String, _ model: String) throws -> Void = { try FileAccess.create($0, like: $1) }
    /// Lets an empty file share the blocks of one that this process has open, if the file system can; returns whether it does.
    /// They are not synced.
    package var share: @Sendable (_ open: String, String) throws -> Bool = { try FileAccess.share($0, with: $1) }
    /// Writes the blocks that a closure gives, until there are no more, to an empty file. They are not synced.
    package var fill: @Sendable (String, _ next: () throws -> UnsafeRawBufferPointer?) throws -> Void = {
        try FileAccess.fill($0, $1)
    }
    /// Copies a file, with its permissions, owner, extended attributes and protection class, to where none is, and syncs the
    /// copy.
    package var copy: @Sendable (String, String) throws -> Void = { try FileAccess.copy($0, to: $1) }
    /// Gives a file the permissions, the owner, the extended attributes and the protection class of another one.
    package var copyAttributes: @Sendable (_ model: String, String) throws -> Void = {
        try FileAccess.copyAttributes(of: $0, to: $1)
    }
    /// Gives a folder the protection class of a file.
    package var copyProtection: @Sendable (_ model: String, String) throws -> Void = {
        try FileAccess.copyProtection(of: $0, to: $1)
    }
    /// Whether the device's backups leave out a file.
    package var isExcludedFromDeviceBackup: @Sendable (String) throws -> Bool = {
        try FileAccess.isExcludedFromDeviceBackup($0)
    }
    /// Sets whether the device's backups leave out a folder.
    package var setExcludedFromDeviceBackup: @Sendable (String, Bool) throws -> Void = {
        try FileAccess.setExcludedFromDeviceBackup($0, $1)
    }
    /// Gives a file a second name, where none is.
    package var link: @Sendable (String, String) throws -> Void = { try FileAccess.link($0, to: $1) }
    /// Makes what is in a file, or the names in a folder, outlast a loss of power.
    package var sync: @Sendable (String) throws -> Void = { try FileAccess.sync($0) }
    /// Gives a file or folder another name, in the place of a file of that name.
    package var rename: @Sendable (String, String) throws -> Void = { try FileAccess.rename($0, to: $1) }
    /// Gives a file another name, at which nothing may be: `EEXIST` if something is.
    package var renameNew: @Sendable (String, String) throws -> Void = { try FileAccess.renameNew($0, to: $1) }
    /// Lets two names change places, in one step: `EINVAL`, `ENOSYS` or `ENOTSUP` if the volume cannot.
    package var exchange: @Sendable (String, String) throws -> Void = { try FileAccess.exchange($0, $1) }
    /// Removes a folder in which nothing is.
    package var removeFolder: @Sendable (String) throws -> Void = {
        guard rmdir($0) == 0 else { throw FileError.last(.remove, $0) }
    }
    /// Removes a file, or a folder with all that is in it; nothing if nothing is.
    package var remove: @Sendable (String) throws -> Void = { try FileAccess.remove($0) }
    /// The bytes that may be written to a folder's volume.
    package var freeSpace: @Sendable (String) throws -> Int64 = { try FileAccess.freeSpace($0) }
    /// Whether files may be made in a folder.
    package var isWritable: @Sendable (String) -> Bool = { access($0, W_OK | X_OK) == 0 }

    package init() {}

    /// Makes the names in a folder outlast a loss of power, and those in the folders above it up to another one. A folder may be
    /// a link to one elsewhere.
    package func sync(_ folder: String, upTo top: String) throws {
        var folder = folder
        while true {
            try sync(folder + "/.")
            guard folder != top, folder.hasPrefix(top + "/") else { return }
            folder = folder.parentPath
        }
    }

    /// Puts a file in place of the one that is there, in one step: a reader finds the one or the other, and whole.
    package func replace(_ path: String, with bytes: [UInt8]) throws {
        let new = path + ".new"
        try remove(new)
        try write(bytes, new)
        try rename(new, path)
        try sync(path.parentPath)
    }
}
