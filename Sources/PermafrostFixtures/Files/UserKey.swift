import Foundation
import PermafrostModel
import PermafrostStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The user's secret key. A signature with this key proves that this user's tool created a journal or a cache entry.
///
/// The key consists of 32 random bytes in `permafrost/key` in the user's state folder. A key inside a project isn't
/// used, so the author of a commit can't add a key and files that are signed with it.
package struct UserKey: Sendable {
    private let bytes: [UInt8]

    /// Reads the user's key. Creates the key if its file doesn't exist.
    ///
    /// Returns nil if the key can't be stored or read, for example without a home folder, or if the key's folder isn't
    /// writable or is inside a project. Ignores an existing file, without replacing it, if:
    /// - it is a link or has the wrong size
    /// - it or its folder belongs to a different user or is accessible to others
    ///
    /// - Parameters:
    ///   - environment: the process's environment variables. `HOME` and, on Linux, `XDG_STATE_HOME` are used if they
    ///     are absolute paths.
    ///   - project: the project's folder, whose files may come from other people's commits. A key in this folder isn't
    ///     used.
    package init?(environment: [String: String] = ProcessInfo.processInfo.environment, outside project: String) {
        for folder in Self.folders(environment) where !Self.isInside(folder, project) {
            if let bytes = Self.known.withLock({ $0[folder] }) {
                self.bytes = bytes
                return
            }
            guard let bytes = try? Self.read(folder) else { continue }
            Self.known.withLock { $0[folder] = bytes }
            self.bytes = bytes
            return
        }
        return nil
    }

    /// Returns a 32-byte authentication code for the given bytes, which can't be computed without this key. The same
    /// bytes have different codes for different purposes.
    package func mac(_ bytes: [UInt8], purpose: String) -> [UInt8] {
        // The length separates the purpose from the bytes that follow.
        let head = Array("\(purpose.utf8.count) \(purpose)".utf8)
        return Digest.hmac256(head + bytes, key: self.bytes)
    }

    // MARK: Location

    private static let length = 32
    /// The keys read so far, keyed by folder path.
    private static let known = Locked<[String: [UInt8]]>([:])

    /// Returns the folders that may contain the key, in order of preference.
    private static func folders(_ environment: [String: String]) -> [String] {
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let home = absolute("HOME").flatMap { (try? FileKind(of: $0 + "/.")) == .directory ? $0 : nil }
        #if canImport(Darwin)
            // A plugin's sandbox doesn't allow writing below the home folder.
            return [home.map { $0 + "/Library/Application Support" }, temporary].compactMap { $0 }
                .map { $0 + "/permafrost" }
        #else
            return [absolute("XDG_STATE_HOME") ?? home.map { $0 + "/.local/state" }].compactMap { $0 }
                .map { $0 + "/permafrost" }
        #endif
    }

    #if canImport(Darwin)
        /// The path of the system's temporary folder for this user, or nil if the system doesn't return a path.
        private static var temporary: String? {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = confstr(_CS_DARWIN_USER_TEMP_DIR, &buffer, buffer.count)
            guard count > 1, count <= buffer.count else { return nil }
            let path = String(decoding: buffer.prefix(count - 1).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return path.hasSuffix("/") ? String(path.dropLast()) : path
        }
    #endif

    /// Returns whether a folder is the project's folder or is inside it. For a folder that doesn't exist, checks its
    /// nearest existing parent.
    package static func isInside(_ folder: String, _ project: String) -> Bool {
        var existing = folder
        while existing.count > 1, (try? FileKind(of: existing + "/.")) != .directory {
            existing = existing.parentPath
        }
        let project = FileStatus.resolved(project)
        let place = FileStatus.resolved(existing)
        return place == project || place.hasPrefix(project == "/" ? "/" : project + "/")
    }

    // MARK: Reading and making

    static func read(_ folder: String) throws -> [UInt8] {
        try makeFolders(folder)
        let descriptor = try FileAccess.openFolder(folder, in: AT_FDCWD, folder, for: .open)
        defer { close(descriptor) }
        try checkIsPrivate(descriptor, folder, S_IFDIR)
        let path = folder + "/key"
        if try FileKind(of: "key", in: descriptor, path) == .absent { try make(in: descriptor, path) }
        let file = openat(descriptor, "key", O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw FileError.last(.open, path) }
        defer { close(file) }
        try checkIsPrivate(file, path, S_IFREG)
        let bytes = try FileAccess.read(file, path, limit: length)
        guard bytes.count == length else { throw FileError(operation: .read, path: path, code: EINVAL) }
        return bytes
    }

    /// Creates a folder and its missing parents, for this user only.
    private static func makeFolders(_ path: String) throws {
        guard try FileKind(of: path) == .absent else { return }
        let parent = path.parentPath
        if parent.count > 1, try FileKind(of: parent) == .absent { try makeFolders(parent) }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError.last(.createDirectory, path) }
    }

    /// Throws if the open item isn't of the given kind, if this user doesn't own it, or if anyone else can access it.
    private static func checkIsPrivate(_ descriptor: Int32, _ path: String, _ kind: mode_t) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError.last(.open, path) }
        guard status.st_mode & S_IFMT == kind, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw FileError(operation: .open, path: path, code: EPERM)
        }
    }

    /// Creates the key file. If a different process creates the file first, keeps that process's file.
    private static func make(in folder: Int32, _ path: String) throws {
        let name = "key.\(UInt64.random(in: .min ... .max))"
        let file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileError.last(.open, path) }
        defer { close(file) }
        do {
            let bytes: [UInt8] = (0..<length).map { _ in .random(in: .min ... .max) }
            try bytes.withUnsafeBytes { try FileAccess.writeAll($0, to: file, path) }
            try FileAccess.sync(file, path)
            guard FileAccess.renameNew(folder, name, folder, "key") == 0 else { throw FileError.last(.rename, path) }
            try FileAccess.sync(folder, path)
        } catch let error as FileError {
            unlinkat(folder, name, 0)
            guard error.code == EEXIST else { throw error }
        }
    }
}
