import Foundation

/// A file's permissions, owner and group, to apply to a copy of the file.
struct FileAttributes: Sendable, Equatable {
    /// The permissions of the owner, the group and others, without the setuid, setgid and sticky bits.
    var permissions: mode_t
    /// The owner's user ID and the group's ID.
    var owner: uid_t, group: gid_t

    /// Creates a value with the attributes of the item at a path, following symbolic links. Throws a ``FileError`` if
    /// the item can't be examined.
    init(of path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError.last(.open, path) }
        self.init(status)
    }

    /// Creates a value with the attributes of an open file. Throws a ``FileError`` if the file can't be examined.
    init(of descriptor: Int32, _ path: String) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError.last(.open, path) }
        self.init(status)
    }

    private init(_ status: stat) {
        permissions = status.st_mode & 0o777
        owner = status.st_uid
        group = status.st_gid
    }

    /// Gives an open file these attributes. Skips the owner or the group if this process isn't allowed to change it.
    /// Throws a ``FileError`` if an attribute can't be set for another reason.
    ///
    /// Changing a file's owner requires a privilege, and a process can set only a group that it belongs to. If the
    /// group can't be changed, the file's current group gets no permissions, because the permissions were meant for the
    /// other group.
    func apply(to descriptor: Int32, _ path: String) throws {
        let current = try FileAttributes(of: descriptor, path)
        var permissions = permissions
        if current.owner != owner {
            guard fchown(descriptor, owner, gid_t.max) == 0 || errno == EPERM else {
                throw FileError.last(.setAttributes, path)
            }
        }
        if current.group != group, fchown(descriptor, uid_t.max, group) != 0 {
            guard errno == EPERM else { throw FileError.last(.setAttributes, path) }
            permissions &= ~0o070
        }
        guard fchmod(descriptor, permissions) == 0 else { throw FileError.last(.setAttributes, path) }
    }
}

/// Operations that give a file another file's protection, or create a file that only its owner can access.
extension FileAccess {
    /// Creates an empty file with the permissions, owner, extended attributes and protection class of the file at
    /// `model`. Bytes that are copied from that file are therefore protected in the same way from the beginning. The
    /// owner can always write to the new file. Throws if an item already exists at the path, or if the file can't be
    /// created with these attributes.
    package static func create(_ path: String, like model: String) throws {
        var attributes = try FileAttributes(of: model)
        attributes.permissions |= 0o600
        let descriptor = try createPrivate(path)
        defer { close(descriptor) }
        try attributes.apply(to: descriptor, path)
        try ExtendedAttributes(of: model).apply(to: descriptor, path)
        try copyProtection(of: model, to: path)
    }

    /// Gives a file the permissions, owner, extended attributes and protection class of the file at `model`. Throws if
    /// they can't be read or set.
    package static func copyAttributes(of model: String, to path: String) throws {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError.last(.open, path) }
        defer { close(descriptor) }
        try ExtendedAttributes(of: model).apply(to: descriptor, path)
        try FileAttributes(of: model).apply(to: descriptor, path)
        try copyProtection(of: model, to: path)
    }

    /// Gives an open file the permissions, owner and extended attributes of another open file. Throws a ``FileError``
    /// if they can't be read or set.
    package static func copyAttributes(of model: Int32, to descriptor: Int32, _ path: String) throws {
        try ExtendedAttributes(of: model, path).apply(to: descriptor, path)
        try FileAttributes(of: model, path).apply(to: descriptor, path)
    }

    /// Creates a file that only its owner can access, and opens it for writing. Fails with `EEXIST` if anything exists
    /// at the path.
    package static func createPrivate(_ path: String) throws -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError.last(.open, path) }
        return descriptor
    }
}
