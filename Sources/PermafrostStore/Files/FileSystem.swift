import Foundation

/// The file operations of a safe migration, except for SQLite's. They are properties, so that tests can observe each
/// one or make it fail. All paths are absolute. A file's bytes aren't read or written through a symbolic link.
package struct FileSystem: Sendable {
    /// A function that creates a folder and its missing parents. It does nothing if the folder exists.
    package var makeFolder: @Sendable (String) throws -> Void = { try FileAccess.createDirectory($0) }
    /// A function that writes and syncs a new file. It fails with `EEXIST` if anything exists at the path.
    package var write: @Sendable ([UInt8], String) throws -> Void = { try FileAccess.write($0, to: $1) }
    /// A function that creates an empty file with the permissions, owner, extended attributes and protection class of a
    /// model file.
    package var create: @Sendable (String, _ model: String) throws -> Void = { try FileAccess.create($0, like: $1) }
    /// A function that makes an empty file share the blocks of a file that this process has open. It returns whether
    /// the files now share their blocks. It doesn't sync the file.
    package var share: @Sendable (_ open: String, String) throws -> Bool = { try FileAccess.share($0, with: $1) }
    /// A function that fills an empty file with the blocks that `next` returns, until `next` returns nil. It doesn't
    /// sync the file.
    package var fill: @Sendable (String, _ next: () throws -> UnsafeRawBufferPointer?) throws -> Void = {
        try FileAccess.fill($0, $1)
    }
    /// A function that copies a file to an unused path, with its permissions, owner, extended attributes and protection
    /// class. It syncs the copy.
    package var copy: @Sendable (String, String) throws -> Void = { try FileAccess.copy($0, to: $1) }
    /// A function that gives a file the permissions, owner, extended attributes and protection class of a model file.
    package var copyAttributes: @Sendable (_ model: String, String) throws -> Void = {
        try FileAccess.copyAttributes(of: $0, to: $1)
    }
    /// A function that gives a folder the protection class of a model file.
    package var copyProtection: @Sendable (_ model: String, String) throws -> Void = {
        try FileAccess.copyProtection(of: $0, to: $1)
    }
    /// A function that returns whether device backups exclude a file.
    package var isExcludedFromDeviceBackup: @Sendable (String) throws -> Bool = {
        try FileAccess.isExcludedFromDeviceBackup($0)
    }
    /// A function that sets whether device backups exclude a folder.
    package var setExcludedFromDeviceBackup: @Sendable (String, Bool) throws -> Void = {
        try FileAccess.setExcludedFromDeviceBackup($0, $1)
    }
    /// A function that sets an extended attribute of a folder: its name, its value, and the folder. It fails with
    /// `ENOTSUP` if the volume doesn't support extended attributes.
    package var setAttribute: @Sendable (_ name: String, _ value: String, _ folder: String) throws -> Void = {
        try ExtendedAttributes.set($0, $1, at: $2)
    }
    /// A function that creates a hard link to a file. The link's path must be unused.
    package var link: @Sendable (String, String) throws -> Void = { try FileAccess.link($0, to: $1) }
    /// A function that syncs a file's content or the names in a folder, so that they survive a power loss.
    package var sync: @Sendable (String) throws -> Void = { try FileAccess.sync($0) }
    /// A function that renames a file or folder. If a file already has the new name, it is replaced.
    package var rename: @Sendable (String, String) throws -> Void = { try FileAccess.rename($0, to: $1) }
    /// A function that renames a file to an unused name. It fails with `EEXIST` if the name is in use, and with
    /// `EINVAL`, `ENOSYS` or `ENOTSUP` if the volume doesn't support exclusive renames.
    package var renameNew: @Sendable (String, String) throws -> Void = { try FileAccess.renameNew($0, to: $1) }
    /// A function that exchanges the items at two paths atomically. It fails with `EINVAL`, `ENOSYS` or `ENOTSUP` if
    /// the volume doesn't support exchanges.
    package var exchange: @Sendable (String, String) throws -> Void = { try FileAccess.exchange($0, $1) }
    /// A function that removes an empty folder.
    package var removeFolder: @Sendable (String) throws -> Void = {
        guard rmdir($0) == 0 else { throw FileError.last(.remove, $0) }
    }
    /// A function that removes a file, or a folder and everything in it. It does nothing if nothing exists at the path.
    package var remove: @Sendable (String) throws -> Void = { try FileAccess.remove($0) }
    /// A function that returns the number of bytes that can be written to a folder's volume.
    package var freeSpace: @Sendable (String) throws -> Int64 = { try FileAccess.freeSpace($0) }
    /// A function that returns whether this process can create files in a folder.
    package var isWritable: @Sendable (String) -> Bool = { access($0, W_OK | X_OK) == 0 }

    package init() {}

    /// Returns file operations that call a closure before each change, with the operation's name and its path. If the
    /// closure throws an error, the change isn't made.
    package func observed(_ observe: @escaping @Sendable (_ name: String, _ path: String) throws -> Void) -> FileSystem
    {
        var files = self
        files.makeFolder = { path in
            try observe("make folder", path)
            try self.makeFolder(path)
        }
        files.write = { bytes, path in
            try observe("write", path)
            try self.write(bytes, path)
        }
        files.create = { path, model in
            try observe("create", path)
            try self.create(path, model)
        }
        files.share = { open, path in
            try observe("share blocks", path)
            return try self.share(open, path)
        }
        files.fill = { path, next in
            try observe("fill", path)
            try self.fill(path) {
                try observe("fill", path)
                return try next()
            }
        }
        files.copy = { source, target in
            try observe("copy", target)
            try self.copy(source, target)
        }
        files.copyAttributes = { model, path in
            try observe("copy attributes", path)
            try self.copyAttributes(model, path)
        }
        files.copyProtection = { model, path in
            try observe("copy protection", path)
            try self.copyProtection(model, path)
        }
        files.setExcludedFromDeviceBackup = { path, isExcluded in
            try observe("exclude from device backups", path)
            try self.setExcludedFromDeviceBackup(path, isExcluded)
        }
        files.setAttribute = { name, value, folder in
            try observe("set attribute", folder)
            try self.setAttribute(name, value, folder)
        }
        files.link = { source, target in
            try observe("link", target)
            try self.link(source, target)
        }
        files.sync = { path in
            try observe("sync", path)
            try self.sync(path)
        }
        files.rename = { source, target in
            try observe("rename", target)
            try self.rename(source, target)
        }
        files.renameNew = { source, target in
            try observe("rename", target)
            try self.renameNew(source, target)
        }
        files.exchange = { first, second in
            try observe("exchange", second)
            try self.exchange(first, second)
        }
        files.removeFolder = { path in
            try observe("remove folder", path)
            try self.removeFolder(path)
        }
        files.remove = { path in
            try observe("remove", path)
            try self.remove(path)
        }
        return files
    }

    /// Syncs a folder and its parents up to the given one, so that the names in them survive a power loss. Any of the
    /// folders may be a symbolic link.
    package func sync(_ folder: String, upTo top: String) throws {
        var folder = folder
        while true {
            try sync(folder + "/.")
            guard folder != top, folder.hasPrefix(top + "/") else { return }
            folder = folder.parentPath
        }
    }

    /// Writes a file atomically, replacing an existing file. A reader sees either the complete old or the complete new
    /// content.
    package func replace(_ path: String, with bytes: [UInt8]) throws {
        let new = path + ".new"
        try remove(new)
        try write(bytes, new)
        try rename(new, path)
        try sync(path.parentPath)
    }
}
