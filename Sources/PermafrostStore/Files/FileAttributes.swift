import Foundation

/// Who may read and write a file, and whose it is: what a copy takes over beside the bytes.
struct FileAttributes: Sendable, Equatable {
    /// The permissions of the owner, of the group and of all others, without the bits that change how a program runs.
    var permissions: mode_t
    /// The numbers of the owner and of the group.
    var owner: uid_t, group: gid_t

    /// The attributes of what a path leads to. Throws a ``FileError``.
    init(of path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError.last(.open, path) }
        self.init(status)
    }

    /// The attributes of a file that is open. Throws a ``FileError``.
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

    /// Gives a file these attributes. Throws a ``FileError``.
    ///
    /// A process may give a file to another user only with the right to do so, and to a group only if it belongs to it. A file
    /// that cannot be given to the group gives its own group no rights: those were meant for others.
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

/// Files that are as protected as another one.
extension FileAccess {
    /// Makes an empty file with the attributes of another one, so that what is written to it is never less protected. Its
    /// owner may write to it. Throws a ``FileError``; nothing may be at the path.
    package static func create(_ path: String, like model: String) throws {
        var attributes = try FileAttributes(of: model)
        attributes.permissions |= 0o600
        let descriptor = try createPrivate(path)
        defer { close(descriptor) }
        try attributes.apply(to: descriptor, path)
        try ExtendedAttributes(of: model).apply(to: descriptor, path)
        try copyProtection(of: model, to: path)
    }

    /// Gives a file the permissions, the owner, the extended attributes and the protection class of another one. Throws a ``FileError``.
    package static func copyAttributes(of model: String, to path: String) throws {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError.last(.open, path) }
        defer { close(descriptor) }
        try ExtendedAttributes(of: model).apply(to: descriptor, path)
        try FileAttributes(of: model).apply(to: descriptor, path)
        try copyProtection(of: model, to: path)
    }

    /// Gives an open file the permissions, the owner and the extended attributes of another open one. Throws a ``FileError``.
    static func copyAttributes(of model: Int32, to descriptor: Int32, _ path: String) throws {
        try ExtendedAttributes(of: model, path).apply(to: descriptor, path)
        try FileAttributes(of: model, path).apply(to: descriptor, path)
    }

    /// Opens a new file that its owner alone may read.
    static func createPrivate(_ path: String) throws -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError.last(.open, path) }
        return descriptor
    }
}
